"""Compare learners on several data sets: one contest per data set, every algorithm at its own best."""

import time
from collections.abc import Callable, Sequence
from typing import Any

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.datasets import DATASETS
from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.results.comparison import Comparison
from cspa_explore.results.contest import ContestResult
from cspa_explore.running.contest import ContestPlan, contest
from cspa_explore.running.executor import Progress
from cspa_explore.store import Store

MOST_ROUNDS = 10_000  # per data set and trial
PARTIAL = tuple(key for key, spec in ALGORITHMS.items() if spec.feedback == "partial")
BUNDLED = tuple(key for key, spec in DATASETS.items() if spec.kind == "bundled")


def comparison_plans(datasets: Sequence[str], keys: Sequence[str], **settings: Any) -> list[ContestPlan]:
    """Return one contest per data set, of at most `rounds` rounds: each instance once, if there are fewer.

    UserError if two texts name the same data set.
    """
    rounds = settings.pop("rounds", MOST_ROUNDS)
    found: list[ContestPlan] = []
    for name in datasets:
        whole = Experiment.of(dataset=name, learners=[], **settings)
        if whole.stream.dataset in [plan.stream.dataset for plan in found]:
            raise UserError(f"Each data set may be named once, got {whole.stream.dataset} twice.")
        found.append(ContestPlan.of(whole.but(rounds=min(rounds, whole.stream.n_rounds)), keys))
    return found


def compare(
    plans: Sequence[ContestPlan],
    *,
    executor: Any = None,
    on_progress: Callable[[Progress], None] = lambda progress: None,
    on_set: Callable[[ContestPlan, ContestResult], None] = lambda plan, result: None,
    should_stop: Callable[[], bool] = lambda: False,
    store: Store | None = None,
) -> Comparison:
    """Play the contests one after the other; `on_set` gets each result. If cancelled, the last one is not complete."""
    start, found = time.perf_counter(), []
    for plan in plans:
        if should_stop():
            break
        found.append(contest(plan, executor=executor, on_progress=on_progress, should_stop=should_stop, store=store))
        on_set(plan, found[-1])
    absent = tuple(plan.left_out for plan in plans[: len(found)])
    return Comparison(tuple(found), absent, time.perf_counter() - start)
