"""Have every kernel ready: compiled on a machine's first start, loaded from the cache on later ones."""

import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.core.dress import KERNELS, dressed, multiply, radial
from cspa_explore.core.loop import learn_one, play, see_one
from cspa_explore.learners.learner import make

ROW_TYPES = (np.float64, np.int16, np.uint8)  # that data sets are stored in


class WarmUp(NamedTuple):
    """What a warm-up came to."""

    kernels: int
    compiled: int  # the others came from the cache
    seconds: float


def warm_up(on_progress: Callable[[int, int], None] = lambda done, total: None) -> WarmUp:
    """Compile or load the kernels of every algorithm for both storages, and those that make rows."""
    start = time.perf_counter()
    for kind in ROW_TYPES:
        rows = dressed(np.ones((1, 1), kind), np.zeros(1, np.int64))
    radial(multiply(rows.X, rows.X), np.ones(1), np.ones(1), 1.0, 0)
    jobs = [(key, sparse) for key in ALGORITHMS for sparse in (False, True)]
    for done, (key, sparse) in enumerate(jobs):
        on_progress(done, len(jobs))
        learner = make(key, n_classes=2, n_features=1, sparse=sparse)
        learner.run([[1.0]], [0])
        if learner.spec.feedback == "full":
            learner.teach([1.0], 0)
        else:
            learner.propose([1.0])
            learner.feedback(True)
    on_progress(len(jobs), len(jobs))
    entries = (play, see_one, learn_one)
    compiled = sum(entry.stats.cache_misses.total() for entry in (*entries, *KERNELS) if hasattr(entry, "stats"))
    kernels = len(entries) * len(jobs) + len(ROW_TYPES) + len(KERNELS) - 1
    return WarmUp(kernels, compiled, time.perf_counter() - start)
