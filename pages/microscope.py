"""Microscope: one round of one learner, with all its numbers."""

import streamlit as st

from cspa_explore.player.component import component
from cspa_explore.ui.arena.first_learner import offer_learners
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.microscope.inspected_run import find_biggest_changes, inspected_run
from cspa_explore.ui.microscope.probe import asked_probe
from cspa_explore.ui.microscope.round_tables import round_numbers
from cspa_explore.ui.microscope.scene import scene
from cspa_explore.ui.session import state
from cspa_explore.ui.session.questions import question_of
from cspa_explore.ui.shell import below, inside

inside("microscope")
experiment = state.experiment()
st.markdown("# One round: what the learner saw, said, heard and learnt.")


@st.fragment
def microscope() -> None:
    """Draw the round that the drawing asks for; its requests rerun only this fragment."""
    request = question_of("scope", "probe")
    probe, notes = asked_probe(request, state.address(), experiment)
    if notes:
        st.toast("  \n".join(map(escaped, notes)), duration="long")
    run = inspected_run(experiment)
    if run is None:
        return
    find_biggest_changes(run, probe.which)
    # A component ignores unchanged data, and the drawing would wait for ever: this value differs per request.
    answer = {"answer": request.get("again")}
    shown = scene(run, probe)
    component("microscope")(data=shown | answer, key="scope", on_probe_change=lambda: None)
    with below("microscope"):
        round_numbers(experiment, shown)


if experiment.texts:
    microscope()
else:
    offer_learners()
