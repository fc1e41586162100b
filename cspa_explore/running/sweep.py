"""Sweeps: the final ratio for every σ, value of a parameter and trial, computed from coarse to fine."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from cspa_explore.experiments.plan import Plan
from cspa_explore.learners import LearnerText
from cspa_explore.results.sweep import SweepResult
from cspa_explore.running.executor import Control, Progress, run_pieces
from cspa_explore.running.play import play
from cspa_explore.running.run import trial_seeds
from cspa_explore.streams.stream import Stream


def sweep(
    plan: Plan,
    *,
    executor: Any = None,
    on_progress: Callable[[Progress], None] = lambda progress: None,
    on_cells: Callable[[SweepResult], None] = lambda result: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> SweepResult:
    """Play the sweep and return the result; `on_cells` gets each intermediate one. If cancelled, missing cells are NaN.

    A trial has the same rows and the same normal draws for every value and σ.
    """
    start = time.perf_counter()
    stream = replace(plan.stream, rounds=plan.stream.n_rounds)
    plan = replace(plan, experiment=replace(plan.experiment, stream=stream))
    learners, sigmas, trials = plan.learners, plan.sigmas, plan.trials
    seeds = trial_seeds(stream.seed, trials)
    ratio = np.full((len(sigmas), len(learners), trials), np.nan)
    cells = _coarse_to_fine(len(sigmas), len(learners), trials)
    pieces = [([learners[j] for j in some], replace(stream, sigma=sigmas[i], seed=seeds[k])) for i, some, k in cells]
    control = Control(ratio.size * stream.rounds, on_progress, should_stop)

    def result() -> SweepResult:
        return SweepResult(plan, seeds, ratio.copy(), time.perf_counter() - start)

    for number, found in run_pieces(final_ratios, pieces, control, executor):
        i, some, k = cells[number]
        ratio[i, some, k] = found
        on_cells(result())
    return result()


def final_ratios(learners: list[LearnerText], stream: Stream, *control: Any) -> tuple[list[float], int]:
    """Return each learner's ratio after the last round (NaN if cancelled before it), and the rounds played."""
    traces = play(learners, stream, *control)
    whole = len(traces[0].hit) == stream.n_rounds
    return [trace.hit.mean() if whole else np.nan for trace in traces], len(traces) * len(traces[0].hit)


def _coarse_to_fine(n_sigmas: int, n_values: int, trials: int) -> list[tuple[int, list[int], int]]:
    """Return pieces (index of σ, indices of values, trial), beginning with every fourth value in the first trial."""
    levels = [list(range(0, n_values, 4)), list(range(2, n_values, 4)), list(range(1, n_values, 2))]
    pieces = []
    for level, some in enumerate(levels):
        for trial in range(trials):
            tier = 0 if trial < 1 else 1 if trial < 3 else 2
            pieces += [(level + tier, i, some, trial) for i in range(n_sigmas) if some]
    pieces.sort(key=lambda piece: piece[0])
    return [(i, some, trial) for _, i, some, trial in pieces]
