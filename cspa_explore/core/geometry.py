"""Where a learner's numbers live, and the two things done to them: scores, and a rank-one update.

| geometry | scores | update |
|---|---|---|
| Additive | s = Wx | W += τ xᵀ |
| Ridge (diagonal) | s = (b/A)x, q = x²/A | b += τ xᵀ, A += c (x²)ᵀ |

Memory layout is private to this file: dense rows want one class after another, (K, d); CSR rows want
one feature after another, (d, K). `weights` always returns (K, d).
"""

from typing import NamedTuple

import numpy as np

from cspa_explore.core.jit import dispatched, jitable
from cspa_explore.core.memory import aligned
from cspa_explore.core.rows import CSR, Dense


class Additive(NamedTuple):
    """One weight vector a class."""

    W: np.ndarray

    @classmethod
    def new(cls, K: int, d: int, storage: type, prior: float) -> "Additive":
        """Return W = 0 in the layout that the storage wants; an additive rule has no prior."""
        return cls(aligned(_layout(K, d, storage)))

    def weights(self, storage: type) -> np.ndarray:
        """Return W as a new (K, d) array."""
        return _classes_first(self.W, storage)


class Ridge(NamedTuple):
    """Diagonal ridge regression a class: w = b/A, coordinate by coordinate."""

    b: np.ndarray
    A: np.ndarray

    @classmethod
    def new(cls, K: int, d: int, storage: type, prior: float) -> "Ridge":
        """Return b = 0 and A = prior in every coordinate."""
        form = _layout(K, d, storage)
        return cls(aligned(form), aligned(form, fill=prior))

    def weights(self, storage: type) -> np.ndarray:
        """Return b/A as a new (K, d) array."""
        return _classes_first(self.b / self.A, storage)


Geometry = Additive | Ridge


class Round(NamedTuple):
    """The K-vectors of one round; they survive it, so that it can be looked at."""

    s: np.ndarray  # scores w_k·x
    q: np.ndarray  # Σ_r x_r²/A_kr, for geometries that have A
    p: np.ndarray  # for the rule: the distribution it drew ỹ from, or its upper confidence bounds
    tau: np.ndarray  # coefficients of the update; the engine clears them before a rule writes
    c: np.ndarray  # coefficients of the update of A
    active: np.ndarray  # int64: the classes with τ ≠ 0 or c ≠ 0

    @classmethod
    def new(cls, K: int) -> "Round":
        """Return zeroed K-vectors."""
        s, q, p, tau, c = (aligned(K) for _ in range(5))
        return cls(s, q, p, tau, c, aligned(K, np.int64))


@dispatched(2, fastmath=True)
def scores(geo, rows, i, r):
    """Write the scores of row i into r.s (and r.q)."""


@dispatched(2, fastmath=True)
def add(geo, rows, i, r, n):
    """Add the update of row i to the n classes listed in r.active."""


@dispatched(1)
def keep(geo, history, t):
    """Copy the state into history[t]; the history is a geometry of arrays with one more axis, the round."""


def new_history(geo: Geometry, T: int) -> Geometry:
    """Return room for T states."""
    return type(geo)(*(aligned((T, *array.shape), fill=None) for array in geo))


def _layout(K: int, d: int, storage: type) -> tuple[int, int]:
    return (K, d) if storage is Dense else (d, K)


def _classes_first(array: np.ndarray, storage: type) -> np.ndarray:
    return array.copy() if storage is Dense else np.ascontiguousarray(array.T)


# Additive


def _additive_dense_scores(geo, rows, i, r):
    X, W = rows.X, geo.W
    K, d = W.shape
    for k in range(0, K - 1, 2):  # two classes at a time: x is read half as often
        s0 = 0.0
        s1 = 0.0
        for j in range(d):
            s0 += W[k, j] * X[i, j]
            s1 += W[k + 1, j] * X[i, j]
        r.s[k] = s0
        r.s[k + 1] = s1
    if K % 2 == 1:
        s0 = 0.0
        for j in range(d):
            s0 += W[K - 1, j] * X[i, j]
        r.s[K - 1] = s0


def _additive_dense_add(geo, rows, i, r, n):
    X, W = rows.X, geo.W
    for a in range(n):
        k = r.active[a]
        tau = r.tau[k]
        for j in range(X.shape[1]):
            W[k, j] += tau * X[i, j]


def _additive_csr_scores(geo, rows, i, r):
    s, W = r.s, geo.W
    for k in range(s.shape[0]):
        s[k] = 0.0
    for j in range(rows.indptr[i], rows.indptr[i + 1]):
        x = rows.data[j]
        f = rows.indices[j]
        for k in range(s.shape[0]):
            s[k] += x * W[f, k]


def _additive_csr_add(geo, rows, i, r, n):
    W = geo.W
    for j in range(rows.indptr[i], rows.indptr[i + 1]):
        x = rows.data[j]
        f = rows.indices[j]
        for a in range(n):
            k = r.active[a]
            W[f, k] += x * r.tau[k]


# Ridge


def _ridge_dense_scores(geo, rows, i, r):
    X, b, A = rows.X, geo.b, geo.A
    for k in range(b.shape[0]):
        s = 0.0
        q = 0.0
        for j in range(X.shape[1]):
            v = X[i, j] / A[k, j]
            s += b[k, j] * v
            q += X[i, j] * v
        r.s[k] = s
        r.q[k] = q


def _ridge_dense_add(geo, rows, i, r, n):
    X, b, A = rows.X, geo.b, geo.A
    for a in range(n):
        k = r.active[a]
        for j in range(X.shape[1]):
            b[k, j] += r.tau[k] * X[i, j]
            A[k, j] += r.c[k] * X[i, j] * X[i, j]


def _ridge_csr_scores(geo, rows, i, r):
    s, q, b, A = r.s, r.q, geo.b, geo.A
    for k in range(s.shape[0]):
        s[k] = 0.0
        q[k] = 0.0
    for j in range(rows.indptr[i], rows.indptr[i + 1]):
        x = rows.data[j]
        f = rows.indices[j]
        for k in range(s.shape[0]):
            v = x / A[f, k]
            s[k] += b[f, k] * v
            q[k] += x * v


def _ridge_csr_add(geo, rows, i, r, n):
    b, A = geo.b, geo.A
    for j in range(rows.indptr[i], rows.indptr[i + 1]):
        x = rows.data[j]
        f = rows.indices[j]
        for a in range(n):
            k = r.active[a]
            b[f, k] += r.tau[k] * x
            A[f, k] += r.c[k] * x * x


# History


@jitable
def _copy(array, history, t):
    for i in range(array.shape[0]):
        for j in range(array.shape[1]):
            history[t, i, j] = array[i, j]


def _additive_keep(geo, history, t):
    _copy(geo.W, history.W, t)


def _ridge_keep(geo, history, t):
    _copy(geo.b, history.b, t)
    _copy(geo.A, history.A, t)


keep.table[Additive,] = _additive_keep
keep.table[Ridge,] = _ridge_keep
scores.table[Additive, Dense] = _additive_dense_scores
scores.table[Additive, CSR] = _additive_csr_scores
scores.table[Ridge, Dense] = _ridge_dense_scores
scores.table[Ridge, CSR] = _ridge_csr_scores
add.table[Additive, Dense] = _additive_dense_add
add.table[Additive, CSR] = _additive_csr_add
add.table[Ridge, Dense] = _ridge_dense_add
add.table[Ridge, CSR] = _ridge_csr_add
