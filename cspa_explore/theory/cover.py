"""Whether the theorem covers a run: the chosen comparator, the best one found, and the verdict."""

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from cspa_explore.errors import UserError
from cspa_explore.theory.best import SECONDS, BestFound, best_found
from cspa_explore.theory.bounds import Statement
from cspa_explore.theory.comparators import best_scale, class_means, counter_example, zero
from cspa_explore.theory.comparison import Comparison, compare
from cspa_explore.theory.row_blocks import RowBlocks, TooLongError, never
from cspa_explore.theory.verdict import Played, Verdict, judge, refusal

# The comparators by their name in a link and on the command line, in words.
COMPARATORS = {
    "best": "the best found",
    "zero": "zero",
    "means": "class means",
    "final": "the learner's final weights",
    "counter": "the counter-example's u",
}
SCALED = ("means", "final")  # those that take a scale


@dataclass(frozen=True, eq=False)
class Cover:
    """A run, a comparator, and what the theorem says with it."""

    statement: Statement
    played: Played
    name: str  # a key of COMPARATORS
    scale: float  # of the class means or the final weights; 1 otherwise
    chosen: Comparison | None  # None if the theorem does not apply whatever the comparator
    best: BestFound | None
    verdict: Verdict

    @property
    def words(self) -> str:
        """Return the comparator in words."""
        return comparator_words(self.name, self.scale)


def comparator_words(name: str, scale: float) -> str:
    """Return a comparator in words.

    >>> comparator_words("means", 0.68), comparator_words("zero", 1.0)
    ('class means × 0.68', 'zero')
    """
    return f"{COMPARATORS[name]} × {scale:.3g}" if name in SCALED else COMPARATORS[name]


def search(
    statement: Statement,
    played: Played,
    seconds: float = SECONDS,
    decide: bool = False,
    stop: Callable[[], bool] = lambda: False,
) -> BestFound | None:
    """Return the best comparator found for a run, never worse than the named ones; None if nothing applies.

    With `decide`, the search stops as soon as it is clear whether the bound is below the number of rounds. None if it
    was stopped during a pass over rows that are not held.
    """
    if refusal(statement, played):
        return None
    rounds, beta, start = played.rounds, played.beta, time.perf_counter()
    named = [counter_example()] if _fits_counter(played) else []
    if isinstance(rounds.X, RowBlocks):
        rounds.X.deadline, rounds.X.stop = start + seconds, stop
    try:
        for u in (class_means(rounds), played.weights):
            named.append(best_scale(statement, rounds, u, beta)[1])
    except TooLongError:  # the search goes on without the comparators that take too long
        if stop():
            return None
    finally:
        if isinstance(rounds.X, RowBlocks):
            rounds.X.stop = never  # later passes are somebody else's
    limits = {"enough": float(rounds.T), "good": float(rounds.T)} if decide else {}
    left = max(0.0, seconds + start - time.perf_counter()) if isinstance(rounds.X, RowBlocks) else seconds
    return best_found(statement, rounds, beta, seconds=left, named=named, stop=stop, **limits)


def cover(
    statement: Statement, played: Played, name: str = "best", scale: float | None = None, best: BestFound | None = None
) -> Cover:
    """Return what the theorem says of a run with one comparator; without a scale, the scale with the smallest bound.

    A comparator whose losses take longer than the limit of the search is replaced by zero.
    """
    if refusal(statement, played):
        return Cover(statement, played, name, 1.0, None, None, judge(statement, played, None, None))
    try:
        used, u = _comparator(statement, played, name, scale, best)
        chosen = compare(statement, played.rounds, u, played.beta)
    except TooLongError:
        name, used = "zero", 1.0
        chosen = compare(statement, played.rounds, zero(played.rounds), played.beta)
    verdict = judge(statement, played, chosen, best, comparator_words(name, used))
    return Cover(statement, played, name, used, chosen, best, verdict)


def _comparator(
    statement: Statement, played: Played, name: str, scale: float | None, best: BestFound | None
) -> tuple[float, np.ndarray]:
    """Return the scale and u of a named comparator."""
    rounds = played.rounds
    if name in SCALED:
        u = class_means(rounds) if name == "means" else played.weights
        return best_scale(statement, rounds, u, played.beta) if scale is None else (scale, scale * u)
    if name == "counter":
        if not _fits_counter(played):
            d = rounds.X.shape[1]
            raise UserError(f"The counter-example's u needs 4 classes and 3 features, got {rounds.K} and {d}.")
        return 1.0, counter_example()
    return 1.0, best.comparison.u if name == "best" and best is not None else zero(rounds)


def _fits_counter(played: Played) -> bool:
    return (played.rounds.K, played.rounds.X.shape[1]) == counter_example().shape
