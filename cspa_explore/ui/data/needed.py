"""The page that is shown while the data set is missing: it names the file, and takes it."""

import hashlib

import streamlit as st

from cspa_explore.datasets import Info
from cspa_explore.datasets.own import HERE, Shelf
from cspa_explore.datasets.readers.limits import megabytes
from cspa_explore.datasets.shared_folder import shared_file
from cspa_explore.ui.data.fetching import fetch_panel
from cspa_explore.ui.data.owned import Choices, lacking, reading_work
from cspa_explore.ui.data.upload import PRIVATE, read
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.session import state
from cspa_explore.ui.work.job import LongWork
from cspa_explore.wording import counted


def needs_data() -> bool:
    """Say whether the shared experiment lacks its data; then draw what is needed instead of the page."""
    info = lacking(state.experiment(), state.pinned())
    if info is None:
        return False
    pinned = lacking(state.experiment()) is None
    st.markdown(f"# {'The pinned run' if pinned else 'This experiment'} needs {escaped(info.title)}")
    if info.kind == "own":
        _ask_for_file(info)
    else:
        st.markdown(escaped(f"{info.spec.name}: {info.spec.note}"))
        fetch_panel(info.spec)
    if pinned:
        st.button("Unpin that run", key="unpin", on_click=state.pin, args=(None,))
    return True


def _ask_for_file(info: Info) -> None:
    """Ask for the file with this content, or take it from the server's folder."""
    from cspa_explore.datasets.readers.whole_file import file_content  # imported here because it is slow

    given = info.arguments
    wanted, sizes = given["sha256"], f"{given['n']:,} rows, {counted(given['d'], 'feature')}, {given['K']:,} classes"
    if (shared := shared_file(wanted)) is not None:
        if read(_work(info, file_content(shared.path), HERE)) is not None:
            st.rerun()
        return
    st.markdown(
        f"The link names a file that this session does not have: **{escaped(info.title)}**, {sizes}, "
        f"sha256 `{wanted[:12]}…`. Give the file, and the page opens."
    )
    file = st.file_uploader("The file", key="needed_file", help=PRIVATE)
    st.caption(PRIVATE)
    if file is None:
        return
    content = file.getvalue()
    found = hashlib.sha256(content).hexdigest()
    if found != wanted:
        size = megabytes(len(content))
        st.error(escaped(f"This is another file: its sha256 must be {wanted[:12]}…, got {found[:12]}… ({size})."))
    elif read(_work(info, content)) is not None:
        st.rerun()


def _work(info: Info, content: bytes, kept: Shelf | None = None) -> LongWork:
    """Return the reading of the file, as the link states it."""
    given = info.arguments
    how = Choices(given["label"], bool(given["raw"]), bool(given["binary"]))
    return reading_work(content, given["sha256"], info.title, how, kept)
