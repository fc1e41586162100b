"""Have every kernel ready: compiled on a machine's first start, loaded from the cache on later ones."""

import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.core.dress import KERNELS, dressed, multiply, radial
from cspa_explore.core.gate import as_labels, as_order, as_uniforms
from cspa_explore.core.loop import learn_one, play, record, see_one
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
    entries = (play, record, see_one, learn_one, *KERNELS)
    compiled = sum(entry.stats.cache_misses.total() for entry in entries if hasattr(entry, "stats"))
    kernels = 7 * len(ALGORITHMS) + len(ROW_TYPES) + len(KERNELS) - 1  # record is for dense rows only
    return WarmUp(kernels, compiled, time.perf_counter() - start)
