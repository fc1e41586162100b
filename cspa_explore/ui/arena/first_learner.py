"""What a page shows when no learner is chosen."""

import streamlit as st

from cspa_explore.experiments.experiment import parsed
from cspa_explore.experiments.fitting import fitting_learners
from cspa_explore.ui.session import lesson, state


def offer_learners() -> None:
    """Ask for a learner, and offer those that fit the data set."""
    if not lesson.shows("learners"):
        st.info("No learner plays here.")
        return
    st.info("Pick at least one learner: in the sidebar, or one of these.")
    K = state.experiment().stream.n_classes
    fitting = parsed(fitting_learners(K))
    for column, learner in zip(st.columns(len(fitting)), fitting, strict=True):
        text = str(learner)
        column.button(learner.words_for(K), key=f"pick_{text}", width="stretch", on_click=_pick, args=(text,))


def _pick(text: str) -> None:
    state.change(learners=(text,))
