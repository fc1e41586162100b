"""Arena: several learners side by side on the same rounds, in a run that can be rewound."""

import streamlit as st

from cspa_explore.player.component import component
from cspa_explore.ui.arena.answers import answer
from cspa_explore.ui.arena.first_learner import offer_learners
from cspa_explore.ui.arena.numbers import numbers, pinned_line, result_line
from cspa_explore.ui.arena.runs import arena_run
from cspa_explore.ui.session import state
from cspa_explore.ui.shell import inside

inside("arena")
experiment = state.experiment()
st.markdown("##### It is only ever told *right* or *wrong*. Watch it learn the classes.")
if not experiment.texts:
    offer_learners()
elif shown := arena_run(experiment, state.pinned()):
    component("arena")(data=shown.replay, key="player", on_question_change=answer)
    st.markdown(result_line(shown.result))
    if shown.pinned:
        st.markdown(pinned_line(shown.pinned))
    numbers(shown)
