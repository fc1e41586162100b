"""Strong separability, which the corrected theorem asks for where L* is to be 0: each class against all the others.

With ℓ* = 0 the corrected assumption puts every wrong class below the mean score of all classes, so u_k minus that mean
separates class k from the rest by a hyperplane through the origin. Two linear programmes decide:

- `one_vs_rest`: per class, whether a hyperplane separates it from the rest; `widest_margin.py` then widens its margin;
- `smallest_alpha`: the smallest α for which some u has L* = 0. Below 1, the bound stays finite however long the run.
"""

import time
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
import scipy.sparse
from scipy.optimize import linprog

from cspa_explore.theory.bounds import Statement
from cspa_explore.theory.comparison import Rounds
from cspa_explore.theory.row_blocks import RowBlocks
from cspa_explore.theory.widest_margin import widest_margin

SECONDS = 5.0
WIDE = 1e-7  # a smaller margin of the linear programme counts as none
LARGEST = 4_000_000  # numbers in a constraint matrix
CLOSE = 0.01
WIDEST, AT_LEAST = "the widest", "at least"


@dataclass(frozen=True)
class ClassMargin:
    """How one class is separated from the rest."""

    name: str
    separable: bool | None  # None: not decided within the limit
    margin: float  # of the hyperplane found, as a share of the longest row; 0 if there is none
    most: float = inf  # certified: no hyperplane has a wider margin


@dataclass(frozen=True)
class Separability:
    """Whether each class can be separated from the rest."""

    classes: tuple[ClassMargin, ...]

    @property
    def separable(self) -> bool | None:
        """Return whether all classes are; None if that was not decided."""
        found = [one.separable for one in self.classes]
        return False if False in found else None if None in found else True

    @property
    def margin(self) -> float:
        """Return the smallest margin of a class."""
        return min(one.margin for one in self.classes)

    @property
    def margin_is(self) -> str:
        """Return "the widest" if the widest margin is wider by at most 1 %, else "at least"."""
        return WIDEST if self.margin >= (1 - CLOSE) * min(one.most for one in self.classes) else AT_LEAST

    @property
    def words(self) -> str:
        """Return the finding in one sentence."""
        if self.separable:
            size = f"{self.margin:.3g}, the widest" if self.margin_is == WIDEST else f"at least {self.margin:.3g}"
            return f"One-vs-rest separable: a hyperplane through 0 separates each class with margin {size}."
        if self.separable is None:
            return "Not decided within the time limit whether each class can be separated from the rest."
        bad = [one.name for one in self.classes if one.separable is False]
        some = f"any of the classes {', '.join(bad[:6])}{', …' * (len(bad) > 6)}"
        which = f"class {bad[0]}" if len(bad) == 1 else "any class" if len(bad) == len(self.classes) else some
        return f"Not one-vs-rest separable: no hyperplane through 0 separates {which} from the others."


def one_vs_rest(rounds: Rounds, seconds: float = SECONDS) -> Separability:
    """Return, per class, whether a hyperplane through 0 separates it from the rest, and its margin.

    >>> X = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, -1.0]])
    >>> one_vs_rest(Rounds(X, np.arange(3), 3)).separable
    True
    """
    X, y = _distinct(rounds)
    until, longest = time.perf_counter() + seconds, rounds.R or 1.0  # rows may all be 0
    found = []
    for k in range(rounds.K):
        name = rounds.name(k)
        if not np.any(y == k):
            found.append(ClassMargin(name, True, 1.0, 1.0))
        elif _too_many(X) or (left := until - time.perf_counter()) <= 0:
            found.append(ClassMargin(name, None, 0.0))
        else:
            found.append(_separate(np.where(y == k, 1.0, -1.0)[:, None] * X / longest, name, left))
    return Separability(tuple(found))


def _separate(Z: np.ndarray, name: str, seconds: float) -> ClassMargin:
    """Return whether some w has z·w > 0 for all rows, and the widest margin of a w of length 1 that is found in time.

    The linear programme decides; it maximises the margin over w in [−1, 1]^d.
    """
    until = time.perf_counter() + seconds
    n, d = Z.shape
    A = np.column_stack([-Z, np.ones(n)])
    cost = np.append(np.zeros(d), -1.0)
    limits = [(-1.0, 1.0)] * d + [(None, None)]
    result = linprog(cost, A, np.zeros(n), bounds=limits, method="highs", options={"time_limit": seconds})
    if result.status != 0:
        return ClassMargin(name, None, 0.0)
    w, margin = result.x[:-1], float(result.x[-1])
    if margin <= WIDE:
        return ClassMargin(name, False, 0.0)
    found = widest_margin(Z, until)
    return ClassMargin(name, True, max(found.margin, float((Z @ w).min() / np.linalg.norm(w))), found.most)


def smallest_alpha(statement: Statement, rounds: Rounds, seconds: float = SECONDS) -> float | None:
    """Return the smallest α(u) of all u with L* = 0; infinite if the classes are not separable, None if not decided."""
    X, y = _distinct(rounds)
    (n, d), K = X.shape, rounds.K
    if _too_many(X) or 2 * n * (K - 1) * K * d > 10 * LARGEST:
        return None
    blocks, right = [], []
    for rival in range(K):
        mine = y != rival
        for scores, level, price in _constraints(statement, y[mine], rival, K):
            spread = scipy.sparse.csr_matrix((scores[:, :, None] * X[mine][:, None, :]).reshape(-1, K * d))
            blocks.append(scipy.sparse.hstack([spread, np.full((spread.shape[0], 1), price)]))
            right.append(np.full(spread.shape[0], level))
    cost = np.append(np.zeros(K * d), 1.0)
    limits = [(None, None)] * (K * d) + [(0.0, None)]
    A = scipy.sparse.vstack(blocks)
    result = linprog(cost, A, np.concatenate(right), bounds=limits, method="highs", options={"time_limit": seconds})
    return float(result.fun) if result.status == 0 else np.inf if result.status == 2 else None


def _constraints(statement: Statement, y: np.ndarray, rival: int, K: int) -> list[tuple[np.ndarray, float, float]]:
    """Return coefficients of the scores, right side and coefficient of α: margins of at least 1, sums of at most α."""
    own, other = np.eye(K)[y], np.eye(K)[np.full(len(y), rival)]
    sums = statement.sign * ((K - 1) * other - (1 - own)) if K > 2 else 0 * own
    return [(other - own, -1.0, 0.0), (sums, 0.0, -1.0)]


def _distinct(rounds: Rounds) -> tuple[np.ndarray, np.ndarray]:
    """Return the distinct pairs of row and label; a sparse matrix is expanded if it is small enough."""
    X = rounds.X
    if scipy.sparse.issparse(X):
        X = X.toarray() if X.shape[0] * X.shape[1] <= LARGEST else np.zeros((1, LARGEST + 1))
    if _too_many(X):
        return X, rounds.y
    both = np.unique(np.column_stack([X, rounds.y]), axis=0)
    return both[:, :-1], both[:, -1].astype(int)


def _too_many(X: Any) -> bool:
    """Say whether the rows are too many for a linear programme."""
    return isinstance(X, RowBlocks) or X.size > LARGEST
