"""What a page shows when no learner is chosen."""

import streamlit as st

from cspa_explore.ui.session import state

INSTRUCTIVE = {
    "CSPA β=1/6": "cspa(beta=1/6)",
    "CSPA β=1": "cspa(beta=1)",
    "Banditron γ=0.05": "banditron(gamma=0.05)",
}


def offer_learners() -> None:
    """Ask for a learner, and offer the most instructive ones."""
    st.info("Pick at least one learner: in the sidebar, or one of these.")
    for column, (words, text) in zip(st.columns(len(INSTRUCTIVE)), INSTRUCTIVE.items(), strict=True):
        column.button(words, key=f"pick_{text}", width="stretch", on_click=_pick, args=(text,))


def _pick(text: str) -> None:
    state.change(learners=(text,))
