"""The server's kernels: helper processes compile the missing ones, and the sidebar says so meanwhile.

The server loads a kernel from the cache when a run first needs it. It compiles a kernel itself only if the cache folder
cannot be written or no helper can be started.
"""

from contextlib import suppress
from threading import Thread

import streamlit as st

from cspa_explore.errors import UserError
from cspa_explore.learners.compilers import IN_THE_BACKGROUND, Compilers
from cspa_explore.learners.kernels import ROWS, make_ready
from cspa_explore.ui.markdown import escaped

ONCE = "This happens once per machine; until then some changes take a few seconds."


@st.cache_resource(show_spinner=False)
def compilers() -> Compilers:
    """Return the server's one queue of kernels; the first session starts it."""
    queue = Compilers(command=IN_THE_BACKGROUND)  # low priority: the pages stay responsive
    Thread(target=_load_first, args=(queue,), daemon=True).start()
    return queue


def _load_first(queue: Compilers) -> None:
    """Load in advance the kernels that every run needs, because Numba's first load is slow."""
    with suppress(UserError):  # every run that needs them says the same
        if queue.wait([ROWS]):
            make_ready(ROWS)


def compiling_notice() -> None:
    """Show a caption while kernels are being compiled; afterwards the reason, if the helpers could not compile some."""
    if not compilers().finished:
        _notice()
    elif compilers().gave_up:
        st.caption(escaped(compilers().problem))


@st.fragment(run_every=0.5)
def _notice() -> None:
    now = compilers()
    if now.finished:
        st.rerun()
    st.caption(escaped(f"Preparing the learners… {now.done} of {now.total}. {ONCE} {now.problem}".rstrip()))
