"""The warm-up: helper processes compile the missing kernels, then this process loads all of them."""

import time
from collections.abc import Callable
from typing import NamedTuple

from cspa_explore.core.kernel_cache import FOLDER, remove_old_caches
from cspa_explore.learners.compilers import Compilers
from cspa_explore.learners.kernels import N_KERNELS, ROWS, compiled, make_ready, units
from cspa_explore.learners.kernels import cached as cached_units


class WarmUp(NamedTuple):
    """What a warm-up has done."""

    kernels: int
    compiled: int  # the others were in the cache
    seconds: float


def warm_up(
    on_progress: Callable[[int, int], None] = lambda done, total: None,
    on_problem: Callable[[str], None] = lambda sentence: None,
    helpers: int | None = None,
) -> WarmUp:
    """Compile the missing kernels, then load all of them.

    `on_progress` gets the number of ready learners and their total; it may raise an exception to stop between two
    learners. `on_problem` gets a sentence if helpers failed. `helpers` is their number, one per core by default.
    """
    start = time.perf_counter()
    by_helpers = 0
    incomplete = FOLDER is not None and not cached()
    if incomplete:
        compilers = Compilers(helpers)
        try:
            compilers.wait_for_all(on_progress)
        finally:
            compilers.close()
        by_helpers = compilers.compiled
        if compilers.problem:
            on_problem(compilers.problem)
    remove_old_caches(FOLDER)
    make_ready(ROWS)
    learners = units()[1:]
    for done, unit in enumerate(learners):
        if not incomplete:  # otherwise `wait_for_all` has reported them
            on_progress(done, len(learners))
        make_ready(unit)
    on_progress(len(learners), len(learners))
    return WarmUp(N_KERNELS, by_helpers + compiled(), time.perf_counter() - start)


def cached() -> bool:
    """Return whether the cache holds every kernel; loading all of them then takes about a second."""
    return cached_units() == set(units())
