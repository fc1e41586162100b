"""Runs for the pages: computed once for the same settings, in the background if they take long."""

from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from os import cpu_count
from typing import NamedTuple

import streamlit as st

from cspa_explore.experiments.experiment import FIRST, Experiment
from cspa_explore.player import shipped
from cspa_explore.player.replay import Ghost, replay
from cspa_explore.results.comparisons import References, references
from cspa_explore.results.run import RunResult
from cspa_explore.running.executor import Progress
from cspa_explore.running.run import run
from cspa_explore.ui.markdown import plain
from cspa_explore.ui.work.cache import Kept
from cspa_explore.ui.work.jobs import Job, job_for, show_progress

KEPT_BYTES = 2**28  # of the runs that are kept for all sessions
PATIENCE = 0.5  # seconds that the page waits before it shows a bar
SMALL = 2**24  # multiplications of a run that is sooner done on one thread: several wait for each other's Python


class Computed(NamedTuple):
    """A run, its reference lines, and its replay."""

    settings: Experiment
    result: RunResult
    lines: References
    replay: bytes
    partial: bool = False  # it was cancelled
    pinned: RunResult | None = None  # that its curves are drawn beside

    @property
    def nbytes(self) -> int:
        """Return the bytes of replay and result."""
        return len(self.replay) + self.result.nbytes


class Ended(NamedTuple):
    """A run without an end: it was cancelled, or failed."""

    key: Hashable
    error: str
    part: Computed | None  # its complete trials


@st.cache_resource(show_spinner=False)
def _kept() -> Kept:
    return Kept(24, KEPT_BYTES)


def pool() -> ThreadPoolExecutor:
    """Return threads for one job, as many as there are cores: jobs of several sessions share them fairly."""
    return ThreadPoolExecutor(cpu_count() or 1)


def computed(settings: Experiment, pin: Experiment | None = None) -> Computed | None:
    """Return the run; while it is being computed, a bar is shown and the session's last one is returned."""
    key, kept = (settings, pin), _kept()
    found = kept.get(key) or _shipped(settings, pin)
    ended: Ended | None = st.session_state.get("ended")
    if found is None and ended is not None and ended.key == key:
        found = ended.part
        _offer_again(ended)
    elif found is None:
        pinned = None if pin is None else kept.get((pin, None)) or _shipped(pin, None)
        job = job_for(key, lambda tell, stop: _compute(settings, pin, pinned and pinned.result, tell, stop))
        if job.wait(PATIENCE):
            found = _finished(job)
        else:
            show_progress(job)
    if found is not None:
        st.session_state.last_computed = found
        return found
    before: Computed | None = st.session_state.get("last_computed")
    if before is not None:
        st.caption(plain(f"Below is still the run before: {before.settings}."))
    return before


def _finished(job: Job) -> Computed | None:
    """Return what the job came to; one that was cancelled or failed is not begun again by itself."""
    del st.session_state["job"]
    found: Computed | None = job.answer
    if found is None or found.partial:
        st.session_state.ended = ended = Ended(job.key, job.error, found)
        _offer_again(ended)
    else:
        _kept()[job.key] = found
    return found


def _offer_again(ended: Ended) -> None:
    """Say why the run has no end, and offer to begin it again."""
    if ended.error:
        st.error(plain(ended.error))
    elif ended.part is None:
        st.info("This run was cancelled before the rounds of one seed were complete.")
    else:
        n = len(ended.part.result.seeds)
        what = "is the one seed that was complete" if n == 1 else f"are the {n} seeds that were complete"
        st.info(f"This run was cancelled: below {what}.")
    st.button("Run it to the end", key="run_again", on_click=lambda: st.session_state.pop("ended", None))


def _shipped(settings: Experiment, pin: Experiment | None) -> Computed | None:
    """Return the run that comes with the program, if it is the one: it is there before any kernel is."""
    if settings != FIRST or pin is not None:
        return None
    data, result = shipped.load()
    found = Computed(settings, result, references(result), data)
    _kept()[(settings, pin)] = found
    return found


def _compute(
    settings: Experiment,
    pin: Experiment | None,
    pinned: RunResult | None,
    tell: Callable[[Progress], None],
    stop: Callable[[], bool],
) -> Computed | None:
    """Return the complete trials and their replay, None if there are none; `pinned`: the pinned run if it is known."""

    def play(wanted: Experiment) -> RunResult:
        stream = wanted.stream
        work = len(wanted.learners) * wanted.trials * stream.n_rounds * stream.n_classes * stream.n_features
        with nullcontext() if work <= SMALL else pool() as workers:
            return run(wanted, executor=workers, on_progress=tell, should_stop=stop)

    result = play(settings).complete
    if not len(result.seeds):
        return None
    ghosts: tuple[Ghost, ...] = ()
    partial = result.partial
    if pin is not None and pin.texts:
        pinned = pinned or play(pin)
        partial = partial or pinned.partial
        ghosts = () if pinned.partial else (Ghost(str(pin), pinned),)
    lines = references(result)
    ghost = ghosts[0].result if ghosts else None
    return Computed(settings, result, lines, replay(result, lines, ghosts), partial, ghost)
