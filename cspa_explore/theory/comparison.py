"""A comparator u on given rounds: its margins, its losses ℓ* and α(u), the smallest α of the theorem's assumption.

u is a matrix with one row per class, like a learner's weights. With the scores σ_k = u_k·x of a round with label y and
their mean over the K−1 wrong classes,

    needed:   α(u) = max (K−1)(σ_max − mean),      printed:   α(u) = max (K−1)(mean − σ_min),

each over all rounds: the sums of the paper's eq. (assumption) with the sign that the proof needs and the printed one.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse

from cspa_explore.theory.bounds import Factors, Statement, factors
from cspa_explore.theory.row_blocks import RowBlocks

SAME = 1e-9  # relative tolerance of "all rows have one norm"


class Alpha(NamedTuple):
    """α(u), the round that attains it (counted from 1) and the wrong class that attains it there."""

    value: float
    round: int
    rival: int


@dataclass(frozen=True, eq=False)
class Rounds:
    """The rows and true labels of a run's rounds."""

    X: Any  # (T, d) array, sparse matrix or RowBlocks
    y: np.ndarray  # (T,) labels 0…K−1
    K: int
    names: tuple[str, ...] = ()  # of the classes; without them, they are numbered from 1

    def name(self, k: int) -> str:
        """Return the name of class k."""
        return self.names[k] if k < len(self.names) else str(k + 1)

    @property
    def T(self) -> int:
        """Return the number of rounds."""
        return len(self.y)

    @cached_property
    def norms(self) -> np.ndarray:
        """Return the norm of each row, (T,)."""
        if isinstance(self.X, RowBlocks):
            return self.X.norms
        if scipy.sparse.issparse(self.X):
            return np.sqrt(np.asarray(self.X.multiply(self.X).sum(axis=1)).ravel())
        return np.sqrt(np.einsum("td,td->t", self.X, self.X))

    @property
    def R(self) -> float:
        """Return the largest norm of a row."""
        return float(self.norms.max(initial=0.0))

    @property
    def one_norm(self) -> bool:
        """Say whether all rows have the same positive norm, as the theorem asks."""
        return bool(self.R > 0 and self.norms.min() >= (1 - SAME) * self.R)

    def scores(self, u: np.ndarray) -> np.ndarray:
        """Return u_k·x of each round, (T, K)."""
        return np.asarray(self.X @ u.T)

    def until(self, t: int) -> "Rounds":
        """Return the first t rounds."""
        return Rounds(self.X[:t], self.y[:t], self.K)


def margins(rounds: Rounds, u: np.ndarray) -> np.ndarray:
    """Return the score of the true class minus that of its best rival, (T,)."""
    scores = rounds.scores(u)
    rows = np.arange(rounds.T)
    true = scores[rows, rounds.y]
    scores[rows, rounds.y] = -np.inf
    return true - scores.max(axis=1)


def losses(rounds: Rounds, u: np.ndarray) -> np.ndarray:
    """Return ℓ* = max(0, 1 − margin) of each round, (T,)."""
    return np.maximum(0.0, 1.0 - margins(rounds, u))


def assumption_sums(statement: Statement, rounds: Rounds, u: np.ndarray) -> np.ndarray:
    """Return the statement's sum for each round and wrong class, (T, K); −inf at the true class.

    For K = 2 the sum is empty: 0.
    """
    scores = rounds.scores(u)
    rows, K = np.arange(rounds.T), rounds.K
    total = scores.sum(axis=1) - scores[rows, rounds.y]
    sums = statement.sign * ((K - 1) * scores - total[:, None]) if K > 2 else np.zeros_like(scores)
    sums[rows, rounds.y] = -np.inf
    return sums


def alpha_of(statement: Statement, rounds: Rounds, u: np.ndarray) -> Alpha:
    """Return α(u) with the round and the class that attain it.

    >>> from cspa_explore.theory.bounds import CORRECTED, PRINTED
    >>> rounds = Rounds(np.array([[1.0]]), np.array([0]), K=4)
    >>> u = np.array([[2.0], [0.5], [0.0], [-1.0]])  # wrong classes 0.5, 0, −1: mean −1/6
    >>> alpha_of(CORRECTED, rounds, u), alpha_of(PRINTED, rounds, u)
    (Alpha(value=2.0, round=1, rival=1), Alpha(value=2.5, round=1, rival=3))
    """
    sums = assumption_sums(statement, rounds, u)
    t, rival = np.unravel_index(int(np.argmax(sums)), sums.shape)
    return Alpha(max(0.0, float(sums[t, rival])), int(t) + 1, int(rival))


@dataclass(frozen=True, eq=False)
class Comparison:
    """What the bound needs to know of a comparator, and the bound."""

    statement: Statement
    u: np.ndarray  # (K, d)
    alpha: Alpha
    squares: np.ndarray  # (T,) ℓ*² summed up to each round
    norm: float  # ‖u‖, Frobenius
    factors: Factors

    @property
    def loss(self) -> float:
        """Return L* = √Σℓ*²."""
        return float(np.sqrt(self.squares[-1]))

    @property
    def applies(self) -> bool:
        """Say whether the proof works for this comparator: β < 2(1−α)/(K−1)."""
        return self.factors.chi > 0

    @property
    def bound(self) -> float:
        """Return the bound on Σℓ²; infinite if the proof does not work."""
        return self.factors.bound(self.loss, self.norm)

    def curve(self) -> np.ndarray:
        """Return the bound after each round, (T,): with ‖u‖ and α as they are and L* so far."""
        if not self.applies:
            return np.full(len(self.squares), np.inf)
        return (self.factors.loss * np.sqrt(self.squares) + self.factors.size * self.norm) ** 2


def compare(statement: Statement, rounds: Rounds, u: np.ndarray, beta: float | None = None) -> Comparison:
    """Return the bound that u gives; without β, for the theorem's β = (1−α(u))/(K−1)."""
    alpha = alpha_of(statement, rounds, u)
    squares = np.cumsum(losses(rounds, u) ** 2)
    found = factors(statement, rounds.K, alpha.value, beta, rounds.R)
    return Comparison(statement, u, alpha, squares, float(np.linalg.norm(u)), found)
