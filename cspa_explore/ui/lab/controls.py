"""The β Lab's own controls: the swept parameter, the precision, the σ values, and the learners to compare."""

import streamlit as st

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.running.comparison import PARTIAL
from cspa_explore.running.contest import PAPERS
from cspa_explore.ui.controls.bound import bound
from cspa_explore.ui.lab.plan import subjects
from cspa_explore.ui.lab.sigma_list import MOST_SIGMAS, read_sigmas, write_sigmas
from cspa_explore.ui.session import lesson, state
from cspa_explore.ui.session.arrival import LinkKey
from cspa_explore.ui.session.page_keys import known_or, one_of, share

FILLS = {"quick": "Quick: 3 seeds", "full": "Full: 10 seeds", "paper": "Paper's grid"}
USUAL = {"lab": "cspa", "fill": "full"}
BETWEEN = "~"  # separates algorithms in a link
EVERY = "partial"  # in a link: every learner with partial feedback


def sigmas_key(text: str, experiment: Experiment) -> tuple[str | None, str]:
    """Read the σ values of a link."""
    try:
        return write_sigmas(read_sigmas(text.replace("_", ","), experiment.stream.sigma)).replace(", ", "_"), ""
    except UserError as error:
        return None, str(error)


def contest_key(text: str, experiment: Experiment) -> tuple[str | None, str]:
    """Read the algorithms of a link; unknown ones are left out."""
    if text == EVERY:
        return text, ""
    given = dict.fromkeys(text.split(BETWEEN))
    known = [key for key in given if key in ALGORITHMS]
    why = "" if len(known) == len(given) else "each must be an algorithm's name."
    return BETWEEN.join(known) or None, why


def zoom_key(text: str, experiment: Experiment) -> tuple[str | None, str]:
    """Read the visible range of the parameter: two ascending numbers."""
    try:
        low, high = map(float, text.split("_"))
    except ValueError:
        low, high = 1.0, 0.0
    return (text, "") if 0 <= low < high < 1e9 else (None, "it must be two ascending numbers, such as 0.01_0.2.")


def after_key(text: str, experiment: Experiment) -> tuple[str | None, str]:
    """Read the round after which the curves are shown."""
    last = experiment.stream.n_rounds
    good = text.isascii() and text.isdigit() and 0 < len(text) < 10 and 1 <= int(text) <= last
    return (text, "") if good else (None, f"it must be a round from 1 to {last:,}.")


def run_key(text: str, experiment: Experiment) -> tuple[str | None, str]:
    """Read the selected run: its σ and its value."""
    try:
        sigma, value = map(float, text.split("_"))
    except ValueError:
        sigma = value = -1.0
    good = 0 <= sigma < 1e9 and 0 <= value < 1e9
    return (text, "") if good else (None, "it must be a σ and a value, such as 0.5_0.1.")


LINK_KEYS = (
    LinkKey("lab", known_or(subjects(), USUAL["lab"]), USUAL["lab"], server=True),
    LinkKey("fill", known_or(FILLS, USUAL["fill"]), USUAL["fill"], server=True),
    LinkKey("sigmas", sigmas_key, server=True),
    LinkKey("best", contest_key, BETWEEN.join(PAPERS), server=True),
    LinkKey("alpha", share),  # the browser writes it and the following keys
    LinkKey("beta_axis", one_of(("linear", "log"))),
    LinkKey("ink", one_of(("whole",))),
    LinkKey("zoom", zoom_key),
    LinkKey("after", after_key),
    LinkKey("run", run_key),
)


def controls(experiment: Experiment) -> tuple[str, str, tuple[float, ...], tuple[str, ...]]:
    """Draw the page's own controls; return the swept parameter, the precision, the σ values and the algorithms."""
    subject, fill = (state.view(name, usual) for name, usual in USUAL.items())
    sigmas, keys = chosen_sigmas(experiment), chosen_keys()
    if lesson.shows("page"):
        _popover(experiment, subject, fill, sigmas, keys)
    return subject, fill, sigmas, keys


def _popover(experiment: Experiment, subject: str, fill: str, sigmas: tuple[float, ...], keys: tuple[str, ...]) -> None:
    names = subjects()
    with st.popover(f"{names[subject][0]} · {FILLS[fill].lower()}", key="lab_controls"):
        st.selectbox(
            "Parameter", list(names), list(names).index(subject), key=bound("subject", subject), on_change=_chosen,
            format_func=lambda key: names[key][0], help="Uses the sidebar's version of this learner if there is one.",
        )  # fmt: skip
        st.segmented_control(
            "Precision", list(FILLS), default=fill, key=bound("fill", fill), on_change=_chosen,
            format_func=lambda key: FILLS[key], required=True,
        )  # fmt: skip
        shown = write_sigmas(sigmas or experiment.stream.info.sigmas.figure)
        st.text_input(
            "σ values", shown, key=bound("sigmas", shown), on_change=_take_sigmas,
            help=f"At most {MOST_SIGMAS}, separated by commas, with the sidebar's σ. Empty: the data set's usual ones.",
        )  # fmt: skip
        st.multiselect(
            "Learners to compare", list(ALGORITHMS), list(keys), key=bound("contest", list(keys)),
            on_change=_take_keys, format_func=lambda key: ALGORITHMS[key].label,
            help="Each plays every value of its own grid, or every combination of two parameters.",
        )  # fmt: skip


def chosen_sigmas(experiment: Experiment) -> tuple[float, ...]:
    """Return the edited σ values; empty if the data set's usual ones are shown."""
    text = state.view("sigmas", "")
    try:
        return read_sigmas(text.replace("_", ","), experiment.stream.sigma) if text else ()
    except UserError:  # the sidebar's σ is one too many
        return ()


def chosen_keys() -> tuple[str, ...]:
    """Return the algorithms to compare."""
    text = state.view("best", BETWEEN.join(PAPERS))
    return PARTIAL if text == EVERY else tuple(text.split(BETWEEN))


def _chosen() -> None:
    """Store the choice in the session; None for a default, which the link leaves out."""
    chosen = {"lab": st.session_state.w_subject, "fill": st.session_state.w_fill}
    state.show(**{name: None if value == USUAL[name] else value for name, value in chosen.items()})


def _take_sigmas() -> None:
    text = st.session_state.w_sigmas.strip()
    try:
        sigmas = read_sigmas(text, state.experiment().stream.sigma) if text else ()
    except UserError as error:
        state.refuse(str(error))
        return
    usual = tuple(state.experiment().stream.info.sigmas.figure)
    state.show(sigmas=write_sigmas(sigmas).replace(", ", "_") if sigmas and sigmas != usual else None)


def _take_keys() -> None:
    keys = tuple(st.session_state.w_contest)
    if not keys:
        keys = PAPERS
        state.tell("At least one learner is compared: the paper's four are back.")
    text = EVERY if set(keys) == set(PARTIAL) else BETWEEN.join(keys)
    state.show(best=None if keys == PAPERS else text)
