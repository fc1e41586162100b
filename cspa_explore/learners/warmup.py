"""Have every kernel ready: compiled on a machine's first start, loaded from the cache on later ones.

`python -m cspa_explore.learners.warmup` does it in a process of its own, at the lowest priority, telling how far it
is, and ends with the process that started it.
"""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from subprocess import PIPE, Popen
from typing import NamedTuple

import numpy as np

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.core.gate import as_labels, as_order, as_uniforms
from cspa_explore.core.kernel_cache import FOLDER, loaded_as_hashed, processor_hash, remove_old_caches
from cspa_explore.core.kernel_hash import PACKAGE
from cspa_explore.core.loop import learn_one, play, propose_one, record
from cspa_explore.core.preprocessing import KERNELS, dressed, multiply, radial
from cspa_explore.learners.learner import make

ROW_TYPES = (np.float64, np.int16, np.uint8)  # that data sets are stored in
_ONE_ROUND = (as_labels([0], 1, 2), as_order([0], 1), as_uniforms([0.5], 1))  # y, order, u


class WarmUp(NamedTuple):
    """What a warm-up came to."""

    kernels: int
    compiled: int  # the others came from the cache
    seconds: float


def warm_up(on_progress: Callable[[int, int], None] = lambda done, total: None) -> WarmUp:
    """Compile or load the kernels of every algorithm for both storages, and those that make rows."""
    start = time.perf_counter()
    remove_old_caches(FOLDER)
    for kind in ROW_TYPES:
        rows = dressed(np.ones((1, 1), kind), np.zeros(1, np.int64))
    radial(multiply(rows.X, rows.X), np.ones(1), np.ones(1), 1.0, 0)
    jobs = [(key, sparse) for sparse in (False, True) for key in ALGORITHMS]  # dense ones are needed first
    for done, (key, sparse) in enumerate(jobs):
        on_progress(done, len(jobs))
        learner = make(key, n_classes=2, n_features=1, sparse=sparse)
        trace = learner.run([[1.0]], [0])
        if not sparse:
            learner.record(rows, *_ONE_ROUND, trace)
        if learner.spec.feedback == "full":
            learner.teach([1.0], 0)
        else:
            learner.propose([1.0])
            learner.feedback(True)
    on_progress(len(jobs), len(jobs))
    if (mark := _mark()) is not None:
        mark.touch()
    kernels = 7 * len(ALGORITHMS) + len(ROW_TYPES) + len(KERNELS) - 1  # record is for dense rows only
    return WarmUp(kernels, compiled(), time.perf_counter() - start)


def compiled() -> int:
    """Return how many kernels this process has compiled, or is compiling, because the cache did not have them."""
    entries = (play, record, propose_one, learn_one, *KERNELS)
    return sum(entry.stats.cache_misses.total() for entry in entries if hasattr(entry, "stats"))


def compile_elsewhere(on_progress: Callable[[int, int], None]) -> None:
    """Fill the cache from another process, if there is one: this one stays free for whoever waits for it."""
    if FOLDER is None:
        return
    command = [sys.executable, "-m", "cspa_explore.learners.warmup"]
    with Popen(command, stdout=PIPE, text=True, cwd=PACKAGE.parent) as process:
        for line in process.stdout or ():
            on_progress(*map(int, line.split()))


def cached() -> bool:
    """Say whether the cache has every kernel of these very files, so that they are loaded in about a second."""
    mark = _mark()
    return mark is not None and mark.exists()


def _mark() -> Path | None:
    """Return the file that says so: the folder is named by the kernel hash, the file by the processor."""
    return FOLDER / f"complete-{processor_hash()}" if FOLDER is not None and loaded_as_hashed() else None


def _tell(done: int, total: int) -> None:
    if os.getppid() != PARENT:
        sys.exit("The process that wanted the kernels is gone.")
    print(done, total, flush=True)


if __name__ == "__main__":
    PARENT = os.getppid()
    if hasattr(os, "nice"):
        os.nice(19)
    warm_up(_tell)
