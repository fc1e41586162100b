"""Have every kernel ready: helper processes compile those that are missing, then all are loaded here."""

import time
from collections.abc import Callable
from typing import NamedTuple

from cspa_explore.core.kernel_cache import FOLDER, remove_old_caches
from cspa_explore.learners.compilers import Compilers
from cspa_explore.learners.kernels import N_KERNELS, ROWS, compiled, make_ready, units
from cspa_explore.learners.kernels import cached as cached_units


class WarmUp(NamedTuple):
    """What a warm-up came to."""

    kernels: int
    compiled: int  # the others came from the cache
    seconds: float


def warm_up(
    on_progress: Callable[[int, int], None] = lambda done, total: None,
    on_problem: Callable[[str], None] = lambda sentence: None,
    helpers: int | None = None,
) -> WarmUp:
    """Compile what is missing, then load all kernels; `on_progress` may raise to end it between two learners.

    `on_problem` gets a sentence if a helper crashed; `helpers` is their number, one per core unless given.
    """
    start = time.perf_counter()
    there = 0
    fresh = FOLDER is not None and not cached()
    if fresh:
        compilers = Compilers(helpers)
        try:
            compilers.wait_for_all(on_progress)
        finally:
            compilers.close()
        there = compilers.compiled
        if compilers.problem:
            on_problem(compilers.problem)
    remove_old_caches(FOLDER)
    make_ready(ROWS)
    learners = units()[1:]
    for done, unit in enumerate(learners):
        if not fresh:  # otherwise they were counted as they were compiled
            on_progress(done, len(learners))
        make_ready(unit)
    on_progress(len(learners), len(learners))
    return WarmUp(N_KERNELS, there + compiled(), time.perf_counter() - start)


def cached() -> bool:
    """Return whether the cache has every kernel, so that all are loaded in about a second."""
    return cached_units() == set(units())
