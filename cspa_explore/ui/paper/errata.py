"""The Errata tab: CSPA as printed, one click from the Arena, and the list of the Theory page."""

import streamlit as st

from cspa_explore.experiments.experiment import FIRST
from cspa_explore.learners import LearnerText
from cspa_explore.ui.session import lesson, state
from cspa_explore.ui.session.link import to_query
from cspa_explore.ui.shell import foot
from cspa_explore.ui.theory.errata_list import POLL, demonstration, errata_list
from cspa_explore.ui.work.follow import PATIENCE
from cspa_explore.ui.work.presence import stop_polling

AS_PRINTED = ("cspa", "cspa_as_printed")  # at their default β


def errata_tab() -> None:
    """Draw the errata."""
    text, button = st.columns([4, 1], vertical_alignment="center")
    waits = demonstration("E1", PATIENCE).under_way
    with text:
        st.fragment(_signs, run_every=POLL if waits else None)()
    if lesson.shows("page"):
        button.button("Run it as printed", key="as_printed", type="primary", on_click=run_as_printed, width="stretch")
    errata_list()
    foot("")


def _signs() -> None:
    """Say what the wrong sign costs, once its demonstration has run."""
    status, words = demonstration("E1"), "**The printed step has the wrong sign (E1).**"
    if not status.under_way:
        stop_polling()
    if status.result is not None:
        found = status.result.values
        words += (
            f" In {found['rounds']:,} rounds of the four Gaussians, CSPA as printed is right in "
            f"{100 * found['printed_share']:.1f} % of the rounds, "
            f"less often than a random guess (25 %). Corrected, it is right in {100 * found['share']:.1f} %."
        )
    st.markdown(words)


def run_as_printed() -> None:
    """Open the Arena with CSPA and CSPA as printed side by side."""
    experiment = FIRST.but(learners=[LearnerText.of(key) for key in AS_PRINTED])
    state.open_link("arena", {**to_query(experiment), "t": str(experiment.stream.n_rounds)})
