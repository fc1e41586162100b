"""Data: every data set as a card, own files and own points, and what is in them."""

import streamlit as st

from cspa_explore.ui.data.page import cards, details, looked_at, own_files, own_points
from cspa_explore.ui.session import lesson
from cspa_explore.ui.shell import inside

inside("data")
st.markdown("# Which data do the learners play?")
if not lesson.shows("data"):
    details(looked_at())
else:
    sets, file, points = st.tabs(["Data sets", "Your file", "Your points"])
    with sets:
        details(looked_at())
        cards()
    with file:
        own_files()
    with points:
        own_points()
