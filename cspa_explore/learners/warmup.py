"""Have every kernel ready: compiled on a machine's first start, loaded from the cache on later ones."""

import time
from collections.abc import Callable
from typing import NamedTuple

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.core.loop import learn_one, play, see_one
from cspa_explore.learners.learner import make


class WarmUp(NamedTuple):
    """What a warm-up came to."""

    kernels: int
    compiled: int  # the others came from the cache
    seconds: float


def warm_up(on_progress: Callable[[int, int], None] = lambda done, total: None) -> WarmUp:
    """Compile or load the kernels of every algorithm for both storages."""
    start = time.perf_counter()
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
    compiled = sum(entry.stats.cache_misses.total() for entry in entries if hasattr(entry, "stats"))
    return WarmUp(len(entries) * len(jobs), compiled, time.perf_counter() - start)
