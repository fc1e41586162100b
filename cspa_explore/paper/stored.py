"""Results of candidates in the store: one file per stream and kernel width, one row per learner and trial."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial

import numpy as np

from cspa_explore.paper.cells import window_ends
from cspa_explore.paper.jobs import Job
from cspa_explore.paper.pieces import Played
from cspa_explore.paper.protocol import widths
from cspa_explore.store.book import Book, NoBook
from cspa_explore.store.rows import Row
from cspa_explore.store.store import Store, opened


class Memory:
    """The books of the jobs, by width."""

    def __init__(self, books: dict[tuple[Job, float], Book | NoBook]) -> None:
        self._books = books

    def known(self, job: Job, candidate: int, trial: int) -> np.ndarray | None:
        """Return the right proposals per window, (widths, windows); None if one of them is not stored."""
        text, seed = str(job.texts[candidate]), job.seeds[trial]
        books = [self._books[job, g] for g in widths(job.table)]
        if not all(book.has(text, trial, seed) for book in books):
            return None
        return np.array([book.get(text, trial, seed) for book in books], np.uint8)

    def keep(self, job: Job, some: list[int], trial: int, played: Played) -> None:
        """Append a piece to the files."""
        for g, windows in zip(widths(job.table), played.windows, strict=True):
            texts = [str(job.texts[place]) for place in some]
            rows = [Row(text, trial, job.seeds[trial], row) for text, row in zip(texts, windows, strict=True)]
            self._books[job, g].add(rows)


@contextmanager
def remembered(store: Store | None, jobs: Sequence[Job]) -> Iterator[Memory]:
    """Yield the memory of these jobs, and finish its files at the end; without a store it remembers nothing."""
    with ExitStack() as stack:
        books = {}
        for job in jobs:
            rounds = job.stream.n_rounds
            for g in widths(job.table):
                stream = replace(job.stream, kernel=g, rounds=rounds)
                books[job, g] = stack.enter_context(opened(store, "windows", stream, partial(_columns, rounds)))
        yield Memory(books)


def _columns(rounds: int) -> list[str]:
    return [f"right_to_{end}" for end in window_ends(rounds)]
