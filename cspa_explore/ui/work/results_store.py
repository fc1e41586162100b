"""The server's store of results: a sweep that was computed once is there after a restart."""

import streamlit as st

from cspa_explore.store import Store, default_store


@st.cache_resource(show_spinner=False)
def results_store() -> Store | None:
    """Return the server's one store; None if it is off. It never keeps results of own files."""
    return default_store()
