"""A memory of the tables in the store: the right proposals per window of 100 rounds, one row per candidate and trial.

There is one file of the kind "windows" per data set, variant and kernel width. What is stored is not played again.
"""

from contextlib import ExitStack
from dataclasses import replace
from types import TracebackType

import numpy as np

from cspa_explore.paper.cells import window_ends
from cspa_explore.paper.pieces import Played
from cspa_explore.paper.playing import Job
from cspa_explore.paper.protocol import widths
from cspa_explore.store import Store
from cspa_explore.store.book import Book, NoBook
from cspa_explore.store.rows import Row
from cspa_explore.store.store import opened
from cspa_explore.streams.stream import Stream


class StoredMemory:
    """What candidates have played, as a context that finishes the files. Pass it to `reproduce` as its memory."""

    def __init__(self, store: Store | None) -> None:
        self._store, self._stack = store, ExitStack()
        self._books: dict[Stream, Book | NoBook] = {}

    def __enter__(self) -> "StoredMemory":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def _files(self, job: Job) -> list[Book | NoBook]:
        """Return the rows of a job's stream, per kernel width."""
        return [self._book(replace(job.stream, kernel=width)) for width in widths(job.table)]

    def _book(self, stream: Stream) -> Book | NoBook:
        if stream not in self._books:
            columns = [f"right_{t}" for t in window_ends(stream.n_rounds)]
            self._books[stream] = self._stack.enter_context(opened(self._store, "windows", stream, lambda: columns))
        return self._books[stream]

    def known(self, job: Job, candidate: int, trial: int) -> np.ndarray | None:
        """Return the right proposals per window, (widths, windows); None unless those of all widths are stored."""
        name = (str(job.texts[candidate]), trial, job.seeds[trial])
        books = self._files(job)
        if not all(book.has(*name) for book in books):
            return None
        return np.array([book.get(*name) for book in books]).astype(np.uint8)

    def keep(self, job: Job, some: list[int], trial: int, played: Played) -> None:
        """Store a piece."""
        texts = job.texts
        for book, counts in zip(self._files(job), played.windows, strict=True):
            book.add(Row(str(texts[i]), trial, job.seeds[trial], row) for i, row in zip(some, counts, strict=True))
