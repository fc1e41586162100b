"""The frame around the pages: configuration, sidebar, caption, and navigation between pages."""

import gc
from collections.abc import Mapping, Sequence
from pathlib import Path

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from cspa_explore.player.component import component
from cspa_explore.ui.controls.sidebar import sidebar
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.session import state
from cspa_explore.ui.session.arrival import LinkKey
from cspa_explore.ui.work.kernels import compilers, compiling_notice

ICON = Path(__file__).with_name("icon.png")
MARK = "inside_the_app"  # set once app.py has run
FOOT = "foot"  # the caption below the page
GO = "go"  # the page to visit next: path and query
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
    """Exclude import-time objects from garbage collection, once per server."""
    gc.freeze()


def frame() -> None:
    """Configure the page and start the compilers; app.py calls this before it runs a page."""
    st.set_page_config(page_title="CSPA Explorer", page_icon=str(ICON), layout="wide")
    settle()
    compilers()
    st.session_state[MARK] = True


def open_page(page: StreamlitPage, pages: dict[str, StreamlitPage], links: Mapping[str, Sequence[LinkKey]]) -> None:
    """Run the page between the sidebar and a caption that states the experiment in words.

    `links` maps each page to the link keys that it declares. If `go` was called (by the player, or because a page was
    opened without app.py), switch to that page instead.
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
        if state.visiting():  # with the page's title, because a component ignores unchanged data
            component("address_bar")(data={"page": page.title, "query": state.session().written}, key="address_bar")
    state.say_notes()
    st.session_state[FOOT] = str(state.experiment())
    page.run()
    st.caption(escaped(f"{st.session_state[FOOT]}."))
    state.end()


def foot(words: str) -> None:
    """Set the caption below the page, for a page that shows something other than the shared experiment."""
    st.session_state[FOOT] = words


def inside(path: str) -> None:
    """If the page was opened without app.py (a deep link to a cold server), switch to app.py with the same query."""
    if MARK not in st.session_state:
        go(path, st.query_params.to_dict())
        st.switch_page("app.py", query_params=st.query_params.to_dict())


def go(path: str, query: dict[str, str]) -> None:
    """Visit the page in the next script run."""
    st.session_state[GO] = (path, query)


def going() -> bool:
    """Say whether the next script run visits another page."""
    return GO in st.session_state


def alias(path: str, page: StreamlitPage) -> StreamlitPage:
    """Return a hidden page that redirects /path to the page, because the default page has no path of its own."""
    return st.Page(
        lambda: st.switch_page(page, query_params=st.query_params.to_dict()),
        title=page.title, url_path=path, visibility="hidden",
    )  # fmt: skip
