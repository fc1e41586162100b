"""Long commands: threads, a progress bar on a terminal, and Ctrl-C that keeps partial results."""

import argparse
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from cspa_explore.errors import UserError
from cspa_explore.learners.warmup import cached
from cspa_explore.running.connect import LOCAL, connected
from cspa_explore.running.executor import Progress
from cspa_explore.store import default_store
from cspa_explore.wording import counted

CANCELLED = 130  # the exit code after Ctrl-C


@contextmanager
def working(args: argparse.Namespace, guess: Callable[[], float]) -> Iterator[dict[str, Any]]:
    """Yield executor, progress callback, stop flag and store for a long command; Ctrl-C sets the flag."""
    stop = threading.Event()
    shown = sys.stderr.isatty()

    def show(p: Progress) -> None:
        if shown:
            left = f"{p.seconds_left:.0f} s left" if p.done else ""
            bar(p.done, p.total, f"{p.rounds_per_second / 1e6:.2f} M rounds/s  {left:12s}")

    store = None if args.no_store else default_store(_report)
    with _interrupting(stop, "Stopping; partial results will be shown."), executor_of(args) as executor:
        try:
            if shown:
                _announce(guess)
            yield {"executor": executor, "on_progress": show, "should_stop": stop.is_set, "store": store}
        finally:
            if shown:
                print("", file=sys.stderr)
    if store is not None and store.reused:
        _report(f"{counted(store.reused, 'trial')} came from stored results; --no-store plays them again.")


@contextmanager
def executor_of(args: argparse.Namespace) -> Iterator[Any]:
    """Yield the executor of --cluster or --jobs: a Dask client, a thread pool, or None for this thread."""
    jobs = args.jobs or os.cpu_count() or 1
    if args.cluster is not None:
        if args.jobs and args.cluster != LOCAL:
            raise UserError(f"--jobs does not apply to the cluster at {args.cluster}: its workers decide.")
        with connected(args.cluster, jobs) as client:
            yield client
    elif jobs == 1:
        yield None
    else:
        pool = ThreadPoolExecutor(jobs)
        try:
            yield pool
        finally:
            pool.shutdown(cancel_futures=True)


def _report(sentence: str) -> None:
    print(sentence, file=sys.stderr)


@contextmanager
def between_steps() -> Iterator[Callable[[int, int], None]]:
    """Yield a function (done, total) that shows a progress bar and raises KeyboardInterrupt after Ctrl-C.

    Ctrl-C takes effect only between steps: during the compilation of a kernel Python would drop the exception.
    """
    stop = threading.Event()

    def step(done: int, total: int) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        if sys.stderr.isatty():
            bar(done, total, f"{done} of {total} learners, dense or sparse" + "\n" * (done == total))

    with _interrupting(stop, "Stopping after this learner."):
        yield step


def _announce(guess: Callable[[], float]) -> None:
    """Print the estimated seconds of a command; the estimate compiles the kernels it needs."""
    if not cached():
        words = "Kernels that are not in the cache yet are compiled first, a few seconds each"
        print(f"{words}; the command warmup compiles them all.", file=sys.stderr)
    seconds = guess()
    print(f"{'about' if seconds >= 0.05 else 'less than'} {max(0.1, seconds):.1f} s on one thread", file=sys.stderr)


def bar(done: int, total: int, words: str) -> None:
    """Draw a progress bar on standard error."""
    share = done / total if total else 1.0  # all results were stored
    filled = int(30 * share)
    bar = f"[{'#' * filled}{'.' * (30 - filled)}] {100 * share:3.0f} %"
    print(f"\r{bar}  {words}", end="", file=sys.stderr, flush=True)


@contextmanager
def _interrupting(stop: threading.Event, words: str) -> Iterator[None]:
    """Make Ctrl-C print these words and set the event."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupted(*_: Any) -> None:
        print(f"\n{words}" if sys.stderr.isatty() else words, file=sys.stderr)
        stop.set()

    previous = signal.signal(signal.SIGINT, interrupted)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)
