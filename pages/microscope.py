"""Microscope: one round of one learner, with all its numbers."""

import streamlit as st

from cspa_explore.player.component import component
from cspa_explore.ui.arena.view import no_learner
from cspa_explore.ui.markdown import plain
from cspa_explore.ui.microscope.round_tables import round_numbers
from cspa_explore.ui.microscope.scene import bench, find_worst, probe_of, scene
from cspa_explore.ui.session import state
from cspa_explore.ui.shell import inside

inside("microscope")
settings = state.experiment()
st.markdown("##### One round, with its numbers: what it saw, said, heard and learnt.")


@st.fragment
def microscope() -> None:
    """Draw the round that the drawing asks for; moving x runs this part of the page alone."""
    known = st.session_state.get("scope") or {}
    asked = known.get("probe") or st.query_params.to_dict()
    probe, notes = probe_of(asked, settings)
    for note in notes:
        st.toast(plain(note), duration="long")
    table = bench(settings)
    if table is None:
        return
    find_worst(table, probe.which)
    answer = {"answer": asked.get("again")}  # every question is seen to be answered, also if nothing changes
    shown = scene(table, probe)
    component("microscope")(data=shown | answer, key="scope", on_probe_change=lambda: None)
    round_numbers(settings, shown)


if settings.texts:
    microscope()
else:
    no_learner()
