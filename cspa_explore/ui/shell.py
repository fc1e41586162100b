"""The frame around the pages."""

import gc
from pathlib import Path

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from cspa_explore.ui import state
from cspa_explore.ui.sidebar import sidebar
from cspa_explore.ui.warm import notice, warming

ICON = Path(__file__).with_name("icon.png")
MARK = "inside_the_app"
GO = "go"  # where to go next: path and query
STYLE = """<style>
[data-testid=stMainBlockContainer] { padding: 4rem 2rem 2rem; }
[data-testid=stSidebarUserContent] { padding-bottom: 2rem; }
</style>"""


@st.cache_resource(show_spinner=False)
def settle() -> None:
    """Take the imported modules out of the garbage collector's rounds, once: it runs after every script."""
    gc.freeze()


def frame() -> None:
    """Set the page up; app.py calls it before it runs a page."""
    st.set_page_config(page_title="CSPA Explorer", page_icon=str(ICON), layout="wide")
    settle()
    warming()
    st.session_state[MARK] = True


def open_page(page: StreamlitPage, pages: dict[str, StreamlitPage]) -> None:
    """Run the page inside the frame: the shared experiment beside it, its state in words below it.

    If a visit to another one is due (the player asked for it, or it was opened without app.py), go there.
    """
    if GO in st.session_state:
        path, query = st.session_state.pop(GO)
        if pages[path] is not page:
            st.switch_page(pages[path], query_params=query)
    st.html(STYLE)
    state.begin(page.title)
    sidebar()
    with st.sidebar:
        notice()
    state.say_notes()
    page.run()
    st.caption(f"{state.settings()}.")
    state.end()


def inside(path: str) -> None:
    """Hand a page that was opened without app.py (a deep link to a cold server) back to it, with its query."""
    if MARK not in st.session_state:
        go(path, st.query_params.to_dict())
        st.switch_page("app.py", query_params=st.query_params.to_dict())


def go(path: str, query: dict[str, str]) -> None:
    """Visit the page when the script runs next."""
    st.session_state[GO] = (path, query)


def going() -> bool:
    """Say whether a visit to another page is due."""
    return GO in st.session_state


def alias(path: str, page: StreamlitPage) -> StreamlitPage:
    """Return a hidden page that leads from /path to the page: the default page has no path of its own."""
    return st.Page(
        lambda: st.switch_page(page, query_params=st.query_params.to_dict()),
        title=page.title, url_path=path, visibility="hidden",
    )  # fmt: skip
