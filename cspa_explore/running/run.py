"""Runs: learners play a stream in several trials. In a trial, all learners see the same rows, order and uniforms."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.learners.branch import AnyLearner, expect_a_future
from cspa_explore.results.run import LearnerResult, RunResult, checkpoints, summarise
from cspa_explore.running.executor import Control, Progress, run_pieces
from cspa_explore.running.play import play
from cspa_explore.running.stored import AnyBook, run_row, runs_book, summary_of
from cspa_explore.store import Store
from cspa_explore.streams.blocks import block_rounds, labels
from cspa_explore.streams.order import class_order
from cspa_explore.streams.stream import Stream


def run(
    experiment: Experiment,
    *,
    executor: Any = None,
    on_progress: Callable[[Progress], None] = lambda progress: None,
    should_stop: Callable[[], bool] = lambda: False,
    store: Store | None = None,
) -> RunResult:
    """Play the experiment and return the result; if cancelled, the partial result of what was played.

    Complete trials are kept in the store; those that it has are not played again.

    >>> result = run(Experiment.of(sigma=0.25, seed=7, learners=["cspa(beta=1/6)"], trials=3))
    >>> bool(0.92 < result.results[0].mean < 0.95), result.partial
    (True, False)
    """
    start = time.perf_counter()
    stream = replace(experiment.stream, rounds=experiment.stream.n_rounds)  # the same number of rounds in every trial
    for learner in experiment.learners:
        expect_a_future(learner, stream.rounds)
    points, seeds = checkpoints(stream.rounds), trial_seeds(stream.seed, experiment.trials)
    with runs_book(store, stream, points) as book:
        trials = [_Trial.of(book, experiment, number, seed, points) for number, seed in enumerate(seeds)]
        open_trials = [trial for trial in trials if trial.missing]
        pieces = [(trial.missing, replace(stream, seed=trial.seed), points) for trial in open_trials]
        control = Control(sum(len(trial.missing) for trial in trials) * stream.rounds, on_progress, should_stop)
        for number, found in run_pieces(play_and_summarise, pieces, control, executor):
            trial = open_trials[number]
            if found[0]["rounds"] == stream.rounds:
                named = zip(trial.missing, found, strict=True)
                book.add([run_row(str(text), trial.number, trial.seed, one, points) for text, one in named])
            trial.add(found, stream.rounds)
    played = [trial for trial in trials if trial.rounds]
    results = [
        LearnerResult.of(learner, [trial.found[learner] for trial in played], stream.n_classes, len(points))
        for learner in experiment.learners
    ]
    partial = len(played) < len(trials) or any(trial.rounds < stream.rounds for trial in played)
    kept = tuple(trial.seed for trial in played)
    return RunResult(stream, kept, points, tuple(results), partial, time.perf_counter() - start)


@dataclass
class _Trial:
    """The summaries of a trial, by learner: stored ones, and those that were played."""

    number: int
    seed: int
    found: dict[AnyLearner, dict[str, Any]]
    missing: list[AnyLearner]  # neither stored nor played
    rounds: int = 0  # that all learners have played

    @classmethod
    def of(cls, book: AnyBook, experiment: Experiment, number: int, seed: int, points: np.ndarray) -> "_Trial":
        """Return what is stored of a trial."""
        K, learners = experiment.stream.n_classes, dict.fromkeys(experiment.learners)
        rows = {learner: book.get(str(learner), number, seed) for learner in learners}
        found = {learner: summary_of(row, K, points) for learner, row in rows.items() if row is not None}
        missing = [learner for learner in learners if learner not in found]
        return cls(number, seed, found, missing, 0 if missing else int(points[-1]))

    def add(self, played: list[dict[str, Any]], T: int) -> None:
        """Add what was played; a cancelled trial counts only if none of its learners is stored."""
        rounds = played[0]["rounds"]
        if rounds == T or not self.found:
            self.found |= dict(zip(self.missing, played, strict=True))
            self.rounds = rounds


def play_and_summarise(
    learners: list[AnyLearner], stream: Stream, points: np.ndarray, *control: Any
) -> tuple[list[dict], int]:
    """Play one trial; return one summary per learner, and the rounds played. The traces are discarded."""
    traces = play(learners, stream, *control)
    y, places = labels(stream)[: len(traces[0].hit)], np.argsort(class_order(stream))
    found = [summarise(trace, y, stream.n_classes, points) for trace in traces]
    return [one | {"recall": one["recall"][places]} for one in found], len(traces) * len(y)


def trial_seed(seed: int, trial: int) -> int:
    """Return the seed of a trial, derived from the experiment's seed.

    >>> trial_seed(7, 0), trial_seed(7, 1)
    (1201125462, 3618983171)
    """
    return int(np.random.SeedSequence(seed, spawn_key=(trial,)).generate_state(1)[0])


def trial_seeds(seed: int, trials: int) -> tuple[int, ...]:
    """Return the seeds of an experiment's trials."""
    return tuple(trial_seed(seed, trial) for trial in range(trials))


def estimate(
    learners: Sequence[AnyLearner],
    stream: Stream,
    trials: int = 1,
    cells: int = 1,
    clock: Callable[[], float] | None = None,
) -> float:
    """Return the estimated seconds of a run on one thread, from the time of one block.

    `cells` is the number of such runs in a sweep or a grid search. With time.thread_time as the clock (wall
    time is the default), other work on the machine does not count.
    """
    clock = clock or time.perf_counter
    rounds = min(stream.n_rounds, block_rounds(stream))
    probe = replace(stream, rounds=rounds)
    play(learners, replace(probe, rounds=min(rounds, 64)))  # load kernels and data before timing
    start = clock()
    play(learners, probe)
    return (clock() - start) * stream.n_rounds / rounds * trials * cells
