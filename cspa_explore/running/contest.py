"""A contest: several algorithms on one stream, each with every candidate of its own grid."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.learners import LearnerText
from cspa_explore.learners.text import spec_of
from cspa_explore.results.contest import ContestResult
from cspa_explore.running.executor import Control, Progress, run_pieces
from cspa_explore.running.grid import candidates
from cspa_explore.running.run import trial_seeds
from cspa_explore.running.stored import counts_of, missing_rows, moments_book
from cspa_explore.running.sweep import right_so_far
from cspa_explore.store import Store
from cspa_explore.streams.stream import Stream

PAPERS = ("cspa", "banditron", "confidit", "bpa")  # the learners of the paper's tables
MOST = 2000  # candidates of a contest
MOST_MATRICES = 8_000_000  # bytes of a learner's matrices; more would take most of a contest's time
TOGETHER = 16  # candidates that share the rows of a piece


@dataclass(frozen=True)
class ContestPlan:
    """A contest: the candidates are the experiment's learners, in groups of one algorithm each."""

    experiment: Experiment
    left_out: tuple[str, ...] = ()  # algorithms that do not take part, because their matrices are too large

    def __post_init__(self) -> None:
        """Raise UserError if there is a branch among the candidates, or if there are too many."""
        for learner in self.experiment.learners:
            if not isinstance(learner, LearnerText):
                raise UserError(f"A contest takes learners without a branch, got {learner}.")
        if not 0 < len(self.experiment.learners) <= MOST:
            raise UserError(f"A contest takes 1 to {MOST} candidates, got {len(self.experiment.learners)}.")

    @classmethod
    def of(cls, experiment: Experiment, keys: Iterable[str]) -> "ContestPlan":
        """Return the contest of these algorithms, each with all combinations of its grid values."""
        K, d = experiment.stream.n_classes, experiment.stream.n_features
        wanted = tuple(dict.fromkeys(keys))
        large = tuple(key for key in wanted if spec_of(key).matrices(K, d) > MOST_MATRICES)
        learners = [text for key in wanted if key not in large for text in candidates(key, K)]
        if large and not learners:
            raise UserError(f"No learner is left to compare. {_without(large, K, d)}")
        return cls(experiment.but(learners=learners), large)

    @property
    def absence(self) -> str:
        """Return why an algorithm does not take part, as a sentence; empty if all do."""
        return _without(self.left_out, self.stream.n_classes, self.stream.n_features)

    @property
    def stream(self) -> Stream:
        """Return the stream."""
        return self.experiment.stream

    @property
    def candidates(self) -> tuple[LearnerText, ...]:
        """Return the candidates."""
        return self.experiment.learners  # type: ignore[return-value]

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the algorithms."""
        return tuple(dict.fromkeys(text.key for text in self.candidates))


def _without(keys: Iterable[str], K: int, d: int) -> str:
    """Return why these algorithms do not take part, one sentence each."""
    found = [
        f"Without {spec_of(key).label}: its matrices would take {spec_of(key).matrices(K, d) / 1e6:,.0f} MB, "
        f"and a comparison allows {MOST_MATRICES / 1e6:g} MB."
        for key in keys
    ]
    return " ".join(found)


def contest(
    plan: ContestPlan,
    *,
    executor: Any = None,
    on_progress: Callable[[Progress], None] = lambda progress: None,
    on_part: Callable[[ContestResult], None] = lambda result: None,
    should_stop: Callable[[], bool] = lambda: False,
    store: Store | None = None,
) -> ContestResult:
    """Play all candidates in all trials; `on_part` gets each intermediate result. If cancelled, missing cells are NaN.

    A trial has the same rows for every candidate. Cells that the store has are not played again. The microseconds of an
    algorithm are those of this contest; if none of its cells are played, those of the store.
    """
    start = time.perf_counter()
    stream = replace(plan.stream, rounds=plan.stream.n_rounds)
    seeds = trial_seeds(stream.seed, plan.experiment.trials)
    ratio = np.full((len(plan.candidates), len(seeds)), np.nan)
    texts = [str(candidate) for candidate in plan.candidates]
    with moments_book(store, stream) as book:
        micros: dict[str, float] = {}
        for c, trial in np.ndindex(ratio.shape):
            if (row := book.get(texts[c], trial, seeds[trial])) is not None:
                ratio[c, trial] = row[-1] / stream.rounds
        wanted = [(some, trial) for trial in range(len(seeds)) for some in _groups(plan)]
        missing = [([c for c in some if np.isnan(ratio[c, trial])], trial) for some, trial in wanted]
        cells = [cell for cell in missing if cell[0]]
        pieces = [([plan.candidates[c] for c in some], replace(stream, seed=seeds[trial])) for some, trial in cells]
        stored = int((~np.isnan(ratio)).sum())
        control = Control(int(np.isnan(ratio).sum()) * stream.rounds, on_progress, should_stop)

        def result() -> ContestResult:
            spent = time.perf_counter() - start
            before = {key: book.micros[key] for key in plan.keys if key in book.micros and key not in micros}
            times, timed_before = before | micros, frozenset(before)
            return ContestResult(
                stream, plan.candidates, seeds, ratio.copy(), times, spent, stored=stored, timed_before=timed_before
            )

        for number, found in run_pieces(timed_counts, pieces, control, executor):
            some, trial = cells[number]
            if found is not None:
                counts, took = found
                ratio[some, trial] = counts[:, -1] / stream.rounds
                key = plan.candidates[some[0]].key
                for times in (micros, book.micros):
                    times[key] = min(times.get(key, float("inf")), took)
                book.add(counts_of([texts[c] for c in some], trial, seeds[trial], counts))
            on_part(result())
    return result()


def missing_share(plan: ContestPlan, store: Store | None) -> float:
    """Return the share of the contest's cells that the store does not have, from 0 to 1."""
    stream = replace(plan.stream, rounds=plan.stream.n_rounds)
    seeds, texts = trial_seeds(stream.seed, plan.experiment.trials), [str(text) for text in plan.candidates]
    return missing_rows(store, stream, texts, seeds) / (len(texts) * len(seeds))


def _groups(plan: ContestPlan) -> list[list[int]]:
    """Return the indices of candidates that play together: of one algorithm, at most TOGETHER."""
    found = []
    for key in plan.keys:
        mine = [place for place, text in enumerate(plan.candidates) if text.key == key]
        found += [mine[i : i + TOGETHER] for i in range(0, len(mine), TOGETHER)]
    return found


def timed_counts(
    learners: list[LearnerText], stream: Stream, *control: Any
) -> tuple[tuple[np.ndarray, float] | None, int]:
    """Return each learner's right proposals up to each moment, and the microseconds per round (None if cancelled).

    The second part is the number of rounds played.
    """
    start = time.thread_time()
    counts, rounds = right_so_far(learners, stream, *control)
    return None if counts is None else (counts, 1e6 * (time.thread_time() - start) / rounds), rounds
