"""Two local Dask workers against two threads: the same contest in turns, as a ratio within one run.

    python -m cspa_explore.benchmarks.cluster [--small]

Starting the cluster is not counted: it takes seconds once, and clusters stay.
"""

import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.results.contest import ContestResult
from cspa_explore.running.connect import LOCAL, connected
from cspa_explore.running.contest import PAPERS, ContestPlan, contest

WORKERS = 2
REPEATS = 5


def main(small: bool = False) -> float:
    """Print the seconds of both and the efficiency: threads' seconds / workers' seconds, the median of the repeats."""
    data, trials = ("iris", 2) if small else ("pendigits", 10)
    plan = ContestPlan.of(Experiment.of(dataset=data, learners=[], trials=trials), PAPERS)
    rounds = len(plan.candidates) * trials * plan.stream.n_rounds
    print(f"{plan.stream.info.title}: {len(plan.candidates)} candidates × {trials} seeds, {rounds:,} rounds")
    with ThreadPoolExecutor(WORKERS) as pool, connected(LOCAL, WORKERS) as client:
        ratios = []
        for repeat in range(-1, REPEATS):  # the first one loads data and kernels
            threads, expected = timed(contest, plan, pool)
            workers, found = timed(contest, plan, client)
            if not np.array_equal(found.ratio, expected.ratio):
                raise AssertionError("the cluster gives other numbers")
            if repeat >= 0:
                ratios.append(threads / workers)
                print(f"  {WORKERS} threads {threads:6.2f} s, {WORKERS} workers {workers:6.2f} s: {ratios[-1]:.2f}")
    efficiency = float(np.median(ratios))
    print(f"{WORKERS} local Dask workers reach {100 * efficiency:.0f} % of the speed of {WORKERS} threads (median).")
    return efficiency


def timed(work: Callable[..., ContestResult], plan: ContestPlan, executor: Any) -> tuple[float, ContestResult]:
    """Return the seconds of a contest and its result."""
    start = time.perf_counter()
    found = work(plan, executor=executor)
    return time.perf_counter() - start, found


if __name__ == "__main__":
    main("--small" in sys.argv[1:])
