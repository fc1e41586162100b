"""Two local Dask workers against two threads: the same contest in turns, as a ratio within one run.

    python -m cspa_explore.benchmarks.cluster [--small]

Starting the cluster is not counted: it takes seconds once, and clusters stay.
"""

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.running.connect import LOCAL, connected
from cspa_explore.running.contest import PAPERS, ContestPlan, contest

WORKERS = 2
REPEATS = 5
TRIALS = 30


class Cost(NamedTuple):
    """What a contest took."""

    seconds: float
    cpu: float  # seconds of all processes: this one, with Dask's scheduler, and the workers
    ratio: np.ndarray


def main(small: bool = False) -> float:
    """Print the times of both, and the median efficiency: the threads' time divided by the workers' time."""
    data, trials = ("iris", 2) if small else ("pendigits", TRIALS)
    plan = ContestPlan.of(Experiment.of(dataset=data, learners=[], trials=trials), PAPERS)
    rounds = len(plan.candidates) * trials * plan.stream.n_rounds
    print(f"{plan.stream.info.title}: {len(plan.candidates)} candidates × {trials} seeds, {rounds:,} rounds")
    with ThreadPoolExecutor(WORKERS) as pool, connected(LOCAL, WORKERS) as client:
        pairs = [(cost(plan, pool, client), cost(plan, client, client)) for _ in range(1 + REPEATS)]
    found = []
    for threads, workers in pairs[1:]:  # the first pair loads data and kernels
        if not np.array_equal(threads.ratio, workers.ratio):
            raise AssertionError("the cluster gives other numbers")
        found.append((threads.seconds / workers.seconds, threads.cpu / workers.cpu))
        times = [f"{one.seconds:6.2f} s ({one.cpu:5.2f} s CPU)" for one in (threads, workers)]
        print(f"  {WORKERS} threads {times[0]}, {WORKERS} workers {times[1]}: {found[-1][0]:.2f} ({found[-1][1]:.2f})")
    wall, cpu = np.median(found, axis=0)
    print(
        f"{WORKERS} local Dask workers reach {100 * wall:.0f} % of the speed of {WORKERS} threads (median), "
        f"{100 * cpu:.0f} % by CPU time; on a busy machine both vary widely."
    )
    return float(wall)


def cost(plan: ContestPlan, executor: Any, client: Any) -> Cost:
    """Play the contest; return what it took."""
    before, start = cpu_seconds(client), time.perf_counter()
    found = contest(plan, executor=executor)
    return Cost(time.perf_counter() - start, cpu_seconds(client) - before, found.ratio)


def cpu_seconds(client: Any) -> float:
    """Return the CPU seconds of this process and of all workers."""
    return time.process_time() + sum(client.run(time.process_time).values())


if __name__ == "__main__":
    main("--small" in sys.argv[1:])
