"""The frame around the pages."""

import gc
from pathlib import Path

import streamlit as st
from streamlit.navigation.page import StreamlitPage

ICON = Path(__file__).with_name("icon.png")
MARK = "inside_the_app"


@st.cache_resource
def settle() -> None:
    """Take the imported modules out of the garbage collector's rounds, once: it runs after every script."""
    gc.freeze()


def frame() -> None:
    """Set the page up; app.py calls it before it runs a page."""
    st.set_page_config(page_title="CSPA Explorer", page_icon=str(ICON), layout="wide")
    settle()
    st.session_state[MARK] = True


def inside() -> None:
    """Hand a page that was opened without app.py (a deep link to a cold server) back to it."""
    if MARK not in st.session_state:
        st.switch_page("app.py")


def alias(path: str, page: StreamlitPage) -> StreamlitPage:
    """Return a hidden page that leads from /path to the page: the default page has no path of its own."""
    return st.Page(lambda: st.switch_page(page), title=page.title, url_path=path, visibility="hidden")
