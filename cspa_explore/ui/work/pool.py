"""The server's worker threads, one per core, shared fairly by the jobs of all sessions.

The jobs take turns, one piece of work (a trial, a few cells of a sweep) per turn: a short run does not wait for a
long sweep that was submitted earlier.
"""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from os import cpu_count
from threading import Condition, Thread
from typing import Any

import streamlit as st


class FairPool:
    """Worker threads that take one piece from each job in turn.

    >>> pool = FairPool(2)
    >>> with pool.share() as mine, pool.share() as yours:
    ...     futures = [mine.submit(pow, 2, 3), yours.submit(pow, 2, 4)]
    ...     [future.result() for future in futures]
    [8, 16]
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._turns: deque[Share] = deque()  # shares with queued pieces, the next one first
        self._changed = Condition()
        self._threads: list[Thread] = []

    def share(self) -> "Share":
        """Return an executor for one job."""
        return Share(self)

    def add(self, share: "Share", piece: "Piece") -> None:
        """Queue a piece; start another worker if there are fewer than `workers`."""
        with self._changed:
            if not share.waiting:
                self._turns.append(share)
            share.waiting.append(piece)
            if len(self._threads) < self.workers:
                thread = Thread(target=self._work, name=f"pool-{len(self._threads)}", daemon=True)
                self._threads.append(thread)
                thread.start()
            self._changed.notify()

    def drop(self, share: "Share") -> list["Piece"]:
        """Remove and return the share's queued pieces."""
        with self._changed:
            dropped = list(share.waiting)
            share.waiting.clear()
            if share in self._turns:
                self._turns.remove(share)
            return dropped

    def _work(self) -> None:
        while True:
            self._next().run()

    def _next(self) -> "Piece":
        """Return the first piece of the share whose turn it is; the share then goes to the end of the queue."""
        with self._changed:
            while not self._turns:
                self._changed.wait()
            share = self._turns.popleft()
            piece = share.waiting.popleft()
            if share.waiting:
                self._turns.append(share)
            return piece


class Piece:
    """A call, and the future that gets its result."""

    def __init__(self, work: Callable[..., Any], args: tuple) -> None:
        self.future: Future = Future()
        self._work, self._args = work, args

    def run(self) -> None:
        """Make the call, unless the future was cancelled."""
        if not self.future.set_running_or_notify_cancel():
            return
        try:
            self.future.set_result(self._work(*self._args))
        except BaseException as error:  # `future.result()` raises it
            self.future.set_exception(error)


class Share:
    """One job's executor, in the style of `concurrent.futures`; leaving it cancels its queued pieces."""

    shares_memory = True  # pieces may call back into the job: see `running.executor.run_pieces`

    def __init__(self, pool: FairPool) -> None:
        self._pool = pool
        self.waiting: deque[Piece] = deque()

    def submit(self, work: Callable[..., Any], *args: Any) -> Future:
        """Return the future of work(*args)."""
        piece = Piece(work, args)
        self._pool.add(self, piece)
        return piece.future

    def __enter__(self) -> "Share":
        return self

    def __exit__(self, *error: object) -> None:
        for piece in self._pool.drop(self):
            piece.future.cancel()


@st.cache_resource(show_spinner=False)
def pool() -> FairPool:
    """Return the server's one pool, with one thread per core."""
    return FairPool(cpu_count() or 1)
