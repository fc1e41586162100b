"""The Arena's runs: computed once for all sessions, in background jobs."""

from functools import partial
from typing import NamedTuple

import streamlit as st

from cspa_explore.experiments.experiment import FIRST, Experiment
from cspa_explore.learners.kernels import Unit, units_of
from cspa_explore.player import shipped
from cspa_explore.player.details import Details
from cspa_explore.player.replay import Ghost, detailed_replay
from cspa_explore.results.comparisons import References, references
from cspa_explore.results.run import RunResult
from cspa_explore.running.run import run
from cspa_explore.sized_cache import SizedCache
from cspa_explore.ui.data.own_cache import kept_apart
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.work.follow import follow, job_of, offer, show_progress, start_early
from cspa_explore.ui.work.job import LongWork, Show, Stop, Tell
from cspa_explore.ui.work.pool import pool
from cspa_explore.ui.work.results_store import results_store
from cspa_explore.ui.work.status import State, Status

CACHE_BYTES = 2**28  # of all cached runs
SMALL = 2**24  # multiplications up to which one thread is faster than several, which contend for the GIL
LAST = "last_run"  # the session's last run, shown while another one is computed


class ArenaRun(NamedTuple):
    """A run, its reference lines, and its replay."""

    experiment: Experiment
    result: RunResult
    lines: References
    replay: bytes
    partial: bool = False  # cancelled: only the complete trials are here
    pinned: RunResult | None = None  # its curves are drawn in grey
    details: Details | None = None  # that the replay leaves out

    @property
    def nbytes(self) -> int:
        """Return the bytes of the replay, its details and the result."""
        return len(self.replay) + (self.details.nbytes if self.details else 0) + self.result.nbytes


@st.cache_resource(show_spinner=False)
def cached_runs() -> SizedCache:
    """Return the cache of runs, which all sessions share; what belongs to own files is `kept_apart`."""
    return SizedCache(24, CACHE_BYTES)


def arena_run(experiment: Experiment, pin: Experiment | None = None) -> ArenaRun | None:
    """Return the run; while it is being computed, show a progress bar and return the session's last run."""
    work = _work(experiment, pin)
    status = follow(work)
    if status.needs_click:
        again = "Try again" if status.state is State.FAILED else "Run it to the end"
        here = experiment.stream.info.present  # without the data, another try would fail as well
        offer(work, status, _cancelled(status), again if here else "", "run_again")
    elif (job := job_of(work)) is not None:
        show_progress(job)
    if status.state in (State.DONE, State.CANCELLED) and status.result is not None:
        st.session_state[LAST] = status.result
        return status.result
    before: ArenaRun | None = st.session_state.get(LAST)
    if before is not None:
        st.caption(escaped(f"Showing the previous run meanwhile: {before.experiment}."))
    return before


def prepare_run(experiment: Experiment, pin: Experiment | None = None) -> None:
    """Start the run before the page is drawn."""
    start_early(_work(experiment, pin))


def _work(experiment: Experiment, pin: Experiment | None) -> LongWork:
    _shipped(experiment, pin)
    return LongWork(
        kind="run",
        key=(experiment, pin),
        work=partial(compute, experiment, pin),
        cache=kept_apart(cached_runs()),
        whole=lambda found: not found.partial,
        kernels=lambda: kernels_of(experiment, *([pin] if pin else [])),
    )


def _cancelled(status: Status) -> str:
    """Return the sentence about a cancelled run: how many seeds are complete."""
    if status.result is None:
        return "This run was cancelled before the rounds of one seed were complete."
    n = len(status.result.result.seeds)
    what = "is the one seed that was complete" if n == 1 else f"are the {n} seeds that were complete"
    return f"This run was cancelled: below {what}."


def kernels_of(*played: Experiment) -> frozenset[Unit]:
    """Return the kernels that these runs need."""
    needed = [units_of([item.key for item in one.learners], one.stream.storage) for one in played]
    return frozenset().union(*needed)


def _shipped(experiment: Experiment, pin: Experiment | None) -> ArenaRun | None:
    """Return and cache the shipped run, which needs no kernel; None if the experiment is not the first one."""
    if experiment != FIRST or pin is not None:
        return None
    if (found := cached_runs().get((experiment, pin))) is None:
        data, result = shipped.load()
        found = cached_runs()[(experiment, pin)] = ArenaRun(experiment, result, references(result), data)
    return found


def compute(experiment: Experiment, pin: Experiment | None, tell: Tell, show: Show, stop: Stop) -> ArenaRun | None:
    """Return the complete trials, their replay and the pinned run; None if no trial is complete."""
    result = _play(experiment, tell, stop).complete
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
    data, details = detailed_replay(result, lines, ghosts)
    return ArenaRun(experiment, result, lines, data, cancelled, pinned, details)


def is_small(experiment: Experiment) -> bool:
    """Say whether one thread plays the run in a moment."""
    stream = experiment.stream
    work = len(experiment.learners) * experiment.trials * stream.n_rounds * stream.n_classes * stream.n_features
    return work <= SMALL


def _play(experiment: Experiment, tell: Tell, stop: Stop) -> RunResult:
    """Return the result of the run; a large run uses the server's thread pool, and of several seeds the store."""
    if is_small(experiment):
        return run(experiment, on_progress=tell, should_stop=stop)
    store = results_store() if experiment.trials > 1 else None
    with pool().share() as executor:
        return run(experiment, executor=executor, on_progress=tell, should_stop=stop, store=store)
