"""The Theory page's controls: presets, the learner, the statement, the comparator and its scale."""

import re
from typing import Literal, NamedTuple

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.theory.bounds import STATEMENTS
from cspa_explore.theory.comparators import counter_example
from cspa_explore.theory.cover import COMPARATORS, SCALED
from cspa_explore.ui.controls.bound import bound
from cspa_explore.ui.session import lesson, state
from cspa_explore.ui.session.arrival import LinkKey
from cspa_explore.ui.session.page_keys import known_or, place_of_learner, round_from, share
from cspa_explore.ui.theory.presets import PRESETS, VIEW, choose, chosen

MOST = 4.0  # of the scale's slider
USUAL = {"u": "best", "stated": "corrected"}


def read_scale(text: str, experiment: Experiment) -> tuple[str | None, str]:
    """Read a scale from 0 to 4, with at most three decimals."""
    good = re.fullmatch(r"\d(\.\d{1,3})?", text[:20]) and float(text) <= MOST
    return (text, "") if good else (None, f"it must be a number from 0 to {MOST:g} with at most 3 decimals.")


def read_comparator(text: str, experiment: Experiment) -> tuple[str | None, str]:
    """Read the name of a comparator; one that does not fit the data becomes the best found."""
    if text in COMPARATORS and text not in comparators(experiment):
        return USUAL["u"], "the counter-example's u needs 4 classes and 3 features."
    return known_or(COMPARATORS, USUAL["u"])(text, experiment)


LINK_KEYS = (
    LinkKey("u", read_comparator, USUAL["u"], server=True),
    LinkKey("stated", known_or(STATEMENTS, USUAL["stated"]), USUAL["stated"], server=True),
    LinkKey("scale", read_scale, server=True),
    LinkKey("of", place_of_learner, server=True),
    LinkKey("t", round_from(1)),  # the browser writes it and the following key
    LinkKey("alpha", share),
)


class Choice(NamedTuple):
    """What the page shows."""

    which: int  # the learner's place
    statement: str
    comparator: str
    scale: float | None  # None: the scale with the smallest bound


def comparators(experiment: Experiment) -> list[str]:
    """Return the comparators that fit the data."""
    fits = (experiment.stream.n_classes, experiment.stream.n_features) == counter_example().shape
    return [name for name in COMPARATORS if name != "counter" or fits]


def choice_of(experiment: Experiment) -> Choice:
    """Return the choice in the link; the learner is the first CSPA unless the link names another one."""
    given = state.view("of", "")
    which = int(given) if given and int(given) < len(experiment.learners) else usual_learner(experiment)
    name = state.view("u", USUAL["u"])
    name = name if name in comparators(experiment) else USUAL["u"]
    scale = state.view("scale", "")
    return Choice(
        which, state.view("stated", USUAL["stated"]), name, float(scale) if scale and name in SCALED else None
    )


def usual_learner(experiment: Experiment) -> int:
    """Return the place of the first CSPA; 0 if none plays."""
    keys = [learner.key for learner in experiment.learners]
    return keys.index("cspa") if "cspa" in keys else 0


def presets(experiment: Experiment) -> None:
    """Draw the presets; the one on the screen is marked."""
    if not lesson.shows("page"):
        return
    view = {key: value for key in VIEW if (value := state.view(key, ""))}
    shown = chosen(experiment, view)
    with st.container(horizontal=True, key="theory_presets"):
        for name, preset in PRESETS.items():
            here: Literal["primary", "secondary"] = "primary" if name == shown else "secondary"
            st.button(preset.label, key=f"preset_{name}", type=here, on_click=choose, args=(name,))


def controls(experiment: Experiment, choice: Choice) -> DeltaGenerator:
    """Draw the learner, the statement and the comparator; return their row, which wraps on narrow screens."""
    row = st.container(horizontal=True, key="theory_controls")
    if not lesson.shows("page"):
        return row
    if len(experiment.learners) > 1:
        row.selectbox(
            "Learner", range(len(experiment.learners)), choice.which, key=bound("of", choice.which),
            format_func=experiment.names.__getitem__, on_change=_chosen, width=200,
        )  # fmt: skip
    row.segmented_control(
        "Statement", list(STATEMENTS), default=choice.statement, key=bound("stated", choice.statement),
        format_func=str.capitalize, on_change=_chosen, required=True,
        help="The theorem as printed in the paper, or with its two corrections.",
    )  # fmt: skip
    row.segmented_control(
        "Comparator u", comparators(experiment), default=choice.comparator, key=bound("u", choice.comparator),
        format_func=_label, on_change=_chosen, required=True, wrap=True,
        help="The fixed weights that the theorem compares the learner with. α, L* and ‖u‖ belong to them.",
    )  # fmt: skip
    return row


def scale_slider(row: DeltaGenerator, name: str, scale: float) -> None:
    """Draw the slider of the comparator's scale in the row of controls, if the comparator has a scale."""
    if name in SCALED and lesson.shows("page"):
        value = min(MOST, round(scale, 3))
        row.slider(
            f"Scale of the {COMPARATORS[name].removeprefix('the ')}", 0.0, MOST, value, 0.005,
            key=bound("scale", value), on_change=_scaled, format="%.3f", width=250,
            help="A larger u has smaller losses ℓ* but a larger norm and a larger α(u).",
        )  # fmt: skip


def _label(name: str) -> str:
    text = COMPARATORS[name].removeprefix("the ")
    return text[0].upper() + text[1:]


def _chosen() -> None:
    """Store the choice in the session; None for a default, which the link leaves out. A new comparator has no scale."""
    now = st.session_state
    values = {"u": now.w_u, "stated": now.w_stated}
    changed = values["u"] != state.view("u", USUAL["u"])
    view: dict[str, str | None] = {key: None if value == USUAL[key] else value for key, value in values.items()}
    if "w_of" in now:
        view["of"] = None if now.w_of == usual_learner(state.experiment()) else str(now.w_of)
    state.show(**view, **({"scale": None} if changed else {}))


def _scaled() -> None:
    state.show(scale=f"{st.session_state.w_scale:g}")
