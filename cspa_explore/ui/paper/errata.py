"""The Errata tab: CSPA as printed, one click from the Arena, and the list of the Theory page."""

import streamlit as st

from cspa_explore.experiments.experiment import FIRST
from cspa_explore.learners import LearnerText
from cspa_explore.ui.session import state
from cspa_explore.ui.session.link import to_query
from cspa_explore.ui.shell import foot, go
from cspa_explore.ui.theory.errata_list import demonstration, errata_list

AS_PRINTED = ("cspa", "cspa_as_printed")  # at their default β


def errata_tab() -> None:
    """Draw the errata."""
    found = demonstration("E1").values
    text, button = st.columns([4, 1], vertical_alignment="center")
    text.markdown(
        f"**The printed step has the wrong sign (E1).** On the four Gaussians, CSPA as printed is right in "
        f"{100 * found['printed_share']:.1f} % of the rounds, less often than a random guess (25 %). Corrected, it is "
        f"right in {100 * found['share']:.1f} %."
    )
    button.button("Run it as printed", key="as_printed", type="primary", on_click=run_as_printed, width="stretch")
    errata_list()
    foot("")


def run_as_printed() -> None:
    """Open the Arena with CSPA and CSPA as printed side by side."""
    experiment = FIRST.but(learners=[LearnerText.of(key) for key in AS_PRINTED])
    here = st.query_params.to_dict()
    state.want("arena", {**to_query(experiment), "t": str(experiment.stream.n_rounds)}, here)
    go("arena", here)
