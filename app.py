"""CSPA Explorer: `streamlit run app.py`."""

import streamlit as st

from cspa_explore.ui.shell import frame

frame()
st.navigation([st.Page("pages/arena.py", title="Arena", default=True)], position="top").run()
