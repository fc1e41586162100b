"""Work split into pieces: on this thread, a thread pool, any `concurrent.futures`-style executor, or a Dask cluster.

Kernels release the GIL, so threads run in parallel. Progress is reported on the calling thread. On this thread and on a
thread pool, work stops between chunks; on other executors, between pieces.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from cspa_explore.running.cluster import is_client, results_from

REPORT_SECONDS = 0.1


class Progress(NamedTuple):
    """Progress of the work in rounds; a round counts once per learner."""

    done: int
    total: int
    seconds: float

    @property
    def rounds_per_second(self) -> float:
        """Return the mean speed so far."""
        return self.done / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float:
        """Return the estimated remaining seconds; inf before the first round."""
        return (self.total - self.done) / self.rounds_per_second if self.done else float("inf")


@dataclass
class Control:
    """The state that all pieces of a job share: the rounds done, and whether to stop."""

    total: int
    on_progress: Callable[[Progress], None]
    should_stop: Callable[[], bool]

    def __post_init__(self) -> None:
        """Start the clock."""
        self.done = 0
        self.ended = threading.Event()
        self.start = self.reported = time.perf_counter()
        self.lock = threading.Lock()
        self.home = threading.get_ident()

    def stopped(self) -> bool:
        """Say whether to stop: the caller asked for it, or no longer consumes results."""
        return self.ended.is_set() or self.should_stop()

    def add(self, rounds: int) -> None:
        """Count rounds; if called on the calling thread, report at most every REPORT_SECONDS."""
        with self.lock:
            self.done += rounds
        if threading.get_ident() == self.home:
            self.report(now=False)

    def report(self, now: bool = True) -> None:
        """Report the progress to the caller; without `now`, only if the last report is old enough."""
        clock = time.perf_counter()
        if now or clock - self.reported >= REPORT_SECONDS:
            self.reported = clock
            self.on_progress(Progress(self.done, self.total, clock - self.start))


def run_pieces(
    work: Callable[..., tuple[Any, int]], pieces: Sequence[tuple], control: Control, executor: Any = None
) -> Iterator[tuple[int, Any]]:
    """Yield (number of the piece, result) as pieces finish; work(*piece) returns (result, rounds played).

    Without an executor, pieces run one after the other on this thread. On this thread and on threads (a thread pool, or
    an executor with `shares_memory = True`), work also gets `on_rounds` and `should_stop`. The executor may be a
    `distributed.Client`. If the caller stops iterating or raises an exception, all work stops.
    """
    try:
        if executor is None:
            for number, piece in enumerate(pieces):
                if control.stopped():
                    break
                yield number, work(*piece, control.add, control.stopped)[0]
        elif is_client(executor):
            wait = partial(control.report, now=False)
            for number, (result, rounds) in results_from(executor, work, pieces, control.stopped, wait):
                control.add(rounds)
                yield number, result
        else:
            here = getattr(executor, "shares_memory", isinstance(executor, ThreadPoolExecutor))
            extra = (control.add, control.stopped) if here else ()
            futures = {executor.submit(work, *piece, *extra): number for number, piece in enumerate(pieces)}
            yield from _collect(futures, control, counted=here)
    finally:
        control.ended.set()
    control.report()


def _collect(waiting: dict[Any, int], control: Control, counted: bool) -> Iterator[tuple[int, Any]]:
    """Yield results as futures finish; on stop, cancel the futures that have not started."""
    try:
        while waiting:
            if control.stopped():
                for future in waiting:
                    future.cancel()
            ready = [future for future in waiting if future.done()]
            for future in ready:
                number = waiting.pop(future)
                if not future.cancelled():
                    result, rounds = future.result()
                    if not counted:
                        control.add(rounds)
                    yield number, result
            if not ready:
                time.sleep(0.01)
                control.report(now=False)
    finally:
        for future in waiting:
            future.cancel()
