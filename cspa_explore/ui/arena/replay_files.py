"""The run on the screen as one HTML file: made in the background, and fetched by the browser.

The browser polls the session's desk while the films of the file are being computed, so no script runs.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import streamlit as st

from cspa_explore.player.packing import pack
from cspa_explore.player.replay_file import Making, run_file
from cspa_explore.sized_cache import SizedCache
from cspa_explore.ui.arena.film import is_run
from cspa_explore.ui.arena.runs import ArenaRun, kernels_of
from cspa_explore.ui.data.own_cache import OwnCache, kept_apart
from cspa_explore.ui.session.desk import desk
from cspa_explore.ui.work.background import Background
from cspa_explore.ui.work.job import LongWork, Show, Stop, Tell
from cspa_explore.ui.work.pool import pool
from cspa_explore.ui.work.status import State

CACHE_BYTES = 2**25  # of all cached files
FILES = "replay_files"


class ReplayFile(NamedTuple):
    """A complete file."""

    page: bytes

    @property
    def nbytes(self) -> int:
        """Return the number of bytes."""
        return len(self.page)


@st.cache_resource(show_spinner=False)
def cached_files() -> SizedCache:
    """Return the cache of files, which all sessions share; what belongs to own data is `kept_apart`."""
    return SizedCache(8, CACHE_BYTES)


class ReplayFiles:
    """Answers the browser's requests for the file of the run on the screen."""

    def __init__(self, cache: OwnCache | None = None) -> None:
        self.background = Background()  # of its own: the session's other one computes the films of handles
        self.cache = cached_files() if cache is None else cache
        self.shown: ArenaRun | None = None

    def answer(self, query: Mapping[str, str]) -> bytes:
        """Return the file ("ready"), how far it is ("computing"), or why there is none ("none")."""
        shown = self.shown
        if shown is None or not is_run(shown, query):
            return told("later")  # another run is on its way to the browser
        work = LongWork(
            kind="file",
            key=(shown.experiment, shown.pinned and shown.pinned.experiment, shown.result.seeds),
            work=partial(compute, shown),
            cache=self.cache,
            kernels=lambda: kernels_of(shown.experiment),
        )
        status = self.background.status(work)
        if status.state is State.DONE:
            return pack({"state": "ready"}, {"file": np.frombuffer(status.result.page, np.uint8)})
        if status.needs_click:
            self.background.stop()  # so that the next request tries again
            return told("none", why=status.error or "The replay file was cancelled.")
        return told("computing", share=round(self.background.share(work), 2))


def told(state: str, **more: Any) -> bytes:
    """Return an answer without a file."""
    return pack({"state": state, **more}, {})


def offer_file(shown: ArenaRun) -> None:
    """Let the browser ask for the file of this run."""
    if FILES not in st.session_state:
        st.session_state[FILES] = ReplayFiles(kept_apart(cached_files()))
    files: ReplayFiles = st.session_state[FILES]
    files.shown = shown
    desk().serve("file", files.answer)


def compute(shown: ArenaRun, tell: Tell, show: Show, stop: Stop) -> ReplayFile | None:
    """Return the file; None if it was cancelled."""
    with pool().share() as share:
        page = run_file(shown.result, shown.replay, Making(share, pool().workers, tell, stop))
    return None if stop() else ReplayFile(page.encode())
