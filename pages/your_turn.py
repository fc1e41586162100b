"""Your turn: the student is the learner, told only right or wrong; then the learners play the same rounds."""

import streamlit as st

from cspa_explore.ui.session import state
from cspa_explore.ui.shell import inside
from cspa_explore.ui.your_turn.page import play

inside("your_turn")
st.markdown("# Your turn: you are the learner, told only right or wrong.")
play(state.experiment())
