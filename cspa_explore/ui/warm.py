"""Kernels are compiled or loaded in the background, so that the first page does not wait for them."""

from threading import Thread

import streamlit as st

from cspa_explore.learners.warmup import warm_up


class Warming:
    """How far it is."""

    def __init__(self) -> None:
        self.done, self.total, self.failed = 0, 1, ""
        self.thread = Thread(target=self._work, daemon=True)
        self.thread.start()

    def _work(self) -> None:
        try:
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


def notice() -> None:
    """Show a small notice as long as kernels are being compiled."""
    if not warming().ready:
        _notice()


@st.fragment(run_every=0.5)
def _notice() -> None:
    now = warming()
    if now.ready:
        st.rerun()
    st.caption(f"Preparing the fast path… {now.done} of {now.total}. The first start compiles, later ones load.")
