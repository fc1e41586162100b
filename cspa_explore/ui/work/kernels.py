"""The server's kernels: helper processes compile those that are missing, and the pages say so meanwhile.

The server itself compiles nothing as long as there is a cache folder: it loads a kernel when a run first needs it.
"""

from threading import Thread

import streamlit as st

from cspa_explore.learners.compilers import IN_THE_BACKGROUND, Compilers
from cspa_explore.learners.kernels import ROWS, make_ready
from cspa_explore.ui.markdown import plain

ONCE = "This happens once on a machine; until then some changes take a few seconds."


@st.cache_resource(show_spinner=False)
def compilers() -> Compilers:
    """Return the server's one queue of kernels, started by the first session."""
    found = Compilers(command=IN_THE_BACKGROUND)  # the pages stay quick
    Thread(target=_load_first, args=(found,), daemon=True).start()
    return found


def _load_first(found: Compilers) -> None:
    """Load the kernels that every run needs: Numba takes a moment to load the first ones."""
    if found.wait([ROWS]):
        make_ready(ROWS)


def compiling_notice() -> None:
    """Show a small notice as long as kernels are being compiled, and if the helpers have failed."""
    if not compilers().finished:
        _notice()
    elif compilers().gave_up:
        st.caption(plain(compilers().problem))


@st.fragment(run_every=0.5)
def _notice() -> None:
    now = compilers()
    if now.finished:
        st.rerun()
    st.caption(plain(f"Preparing the learners… {now.done} of {now.total}. {ONCE} {now.problem}".rstrip()))
