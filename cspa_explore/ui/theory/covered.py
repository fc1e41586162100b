"""The run of the Theory page, its best comparator and its separability: computed once for all sessions, in jobs."""

from dataclasses import dataclass, replace
from functools import partial

import scipy.sparse
import streamlit as st

from cspa_explore.errors import CancelledError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.learners.kernels import units_of
from cspa_explore.running.theorem import first_trial
from cspa_explore.sized_cache import SizedCache
from cspa_explore.theory.best import BestFound
from cspa_explore.theory.bounds import CORRECTED, STATEMENTS
from cspa_explore.theory.cover import search
from cspa_explore.theory.separability import Separability, one_vs_rest, smallest_alpha
from cspa_explore.theory.verdict import Played
from cspa_explore.ui.data.own_cache import kept_apart
from cspa_explore.ui.work.follow import follow, job_of, offer, show_progress
from cspa_explore.ui.work.job import LongWork, Show, Stop, Tell
from cspa_explore.ui.work.status import State

CACHE_BYTES = 2**28
SEARCH = 8.0  # seconds for the best comparator
APART = 1.5  # seconds for each linear programme


@dataclass(frozen=True, eq=False)
class Searched:
    """A played run and what does not depend on the chosen comparator."""

    experiment: Experiment  # with the one learner
    played: Played
    best: BestFound | None
    apart: Separability
    alpha: float | None  # the smallest one with L* = 0; see smallest_alpha

    @property
    def nbytes(self) -> int:
        """Return the bytes of its arrays."""
        played, rows = self.played, self.played.rounds.X
        arrays = [rows.data, rows.indices, rows.indptr] if scipy.sparse.issparse(rows) else [rows]
        arrays += [played.rounds.y, played.loss, played.wrong, played.weights]
        if self.best is not None:
            arrays += [self.best.comparison.u, self.best.comparison.squares]
        return sum(int(array.nbytes) for array in arrays)


@st.cache_resource(show_spinner=False)
def cached_searches() -> SizedCache:
    """Return the cache of searched runs, which all sessions share; what belongs to own files is `kept_apart`."""
    return SizedCache(32, CACHE_BYTES)


def work_of(experiment: Experiment, which: int, statement: str) -> LongWork:
    """Return the search for one learner's first trial as long work."""
    alone = replace(experiment, learners=(experiment.learners[which],), trials=1)
    return LongWork(
        kind="theory",
        key=(alone, statement),
        work=partial(compute, alone, statement),
        cache=kept_apart(cached_searches()),
        kernels=lambda: units_of([alone.learners[0].key], alone.stream.storage),
    )


def compute(experiment: Experiment, statement: str, tell: Tell, show: Show, stop: Stop) -> Searched | None:
    """Return the run with its best comparator and its separability; None if it was stopped."""
    try:
        played = first_trial(experiment, stop=stop)
    except CancelledError:
        return None
    best = search(STATEMENTS[statement], played, SEARCH, stop=stop)
    if stop():
        return None
    apart = one_vs_rest(played.rounds, APART)
    return Searched(experiment, played, best, apart, smallest_alpha(CORRECTED, played.rounds, APART))


def searched(experiment: Experiment, which: int, statement: str) -> Searched | None:
    """Return the searched run; while it is computed, show a progress bar and return None."""
    work = work_of(experiment, which, statement)
    status = follow(work)
    if status.needs_click:
        here = experiment.stream.info.present and status.state is not State.FAILED
        offer(work, status, "The search was cancelled.", "Start again" if here else "", "theory_again")
    elif (job := job_of(work)) is not None:
        show_progress(job, "Looking for the best comparator: ")
    return status.result if status.state is State.DONE else None
