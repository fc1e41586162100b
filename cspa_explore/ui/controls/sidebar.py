"""The sidebar with the experiment's widgets, the same on every page; the less common ones are under "More"."""

import secrets

import streamlit as st

from cspa_explore.datasets import DATASETS, describe
from cspa_explore.experiments.experiment import FIRST, Experiment
from cspa_explore.ui.controls.learners import first_cspa, parameters, pick_learners
from cspa_explore.ui.controls.setting_control import bound, setting_control, setting_controls
from cspa_explore.ui.session import state
from cspa_explore.ui.session.changes import page_range, with_dataset


def sidebar() -> None:
    """Draw the sidebar."""
    experiment = state.experiment()
    with st.sidebar:
        _dataset(experiment)
        _sigma(experiment)
        first_cspa(experiment)
        pick_learners(experiment)
        more = st.expander("More: parameters, rounds, rows", key="more", on_change="rerun")
        if more.open:  # the widgets of a closed expander would still be sent with every change
            with more:
                parameters(experiment)
                setting_controls("rounds", experiment)
                setting_controls("rows", experiment)
        _seed(experiment)


def _dataset(experiment: Experiment) -> None:
    info = experiment.stream.info
    spec = info.spec
    keys = [key for key in DATASETS if DATASETS[key].listed or key == spec.key]
    key = bound("dataset", spec.key)
    st.selectbox(
        "Data set", keys, keys.index(spec.key), key=key, format_func=lambda k: _dataset_words(k, experiment),
        on_change=lambda: state.change(lambda now: with_dataset(now, st.session_state[key])),
        help=f"{spec.note} Source: {spec.source}.",
    )  # fmt: skip
    for size in spec.sizes:
        size_key = bound(f"size_{spec.key}_{size.name}", info.arguments[size.name])
        st.number_input(
            f"{size.name}: {size.help.rstrip('.').lower()}", size.low, size.high, info.arguments[size.name], step=1,
            key=size_key, on_change=_resize, args=(size.name, size_key),
        )  # fmt: skip


def _dataset_words(key: str, experiment: Experiment) -> str:
    now = experiment.stream.info
    info = now if now.spec.key == key else describe(key)
    name = info.spec.name if info.spec.listed else info.title
    return f"{name} (K={info.shape.K}, d={info.shape.d})"


def _resize(name: str, widget: str) -> None:
    info = state.experiment().stream.info
    inside = info.spec.grammar.write(info.arguments | {name: st.session_state[widget]})
    state.change(lambda now: with_dataset(now, f"{info.spec.key}({inside})"))


def _sigma(experiment: Experiment) -> None:
    """Draw the slider for σ; the data set determines its end."""
    spec, sigma = experiment.stream.spec, experiment.stream.sigma
    high = float(max(spec.sigmas.high, sigma))
    what = "variance" if spec.noise == "variance" else "standard deviation"
    setting_control(
        "sigma", experiment, label=f"σ, noise ({what})", max_value=high, step=high / 200, format="%.3g",
    )  # fmt: skip


def _seed(experiment: Experiment) -> None:
    setting_control("seed", experiment, label=f"Seed, 0 to {page_range('seed').high:,}")
    new, reset = st.columns(2)
    new.button(
        "New seed", key="new_seed", width="stretch", help="Draws other noise and another order; keeps everything else",
        on_click=lambda: state.change(seed=secrets.randbelow(10_000)),
    )  # fmt: skip
    reset.button(
        "Reset", key="reset", width="stretch", help="Back to the settings of the start",
        on_click=lambda: state.set_experiment(FIRST),
    )  # fmt: skip
