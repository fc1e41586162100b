"""Grid search: as in the paper, which chooses by the ratio that it reports, or honestly, on other seeds."""

import time
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

from cspa_explore.errors import CancelledError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.plan import GridPlan
from cspa_explore.learners import LearnerText
from cspa_explore.learners.branch import AnyLearner
from cspa_explore.learners.text import spec_of
from cspa_explore.results.grid import HINDSIGHT, HONEST, UNFINISHED, GridResult
from cspa_explore.results.run import LearnerResult, RunResult
from cspa_explore.running.executor import Progress
from cspa_explore.running.run import run, trial_seed
from cspa_explore.store import Store
from cspa_explore.streams.stream import Stream


def candidates(key: str, n_classes: int, **fixed: Any) -> list[LearnerText]:
    """Return one learner per combination of the grid values in the Spec; parameters in `fixed` keep their value.

    >>> [str(text) for text in candidates("cspa", 3)][:3]
    ['cspa(beta=0.1)', 'cspa(beta=0.2)', 'cspa(beta=1/(2(K-1)))']
    """
    spec = spec_of(key)
    free = [param for param in spec.params if param.name not in fixed]
    start = LearnerText.of(key, **fixed)
    values = product(*(param.texts(n_classes) for param in free))
    return [start.replace(**{p.name: v for p, v in zip(free, chosen, strict=True)}) for chosen in values]


def grid(
    plan: GridPlan,
    *,
    executor: Any = None,
    on_progress: Callable[[Progress], None] = lambda progress: None,
    should_stop: Callable[[], bool] = lambda: False,
    store: Store | None = None,
) -> GridResult:
    """Return all learners × kernels and the one with the best mean ratio.

    An honest search compares the candidates on separate seeds; the chosen one then plays the reported seeds.
    Complete trials are kept in the store; those that it has are not played again.
    """
    learners, trials = plan.experiment.learners, plan.experiment.trials
    streams = [replace(plan.experiment.stream, kernel=kernel) for kernel in plan.kernels]
    jobs = [replace(s, seed=trial_seed(s.seed, 10**6)) if plan.honest else s for s in streams]
    work = len(learners) * trials
    total = work * sum(s.n_rounds for s in jobs) + (trials * max(s.n_rounds for s in jobs) if plan.honest else 0)
    start, before = time.perf_counter(), 0

    def play_one(texts: tuple[AnyLearner, ...], stream: Stream) -> RunResult:
        nonlocal before

        def report(p: Progress) -> None:
            on_progress(Progress(before + p.done, total, time.perf_counter() - start))

        experiment = Experiment(stream, texts, trials)
        result = run(experiment, executor=executor, on_progress=report, should_stop=should_stop, store=store)
        before += sum(int(r.rounds.sum()) for r in result.results)
        return result

    found: list[tuple[Stream, LearnerResult]] = []
    partial = False
    for stream, job in zip(streams, jobs, strict=True):
        if should_stop():
            partial = True
            break
        result = play_one(learners, job)
        partial = partial or result.partial
        found += [(stream, r) for r in result.results if len(r.ratio)]
    if not found:
        raise CancelledError("The grid search was cancelled before anything was played.")
    stream, best = max(found, key=lambda pair: pair[1].mean)
    if plan.honest and not partial:
        final = play_one((best.learner,), stream)
        best, partial = (final.results[0], False) if not final.partial else (best, True)
    how = (UNFINISHED if partial else HONEST) if plan.honest else HINDSIGHT
    return GridResult(best, stream, tuple(found), how, partial)
