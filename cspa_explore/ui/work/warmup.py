"""Kernels are compiled or loaded in the background, so that the first page does not wait for them.

Compiling takes a minute or two and would hold up every page, so another process does it; here they are loaded then.
"""

from threading import Thread

import streamlit as st

from cspa_explore.learners.warmup import cached, compile_elsewhere, compiled, warm_up


class Warming:
    """How far it is."""

    def __init__(self) -> None:
        self.done, self.total, self.failed = 0, 1, ""
        self.thread = Thread(target=self._work, daemon=True)
        self.thread.start()

    def _work(self) -> None:
        try:
            if not cached():
                compile_elsewhere(self._tell)
            warm_up(self._tell)
        except Exception as error:  # the page says so; runs compile what they need
            self.failed = str(error)

    def _tell(self, done: int, total: int) -> None:
        self.done, self.total = done, total

    @property
    def ready(self) -> bool:
        """Say whether there is nothing left to wait for."""
        return not self.thread.is_alive()


@st.cache_resource(show_spinner=False)
def warming() -> Warming:
    """Return the server's one warm-up, started by the first session."""
    return Warming()


def compiling() -> bool:
    """Say whether kernels are being compiled, as on a machine's first start; loading them does not count."""
    return not warming().ready and compiled() > 0


def notice() -> None:
    """Show a small notice as long as kernels are being compiled."""
    if not warming().ready:
        _notice()


@st.fragment(run_every=0.5)
def _notice() -> None:
    now = warming()
    if now.ready:
        st.rerun()
    words = "" if cached() else " This happens once on a machine; until then some changes take a few seconds."
    st.caption(f"Preparing the learners… {now.done} of {now.total}.{words}")
