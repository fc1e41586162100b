"""Sweeps: the ratio for every σ, value of a parameter and trial, computed from coarse to fine."""

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import numpy as np

from cspa_explore.experiments.plan import Plan
from cspa_explore.learners import LearnerText
from cspa_explore.results.sweep import SweepResult, moments
from cspa_explore.running.executor import Control, Progress, run_pieces
from cspa_explore.running.play import play
from cspa_explore.running.run import trial_seeds
from cspa_explore.running.stored import counts_of, missing_rows, moments_book
from cspa_explore.store import Store
from cspa_explore.streams.stream import Stream


def sweep(
    plan: Plan,
    *,
    executor: Any = None,
    on_progress: Callable[[Progress], None] = lambda progress: None,
    on_cells: Callable[[SweepResult], None] = lambda result: None,
    should_stop: Callable[[], bool] = lambda: False,
    first: float | None = None,
    known: Sequence[SweepResult] = (),
    store: Store | None = None,
) -> SweepResult:
    """Play the sweep and return the result; `on_cells` gets each intermediate one. If cancelled, missing cells are NaN.

    A trial has the same rows and the same normal draws for every value and σ. The σ that comes `first` is played before
    the others. Cells that other sweeps have played are `known`, and not played again, nor are those in the store.
    """
    start = time.perf_counter()
    stream = replace(plan.stream, rounds=plan.stream.n_rounds)
    plan = replace(plan, experiment=replace(plan.experiment, stream=stream))
    learners, sigmas, trials = plan.learners, plan.sigmas, plan.trials
    seeds = trial_seeds(stream.seed, trials)
    texts = [str(learner) for learner in learners]
    ratio = np.full((len(sigmas), len(learners), trials), np.nan)
    right = np.full((*ratio.shape, len(moments(stream.rounds))), -1, np.int32)
    for other in known:
        _copy(other, plan, ratio, right)

    def result() -> SweepResult:
        return SweepResult(plan, seeds, ratio.copy(), time.perf_counter() - start, right=right.copy())

    with ExitStack() as stack:
        books = [stack.enter_context(moments_book(store, replace(stream, sigma=sigma))) for sigma in sigmas]
        for i, j, k in np.argwhere(np.isnan(ratio)).tolist():
            if (row := books[i].get(texts[j], k, seeds[k])) is not None:
                right[i, j, k], ratio[i, j, k] = row, row[-1] / stream.rounds
        order = _coarse_to_fine(len(sigmas), len(learners), trials, None if first is None else sigmas.index(first))
        missing = [(i, [j for j in some if np.isnan(ratio[i, j, k])], k) for i, some, k in order]
        cells = [cell for cell in missing if cell[1]]
        pieces = [
            ([learners[j] for j in some], replace(stream, sigma=sigmas[i], seed=seeds[k])) for i, some, k in cells
        ]
        control = Control(int(np.isnan(ratio).sum()) * stream.rounds, on_progress, should_stop)
        for number, found in run_pieces(right_so_far, pieces, control, executor):
            i, some, k = cells[number]
            if found is not None:
                right[i, some, k] = found
                ratio[i, some, k] = found[:, -1] / stream.rounds
                books[i].add(counts_of([texts[j] for j in some], k, seeds[k], found))
            on_cells(result())
    return result()


def missing_share(plan: Plan, store: Store | None) -> float:
    """Return the share of the sweep's cells that the store does not have, from 0 to 1."""
    stream = replace(plan.stream, rounds=plan.stream.n_rounds)
    seeds, texts = trial_seeds(stream.seed, plan.trials), [str(learner) for learner in plan.learners]
    streams = [replace(stream, sigma=sigma) for sigma in plan.sigmas]
    return sum(missing_rows(store, each, texts, seeds) for each in streams) / (len(streams) * len(texts) * len(seeds))


def right_so_far(learners: list[LearnerText], stream: Stream, *control: Any) -> tuple[np.ndarray | None, int]:
    """Return each learner's right proposals up to each moment (None if cancelled), and the rounds played."""
    traces = play(learners, stream, *control)
    played = len(traces[0].hit)
    if played < stream.n_rounds:
        return None, len(traces) * played
    starts = np.concatenate([[0], moments(stream.n_rounds)[:-1]])
    counts = [np.add.reduceat(trace.hit, starts, dtype=np.int32).cumsum() for trace in traces]
    return np.array(counts, np.int32), len(traces) * played


def _copy(other: SweepResult, plan: Plan, ratio: np.ndarray, right: np.ndarray) -> None:
    """Copy the cells that another sweep of the same parameter, learner and stream has in common with the plan."""
    if other.param != plan.param or other.learner.key != plan.learner.key or other.right is None:
        return
    fixed = [p.learner.replace(**{p.param: plan.values[0]}) for p in (plan, other.plan)]
    if fixed[0] != fixed[1] or other.stream != plan.stream:
        return
    trials = min(ratio.shape[2], other.ratio.shape[2])
    for i, sigma in enumerate(plan.sigmas):
        for j, value in enumerate(plan.values):
            if sigma in other.sigmas and value in other.values:
                there = other.sigmas.index(sigma), other.values.index(value), slice(trials)
                ratio[i, j, :trials], right[i, j, :trials] = other.ratio[there], other.right[there]


def _coarse_to_fine(
    n_sigmas: int, n_values: int, trials: int, first: int | None = None
) -> list[tuple[int, list[int], int]]:
    """Return pieces (index of σ, indices of values, trial), beginning with every fourth value in the first trial.

    The `first` σ comes before all others, with all its values at once.
    """
    levels = [list(range(0, n_values, 4)), list(range(2, n_values, 4)), list(range(1, n_values, 2))]
    pieces = [] if first is None else [(-1, first, list(range(n_values)), trial) for trial in range(trials)]
    for level, some in enumerate(levels):
        for trial in range(trials):
            tier = 0 if trial < 1 else 1 if trial < 3 else 2
            pieces += [(level + tier, i, some, trial) for i in range(n_sigmas) if some and i != first]
    pieces.sort(key=lambda piece: piece[0])
    return [(i, some, trial) for _, i, some, trial in pieces]
