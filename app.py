"""CSPA Explorer: `streamlit run app.py`."""

import streamlit as st

from cspa_explore.ui.shell import alias, frame, open_page

frame()
arena = st.Page("pages/arena.py", title="Arena", url_path="start", default=True)
open_page(st.navigation([arena, alias("arena", arena)], position="top"))
