"""A run whose rounds can be inspected, and its biggest changes; background jobs compute both."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.inspection.biggest_changes import Worst, worst
from cspa_explore.inspection.rewind import Rewind
from cspa_explore.learners import LearnerText
from cspa_explore.learners.branch import AnyLearner
from cspa_explore.learners.kernels import Unit, units_of
from cspa_explore.player.replay import plane_of
from cspa_explore.running.executor import Control, Progress
from cspa_explore.running.run import trial_seed
from cspa_explore.sized_cache import SizedCache
from cspa_explore.streams.stream import Stream
from cspa_explore.ui.data.own_cache import kept_apart
from cspa_explore.ui.work.follow import follow, job_of, offer, show_progress
from cspa_explore.ui.work.job import LongWork, Show, Stop, Tell
from cspa_explore.ui.work.status import State

CACHE_BYTES = 2**29  # of all cached runs
N_BIGGEST = 10
CURVED = "With a kernel, regions are curved here; shown instead: scores and steps."
DIRECTIONS = "With a kernel, a class can own several directions; shown instead: scores and steps."  # rows of length 1


class InspectedRun:
    """The first trial of an experiment, with snapshots from which any round can be replayed.

    `whole` is False if the run was stopped before its last round.
    """

    def __init__(
        self,
        experiment: Experiment,
        on_progress: Callable[[Progress], None] = lambda progress: None,
        should_stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self.experiment = experiment
        self.stream = replace(experiment.stream, seed=trial_seed(experiment.stream.seed, 0))
        self.learners = experiment.learners
        self.rewind = Rewind(self.stream, self.learners)
        control = Control(len(self.learners) * self.rewind.rounds, on_progress, should_stop)
        traces = self.rewind.play(control.add, control.stopped)
        self.hits = [trace.hit.copy() for trace in traces]
        # Right proposals that taught something; with loss 0 nothing is learnt.
        self.lessons = [trace.hit & (trace.loss != 0) for trace in traces]
        self.whole = len(self.hits[0]) == self.rewind.rounds
        self.plane = plane_of(self.stream, []) if not self.stream.kernel else ("", kernel_words(self.stream))
        self.points = Rewind(replace(self.stream, normalise=False, bias=False, kernel=0.0), [LearnerText.of("uniform")])
        self.biggest_changes: dict[Any, Worst] = {}  # by (experiment, learner's place)

    @property
    def nbytes(self) -> int:
        """Return the bytes that snapshots, rows and traces take now."""
        return self.rewind.nbytes + self.points.nbytes + sum(hit.nbytes for hit in (*self.hits, *self.lessons))


def kernel_words(stream: Stream) -> str:
    """Return why a kernel run has no plane here; of inputs scaled to length 1 only the direction counts."""
    return DIRECTIONS if stream.normalise else CURVED


@st.cache_resource(show_spinner=False)
def cached_runs() -> SizedCache:
    """Return the cache of runs, which all sessions share; what belongs to own files is `kept_apart`."""
    return SizedCache(6, CACHE_BYTES)


def inspected_run(experiment: Experiment) -> InspectedRun | None:
    """Return the experiment's first trial; while it is played, show a progress bar and return None."""

    def play(tell: Tell, show: Show, stop: Stop) -> InspectedRun:
        return InspectedRun(experiment, tell, stop)

    work = LongWork(
        kind="inspected run",
        key=experiment,
        work=play,
        cache=kept_apart(cached_runs()),
        whole=lambda made: made.whole,
        kernels=partial(kernels_of, experiment),
    )
    return _result(work, "This run")


def find_biggest_changes(run: InspectedRun, which: int) -> None:
    """Find the rounds in which the learner changed most, and store them in `run`; meanwhile, show a progress bar."""

    def look_for(tell: Tell, show: Show, stop: Stop) -> Worst:
        return worst(run.rewind, which, N_BIGGEST, tell, stop)

    work = LongWork(
        kind="biggest changes",
        key=(run.experiment, which),
        work=look_for,
        cache=run.biggest_changes,
        whole=lambda made: made.seen == run.rewind.rounds,
    )
    _result(work, "Looking for the biggest changes")


def _result(work: LongWork, what: str) -> Any:
    """Return the result; if there is none yet, show a progress bar or the button to start again, and return None."""
    status = follow(work)
    if status.needs_click:
        offer(work, status, f"{what}: cancelled.", "Start again", "scope_again")
    elif (job := job_of(work)) is not None:
        show_progress(job, f"{what}: ")
    return status.result if status.state is State.DONE else None


def rivals(items: Iterable[AnyLearner]) -> list[AnyLearner]:
    """Return the learners, and after them SPA and all learners with partial feedback that are not among them."""
    items = list(items)
    keys = {item.key for item in items} | {"uniform"}  # left out, because it ignores the weights
    wanted = [key for key, spec in ALGORITHMS.items() if spec.feedback == "partial" or key == "spa"]
    return [*items, *(LearnerText.of(key) for key in wanted if key not in keys)]


def kernels_of(experiment: Experiment) -> frozenset[Unit]:
    """Return the kernels that any round of the run needs, including those of its rivals."""
    return units_of([item.key for item in rivals(experiment.learners)], experiment.stream.storage)
