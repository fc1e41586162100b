"""Runs: learners play a stream in several trials. In a trial, all learners see the same rows, order and uniforms."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.learners.branch import AnyLearner, expect_a_future
from cspa_explore.results.run import LearnerResult, RunResult, checkpoints, summarise
from cspa_explore.running.executor import Control, Progress, run_pieces
from cspa_explore.running.play import play
from cspa_explore.streams.blocks import block_rounds, labels
from cspa_explore.streams.order import class_order
from cspa_explore.streams.stream import Stream


def run(
    experiment: Experiment,
    *,
    executor: Any = None,
    on_progress: Callable[[Progress], None] = lambda progress: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> RunResult:
    """Play the experiment and return the result; if cancelled, the partial result of what was played.

    >>> result = run(Experiment.of(sigma=0.25, seed=7, learners=["cspa(beta=1/6)"], trials=3))
    >>> bool(0.92 < result.results[0].mean < 0.95), result.partial
    (True, False)
    """
    start = time.perf_counter()
    learners, trials = experiment.learners, experiment.trials
    stream = replace(experiment.stream, rounds=experiment.stream.n_rounds)  # the same number of rounds in every trial
    for learner in learners:
        expect_a_future(learner, stream.rounds)
    T, points = stream.rounds, checkpoints(stream.rounds)
    seeds = trial_seeds(stream.seed, trials)
    pieces = [(list(learners), replace(stream, seed=seed), points) for seed in seeds]
    control = Control(len(learners) * trials * T, on_progress, should_stop)
    done: dict[int, list[dict]] = dict(run_pieces(play_and_summarise, pieces, control, executor))
    played = [trial for trial in sorted(done) if done[trial][0]["rounds"]]
    results = [
        LearnerResult.of(learner, [done[trial][which] for trial in played], stream.n_classes, len(points))
        for which, learner in enumerate(learners)
    ]
    partial = len(played) < trials or any(done[trial][0]["rounds"] < T for trial in played)
    kept = tuple(seeds[trial] for trial in played)
    return RunResult(stream, kept, points, tuple(results), partial, time.perf_counter() - start)


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
