"""The frame around the pages."""

import gc
from collections.abc import Mapping, Sequence
from pathlib import Path

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from cspa_explore.player.component import component
from cspa_explore.ui.controls.sidebar import sidebar
from cspa_explore.ui.markdown import plain
from cspa_explore.ui.session import state
from cspa_explore.ui.session.arrival import LinkKey
from cspa_explore.ui.work.kernels import compilers, compiling_notice

ICON = Path(__file__).with_name("icon.png")
MARK = "inside_the_app"
FOOT = "foot"  # what the page says of itself below
GO = "go"  # where to go next: path and query
STYLE = """<style>
[data-testid=stMainBlockContainer] { padding: 4rem 2rem 2rem; }
[data-testid=stSidebarUserContent] { padding-bottom: 2rem; }
[data-testid=stCaptionContainer], [data-testid=stCaptionContainer] p { color: inherit; opacity: 0.9; }
[data-testid=stExpandSidebarButton] * { color: inherit; }
[data-tag] { height: auto; max-width: 100%; padding-block: 0.15rem; color: inherit;
  background: color-mix(in srgb, currentColor 12%, transparent); }
[data-testid=stBaseButton-primary]:enabled { background: #0060a8; border-color: #0060a8; color: white; }
[data-testid=stPlotlyChart] :is(.infolayer, .cartesianlayer) text { fill: currentColor !important; }
[data-tag] > span { max-width: none; white-space: normal; overflow: visible; line-height: 1.25; }
</style>"""


@st.cache_resource(show_spinner=False)
def settle() -> None:
    """Take the imported modules out of the garbage collector's rounds, once: it runs after every script."""
    gc.freeze()


def frame() -> None:
    """Set the page up; app.py calls it before it runs a page."""
    st.set_page_config(page_title="CSPA Explorer", page_icon=str(ICON), layout="wide")
    settle()
    compilers()
    st.session_state[MARK] = True


def open_page(page: StreamlitPage, pages: dict[str, StreamlitPage], links: Mapping[str, Sequence[LinkKey]]) -> None:
    """Run the page inside the frame: the shared experiment beside it, below it in words what it shows.

    `links` are the link keys that each page declares.

    If a visit to another one is due (the player asked for it, or it was opened without app.py), go there.
    """
    if GO in st.session_state:
        path, query = st.session_state.pop(GO)
        if pages[path] is not page:
            st.switch_page(pages[path], query_params=query)
    st.html(STYLE)
    state.begin(next((path for path in pages if pages[path] is page), page.url_path), links)
    sidebar()
    with st.sidebar:
        compiling_notice()
        if state.visiting():  # the page is part of the data: the browser takes no notice of equal data
            component("address_bar")(data={"page": page.title, "query": state.session().written}, key="address_bar")
    state.say_notes()
    st.session_state[FOOT] = str(state.experiment())
    page.run()
    st.caption(plain(f"{st.session_state[FOOT]}."))
    state.end()


def foot(words: str) -> None:
    """Have these words below the page, if it shows something else than the shared experiment as it is."""
    st.session_state[FOOT] = words


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
