"""CSPA Explorer: `streamlit run app.py`."""

import streamlit as st

from cspa_explore.ui.arena import link_keys as arena
from cspa_explore.ui.lab import controls as lab
from cspa_explore.ui.microscope import probe as microscope
from cspa_explore.ui.shell import alias, frame, open_page

frame()
pages = {
    "arena": st.Page("pages/arena.py", title="Arena", url_path="start", default=True),
    "microscope": st.Page("pages/microscope.py", title="Microscope", url_path="microscope"),
    "beta_lab": st.Page("pages/beta_lab.py", title="β Lab", url_path="beta_lab"),
}
links = {"arena": arena.LINK_KEYS, "microscope": microscope.LINK_KEYS, "beta_lab": lab.LINK_KEYS}
open_page(st.navigation([*pages.values(), alias("arena", pages["arena"])], position="top"), pages, links)
