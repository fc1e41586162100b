"""The widget of a setting, derived from the table of settings."""

from typing import Any

import streamlit as st

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.setting_kinds import Choice, Real, Whole, YesNo
from cspa_explore.settings import SETTINGS, TABLE, Setting
from cspa_explore.ui.controls.bound import bound, outdated
from cspa_explore.ui.session import state


def setting_controls(group: str, experiment: Experiment) -> None:
    """Draw the widgets of a group of settings, except those that do not apply to the stream."""
    for setting in TABLE:
        if setting.group == group and setting.fits(experiment.stream):
            setting_control(setting.name, experiment)


def setting_control(name: str, experiment: Experiment, **options: Any) -> None:
    """Draw the widget that shows and changes a setting; `options` override those from the table."""
    setting = SETTINGS[name]
    value = experiment.value(name)
    key = bound(name, value)
    given = {"label": setting.label, "help": setting.help, "key": key, "on_change": _set, "args": (name, key)} | options
    _widget(setting, value, given)


def _widget(setting: Setting, value: Any, options: dict[str, Any]) -> None:
    kind = setting.kind
    if isinstance(kind, Whole):
        allowed = kind.on_page
        st.number_input(min_value=allowed.low, max_value=allowed.high, value=value, step=kind.step, **options)
    elif isinstance(kind, Real) and (kind.slider or "max_value" in options):
        limits = {"min_value": kind.low, "max_value": kind.high, "step": kind.step} | options
        st.slider(value=value, **limits)
    elif isinstance(kind, Real):
        usual: dict[str, Any] = {"step": kind.step, "format": "%g"}
        st.number_input(min_value=kind.low, max_value=kind.high, value=value, **usual | options)
    elif isinstance(kind, YesNo):
        st.checkbox(value=value, **options)
    elif isinstance(kind, Choice):
        words = kind.options
        st.selectbox(options=list(words), index=list(words).index(value), format_func=words.__getitem__, **options)
    else:
        raise TypeError(f"{setting.name} has no standard widget.")


def _set(name: str, key: str) -> None:
    if not outdated(key):
        state.change(**{name: st.session_state[key]})
