"""A run: learners, a stream, trials. All learners see the same rows, order and uniforms in a trial."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from cspa_explore.core.loop import Trace
from cspa_explore.experiments.blocks import labels
from cspa_explore.experiments.play import play
from cspa_explore.experiments.result import LearnerResult, RunResult, checkpoints, summarise
from cspa_explore.experiments.runner import Control, Progress, run_pieces
from cspa_explore.experiments.stream import Stream
from cspa_explore.learners import LearnerText


def run(
    learners: Sequence[LearnerText],
    stream: Stream,
    trials: int = 10,
    *,
    executor: Any = None,
    on_progress: Callable[[Progress], None] = lambda progress: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> RunResult:
    """Return the result; cancelled, it holds what was played and says that it is partial.

    >>> result = run([LearnerText.parse("cspa(beta=1/6)")], Stream("gaussians4", seed=7, sigma=0.25), trials=3)
    >>> bool(0.92 < result.results[0].mean < 0.95), result.partial
    (True, False)
    """
    start = time.perf_counter()
    seeds = tuple(trial_seed(stream.seed, trial) for trial in range(trials))
    streams = [replace(stream, seed=seed) for seed in seeds]
    T = stream.n_rounds
    control = Control(len(learners) * trials * T, on_progress, should_stop)
    pieces = [(list(learners), one) for one in streams]
    done: dict[int, list[Trace]] = dict(run_pieces(play, pieces, control, executor))
    played = [trial for trial in sorted(done) if len(done[trial][0].hit)]
    truth = [labels(streams[trial])[: len(done[trial][0].hit)] for trial in played]
    points = checkpoints(T)
    results = []
    for which, learner in enumerate(learners):
        arrays = summarise([done[trial][which] for trial in played], truth, stream.n_classes, points)
        results.append(LearnerResult(learner, **arrays))
    partial = len(played) < trials or any(len(y) < T for y in truth)
    kept = tuple(seeds[trial] for trial in played)
    return RunResult(stream, kept, points, tuple(results), partial, time.perf_counter() - start)


def trial_seed(seed: int, trial: int) -> int:
    """Return the seed of a trial, derived from the experiment's.

    >>> trial_seed(7, 0), trial_seed(7, 1)
    (2083679832, 369571992)
    """
    return int(np.random.SeedSequence([seed, trial]).generate_state(1)[0])


def estimate(learners: Sequence[LearnerText], stream: Stream, trials: int = 1, cells: int = 1) -> float:
    """Return about how many seconds a run would take on one thread: a short stretch of it is timed.

    `cells` is how many such runs there are, in a sweep or a grid.
    """
    rounds = min(stream.n_rounds, 512)
    probe = replace(stream, rounds=rounds, support=min(stream.support, rounds))
    play(learners, probe)  # kernels are loaded, data cached
    start = time.perf_counter()
    play(learners, probe)
    return (time.perf_counter() - start) * stream.n_rounds / rounds * trials * cells
