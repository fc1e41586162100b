"""The frame around the pages: configuration, sidebar, caption, and navigation between pages."""

import gc
from collections.abc import Mapping, Sequence
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.navigation.page import StreamlitPage

from cspa_explore.player.component import component
from cspa_explore.player.styles import sheets_of
from cspa_explore.ui.classroom.from_state import question_button
from cspa_explore.ui.controls.sidebar import sidebar
from cspa_explore.ui.data.needed import needs_data
from cspa_explore.ui.guide.tools import page_tools
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.session import lesson, state
from cspa_explore.ui.session.arrival import LinkKey
from cspa_explore.ui.session.callbacks import finish_callbacks
from cspa_explore.ui.work.kernels import compilers, compiling_notice

ICON = Path(__file__).with_name("icon.png")
MARK = "inside_the_app"  # set once app.py has run
FOOT = "foot"  # the caption below the page
WITHOUT_DATA = ("data", "paper", "classroom")  # pages that do not play the shared experiment
OWN_SETTINGS = {"classroom": "Each question has its own settings. Those below are for the other pages."}
SHEETS = [Path(__file__).with_name(name).read_text(encoding="utf-8") for name in ("shell.css", "sidebar.css")]
STYLE = f"<style>{''.join(SHEETS)}{sheets_of('signs.css')}</style>"


@st.cache_resource(show_spinner=False)
def settle() -> None:
    """Set up what holds for all sessions, once per server; objects made so far are never garbage."""
    finish_callbacks()
    gc.freeze()


def frame() -> None:
    """Configure the page and start the compilers; app.py calls this before it runs a page."""
    st.set_page_config(page_title="CSPA Explorer", page_icon=str(ICON), layout="wide")
    settle()
    compilers()
    st.session_state[MARK] = True


def open_page(page: StreamlitPage, pages: dict[str, StreamlitPage], links: Mapping[str, Sequence[LinkKey]]) -> None:
    """Run the page between the sidebar and a caption that states the experiment in words.

    `links` maps each page to the link keys that it declares. If `state.go` was called (by the player, or because a page
    was opened without app.py), switch to that page instead.
    """
    if state.GO in st.session_state:
        target, query = st.session_state[state.GO]
        if pages[target] is not page:
            st.switch_page(pages[target], query_params=query)
        # Only now, because another request may interrupt the script run before the page is switched.
        del st.session_state[state.GO]
    path = next((path for path in pages if pages[path] is page), page.url_path)
    state.begin(path, {**links, "": lesson.LINK_KEYS})
    hidden = lesson.hidden()
    st.html(STYLE + lesson.style_of(hidden, path))
    sidebar(hidden, OWN_SETTINGS.get(path, ""))
    with st.sidebar:
        if "files" not in hidden:
            question_button(path)
        compiling_notice()
        if state.visiting():  # with the number of the visit, because a component ignores unchanged data
            known = [one.url_path for one in pages.values()]
            visit = {"visit": state.visits(), "query": state.replacing(), "page": page.url_path, "pages": known}
            component("address_bar")(data=visit, key="address_bar")
    with st.container(key="refused"):  # also without an error: one that came later would remount the tabs below it
        state.say_notes()
    page_tools(path, pages, hidden)
    if path not in WITHOUT_DATA and needs_data():
        state.end()
        return
    foot("" if path in WITHOUT_DATA else str(state.experiment()))
    page.run()
    if words := st.session_state[FOOT]:
        with below("caption"):
            st.caption(escaped(f"{words}."))
    state.end()


def below(name: str) -> DeltaGenerator:
    """Return a container for what stands below a drawing; presenting hides it."""
    return st.container(key=f"below_{name}")


def foot(words: str) -> None:
    """Set the caption below the page, for a page that shows something other than the shared experiment."""
    st.session_state[FOOT] = words


def inside(path: str) -> None:
    """If the page was opened without app.py (a deep link to a cold server), switch to app.py with the same query."""
    if MARK not in st.session_state:
        state.go(path, st.query_params.to_dict())
        st.switch_page("app.py", query_params=st.query_params.to_dict())


def alias(path: str, page: StreamlitPage) -> StreamlitPage:
    """Return a hidden page that redirects /path to the page, because the default page has no path of its own."""
    return st.Page(
        lambda: st.switch_page(page, query_params=st.query_params.to_dict()),
        title=page.title, url_path=path, visibility="hidden",
    )  # fmt: skip
