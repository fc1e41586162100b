"""Stored pieces of the tables: the right proposals per window of 100 rounds, one row per candidate and trial.

There is one file per data set, variant and kernel width, of the kind "windows". What is stored is not played again.
"""

from contextlib import ExitStack
from dataclasses import replace
from types import TracebackType

import numpy as np

from cspa_explore.learners import LearnerText
from cspa_explore.paper.cells import window_ends
from cspa_explore.paper.playing import Played
from cspa_explore.store.book import Book, NoBook
from cspa_explore.store.rows import Row
from cspa_explore.store.store import Store, opened
from cspa_explore.streams.stream import Stream

Piece = tuple[list[LearnerText], Stream, tuple[float, ...]]
TRIAL = 0  # of a row; its seed says which trial it is


class StoredPieces:
    """The stored pieces, as a context that finishes the files. Pass `known` and `keep` to `reproduce`."""

    def __init__(self, store: Store | None) -> None:
        self._store, self._stack = store, ExitStack()
        self._books: dict[Stream, Book | NoBook] = {}

    def __enter__(self) -> "StoredPieces":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def _book(self, stream: Stream, width: float) -> Book | NoBook:
        """Return the rows of all trials with this width."""
        key = replace(stream, seed=0, kernel=width)
        if key not in self._books:
            columns = [f"right_{t}" for t in window_ends(key.n_rounds)]
            self._books[key] = self._stack.enter_context(opened(self._store, "windows", key, lambda: columns))
        return self._books[key]

    def known(self, piece: Piece) -> Played | None:
        """Return a piece whose candidates are all stored, or None."""
        texts, stream, widths = piece
        books = [self._book(stream, width) for width in widths]
        if not all(book.has(str(text), TRIAL, stream.seed) for book in books for text in texts):
            return None
        rows = [[book.get(str(text), TRIAL, stream.seed) for text in texts] for book in books]
        return Played(np.array(rows, np.uint8), 0.0)

    def keep(self, piece: Piece, played: Played) -> None:
        """Store a piece that was played."""
        texts, stream, widths = piece
        for width, counts in zip(widths, played.windows, strict=True):
            rows = [Row(str(text), TRIAL, stream.seed, row) for text, row in zip(texts, counts, strict=True)]
            self._book(stream, width).add(rows)
