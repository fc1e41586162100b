"""Long commands: threads, a bar on a terminal, and Ctrl-C that keeps what has been done."""

import argparse
import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from cspa_explore.experiments.runner import Progress
from cspa_explore.learners.warmup import cached


@contextmanager
def working(args: argparse.Namespace, guess: Any) -> Iterator[dict[str, Any]]:
    """Yield executor, progress and cancel for a long command: Ctrl-C ends it with what has been done."""
    stop = threading.Event()
    shown = sys.stderr.isatty()
    if shown:
        if not cached():
            print("Kernels are compiled when they are first used, some seconds each.", file=sys.stderr)
        print(f"about {guess():.1f} s on one thread", file=sys.stderr)

    def show(p: Progress) -> None:
        if shown:
            left = f"{p.seconds_left:.0f} s left" if p.done else ""
            _bar(p.done, p.total, f"{p.rounds_per_second / 1e6:.2f} M rounds/s  {left:12s}")

    jobs = args.jobs or os.cpu_count() or 1
    pool = ThreadPoolExecutor(jobs) if jobs > 1 else None

    def interrupted() -> None:
        print("Stopping, what is done will be shown.", file=sys.stderr)
        stop.set()

    previous = _on_interrupt(interrupted)
    try:
        yield {"executor": pool, "on_progress": show, "should_stop": stop.is_set}
    finally:
        _on_interrupt(None, previous)
        if pool:
            pool.shutdown(cancel_futures=True)
        if shown:
            print("", file=sys.stderr)


def show_kernels(done: int, total: int) -> None:
    """Show on a terminal how many learners have their kernels."""
    if sys.stderr.isatty():
        _bar(done, total, f"{done} of {total}" + "\n" * (done == total))


def _bar(done: int, total: int, words: str) -> None:
    filled = int(30 * done / total)
    bar = f"[{'#' * filled}{'.' * (30 - filled)}] {100 * done / total:3.0f} %"
    print(f"\r{bar}  {words}", end="", file=sys.stderr, flush=True)


def _on_interrupt(action: Any, handler: Any = None) -> Any:
    """Let Ctrl-C call the action; or put a former handler back."""
    if threading.current_thread() is not threading.main_thread():
        return None
    return signal.signal(signal.SIGINT, (lambda *_: action()) if action else handler)
