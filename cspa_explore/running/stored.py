"""Stored rows of runs, sweeps and contests: which columns they have, and how results are written and read.

Sweeps and contests share the kind "moments": the number of right proposals up to each moment. Runs have the kind
"runs": everything that a run records. Counts are stored as whole numbers; a ratio is its count divided by the rounds,
as when it was computed, so a stored result equals a computed one bit for bit.
"""

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any

import numpy as np

from cspa_explore.results.run import RECENT
from cspa_explore.results.sweep import moments
from cspa_explore.store.book import Book, NoBook
from cspa_explore.store.rows import Row
from cspa_explore.store.store import Store, opened
from cspa_explore.streams.stream import Stream

AnyBook = Book | NoBook


def moments_book(store: Store | None, stream: Stream) -> AbstractContextManager[AnyBook]:
    """Return the stored right proposals up to each moment, as a context that finishes the file."""
    return opened(store, "moments", stream, lambda: [f"right_{t}" for t in moments(stream.rounds)])


def missing_rows(store: Store | None, stream: Stream, learners: Sequence[str], seeds: Sequence[int]) -> int:
    """Return how many of these learners' trials a sweep or a contest would have to play."""
    with moments_book(store, stream) as book:
        return sum(not book.has(text, k, seed) for text in learners for k, seed in enumerate(seeds))


def counts_of(learners: Sequence[str], trial: int, seed: int, counts: Iterable[np.ndarray]) -> list[Row]:
    """Return the rows of learners that played a trial together."""
    return [Row(text, trial, seed, row) for text, row in zip(learners, counts, strict=True)]


def runs_book(store: Store | None, stream: Stream, points: np.ndarray) -> AbstractContextManager[AnyBook]:
    """Return the stored trials of runs, as a context that finishes the file."""

    def columns() -> list[str]:
        recall = [f"recall_{k}" for k in range(1, stream.n_classes + 1)]
        curves = [f"{name}_{t}" for name in ("right", "recent") for t in points]
        return ["predicted", "explored", "loss", "squares", *recall, *curves]

    return opened(store, "runs", stream, columns)


def run_row(learner: str, trial: int, seed: int, summary: dict[str, Any], points: np.ndarray) -> Row:
    """Return the row of a complete trial from its summary."""
    T = summary["rounds"]
    counts = [np.rint(summary["curve"] * points), np.rint(summary["recent"] * np.minimum(points, RECENT))]
    numbers = [np.rint(summary["predicted"] * T), np.rint(summary["explored"] * T), summary["loss"], summary["squares"]]
    return Row(learner, trial, seed, np.concatenate([numbers, summary["recall"], *counts]))


def summary_of(values: np.ndarray, K: int, points: np.ndarray) -> dict[str, Any]:
    """Return the summary of a complete trial from the values of its row."""
    T = int(points[-1])
    predicted, explored, loss, squares = values[:4]
    right, recent = values[4 + K :].reshape(2, -1)
    return {
        "rounds": T,
        "ratio": right[-1] / T,
        "predicted": predicted / T,
        "explored": explored / T,
        "loss": loss,
        "squares": squares,
        "recall": values[4 : 4 + K],
        "curve": right / points,
        "recent": recent / np.minimum(points, RECENT),
    }
