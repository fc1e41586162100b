"""Microscope: one round of one learner, with all its numbers."""

import streamlit as st

from cspa_explore.player.component import component
from cspa_explore.ui import state
from cspa_explore.ui.arena import no_learner
from cspa_explore.ui.microscope import probe_of, scene
from cspa_explore.ui.plain import plain
from cspa_explore.ui.shell import inside

inside("microscope")
settings = state.settings()
st.markdown("##### One round, with its numbers: what it saw, said, heard and learnt.")


@st.fragment
def microscope() -> None:
    """Draw the round that the drawing asks for; moving x runs this part of the page alone."""
    known = st.session_state.get("scope") or {}
    asked = known.get("probe") or st.query_params.to_dict()
    probe, notes = probe_of(asked, settings)
    for note in notes:
        st.toast(plain(note), duration="long")
    answer = {"answer": asked.get("again")}  # every question is seen to be answered, also if nothing changes
    component("microscope")(data=scene(settings, probe) | answer, key="scope", on_probe_change=lambda: None)


if settings.learners:
    microscope()
else:
    no_learner()
