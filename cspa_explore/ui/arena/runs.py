"""The Arena's runs: computed once for all sessions, in the background if they take long."""

from contextlib import nullcontext
from functools import partial
from typing import NamedTuple

import streamlit as st

from cspa_explore.experiments.experiment import FIRST, Experiment
from cspa_explore.learners.kernels import Unit, units_of
from cspa_explore.player import shipped
from cspa_explore.player.replay import Ghost, replay
from cspa_explore.results.comparisons import References, references
from cspa_explore.results.run import RunResult
from cspa_explore.running.run import run
from cspa_explore.sized_cache import SizedCache
from cspa_explore.ui.markdown import plain
from cspa_explore.ui.work.follow import follow, job_of, offer, show_progress
from cspa_explore.ui.work.job import LongWork, Show, Stop, Tell
from cspa_explore.ui.work.pool import pool
from cspa_explore.ui.work.status import State, Status

CACHE_BYTES = 2**28  # of the runs that all sessions share
SMALL = 2**24  # multiplications of a run that is sooner done on one thread: several wait for each other's Python
LAST = "last_run"  # the session's: shown while another one is computed


class ArenaRun(NamedTuple):
    """A run, its reference lines, and its replay."""

    settings: Experiment
    result: RunResult
    lines: References
    replay: bytes
    partial: bool = False  # it was cancelled: only its complete trials are here
    pinned: RunResult | None = None  # its curves are drawn in grey

    @property
    def nbytes(self) -> int:
        """Return the bytes of replay and result."""
        return len(self.replay) + self.result.nbytes


@st.cache_resource(show_spinner=False)
def cached_runs() -> SizedCache:
    """Return the runs that all sessions share."""
    return SizedCache(24, CACHE_BYTES)


def arena_run(settings: Experiment, pin: Experiment | None = None) -> ArenaRun | None:
    """Return the run; while it is being computed, show a bar and return the session's last one."""
    _shipped(settings, pin)
    work = LongWork(
        kind="run",
        key=(settings, pin),
        work=partial(compute, settings, pin),
        cache=cached_runs(),
        whole=lambda found: not found.partial,
        kernels=lambda: kernels_of(settings, *([pin] if pin else [])),
    )
    now = follow(work)
    if now.needs_click:
        offer(work, now, _cancelled(now), "Run it to the end", "run_again")
    elif (job := job_of(work)) is not None:
        show_progress(job)
    if now.state in (State.DONE, State.CANCELLED) and now.result is not None:
        st.session_state[LAST] = now.result
        return now.result
    before: ArenaRun | None = st.session_state.get(LAST)
    if before is not None:
        st.caption(plain(f"Below is still the run before: {before.settings}."))
    return before


def _cancelled(status: Status) -> str:
    """Return what there is of a run that was cancelled."""
    if status.result is None:
        return "This run was cancelled before the rounds of one seed were complete."
    n = len(status.result.result.seeds)
    what = "is the one seed that was complete" if n == 1 else f"are the {n} seeds that were complete"
    return f"This run was cancelled: below {what}."


def kernels_of(*played: Experiment) -> frozenset[Unit]:
    """Return the kernels that these runs need."""
    needed = [units_of([item.key for item in one.learners], one.stream.storage) for one in played]
    return frozenset().union(*needed)


def _shipped(settings: Experiment, pin: Experiment | None) -> ArenaRun | None:
    """Return the run that comes with the program, if it is the one, and cache it: it needs no kernel."""
    if settings != FIRST or pin is not None:
        return None
    if (found := cached_runs().get((settings, pin))) is None:
        data, result = shipped.load()
        found = cached_runs()[(settings, pin)] = ArenaRun(settings, result, references(result), data)
    return found


def compute(settings: Experiment, pin: Experiment | None, tell: Tell, show: Show, stop: Stop) -> ArenaRun | None:
    """Return the complete trials and their replay, with the pinned run beside them; None if there are none."""
    result = _play(settings, tell, stop).complete
    if not len(result.seeds):
        return None
    cancelled, pinned = result.partial, None
    if pin is not None and pin.texts:
        known = cached_runs().get((pin, None)) or _shipped(pin, None)
        beside = known.result if known else _play(pin, tell, stop)
        cancelled = cancelled or beside.partial
        pinned = None if beside.partial else beside
    lines = references(result)
    ghosts = (Ghost(str(pin), pinned),) if pinned else ()
    return ArenaRun(settings, result, lines, replay(result, lines, ghosts), cancelled, pinned)


def _play(settings: Experiment, tell: Tell, stop: Stop) -> RunResult:
    """Return the result of the run, from the server's pool of threads unless it is small."""
    stream = settings.stream
    work = len(settings.learners) * settings.trials * stream.n_rounds * stream.n_classes * stream.n_features
    with nullcontext() if work <= SMALL else pool().share() as executor:
        return run(settings, executor=executor, on_progress=tell, should_stop=stop)
