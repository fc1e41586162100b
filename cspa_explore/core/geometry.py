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

from cspa_explore.core.jit import dispatched
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
    """Diagonal ridge regression a class: w = b/A; R = 1/A is kept so that rounds need no division."""

    b: np.ndarray
    A: np.ndarray
    R: np.ndarray

    @classmethod
    def new(cls, K: int, d: int, storage: type, prior: float) -> "Ridge":
        """Return b = 0 and A = prior in every coordinate."""
        form = _layout(K, d, storage)
        return cls(aligned(form), aligned(form, fill=prior), aligned(form, fill=1.0 / prior))

    def weights(self, storage: type) -> np.ndarray:
        """Return b/A as a new (K, d) array."""
        return _classes_first(self.b / self.A, storage)


Geometry = Additive | Ridge


class Round(NamedTuple):
    """The K-vectors of one round; they survive it, so that it can be looked at."""

    s: np.ndarray  # scores w_k·x
    q: np.ndarray  # Σ_r x_r²/A_kr, for geometries that have A
    p: np.ndarray  # the distribution ỹ was drawn from, for rules that draw
    tau: np.ndarray  # coefficients of the update; the engine clears them before a rule writes
    c: np.ndarray  # coefficients of the update of A
    active: np.ndarray  # int64: the classes with τ ≠ 0 or c ≠ 0

    @classmethod
    def new(cls, K: int) -> "Round":
        """Return zeroed K-vectors."""
        return cls(*(aligned(K) for _ in range(5)), aligned(K, np.int64))


@dispatched(2, fastmath=True)
def scores(geo, rows, i, r):
    """Write the scores of row i into r.s (and r.q)."""


@dispatched(2, fastmath=True)
def add(geo, rows, i, r, n):
    """Add the update of row i to the n classes listed in r.active."""


def _layout(K: int, d: int, storage: type) -> tuple[int, int]:
    return (K, d) if storage is Dense else (d, K)


def _classes_first(array: np.ndarray, storage: type) -> np.ndarray:
    return array.copy() if storage is Dense else np.ascontiguousarray(array.T)


# Additive


def _additive_dense_scores(geo, rows, i, r):
    x = rows.X[i]
    for k in range(geo.W.shape[0]):
        w = geo.W[k]
        s = 0.0
        for j in range(x.shape[0]):
            s += w[j] * x[j]
        r.s[k] = s


def _additive_dense_add(geo, rows, i, r, n):
    x = rows.X[i]
    for a in range(n):
        k = r.active[a]
        w = geo.W[k]
        tau = r.tau[k]
        for j in range(x.shape[0]):
            w[j] += tau * x[j]


def _additive_csr_scores(geo, rows, i, r):
    s = r.s
    s[:] = 0.0
    for j in range(rows.indptr[i], rows.indptr[i + 1]):
        v = rows.data[j]
        w = geo.W[rows.indices[j]]  # (K,)
        for k in range(s.shape[0]):
            s[k] += v * w[k]


def _additive_csr_add(geo, rows, i, r, n):
    for j in range(rows.indptr[i], rows.indptr[i + 1]):
        v = rows.data[j]
        w = geo.W[rows.indices[j]]  # (K,)
        for a in range(n):
            k = r.active[a]
            w[k] += v * r.tau[k]


# Ridge


def _ridge_dense_scores(geo, rows, i, r):
    x = rows.X[i]
    for k in range(geo.b.shape[0]):
        b = geo.b[k]
        R = geo.R[k]
        s = 0.0
        q = 0.0
        for j in range(x.shape[0]):
            v = R[j] * x[j]
            s += b[j] * v
            q += x[j] * v
        r.s[k] = s
        r.q[k] = q


def _ridge_dense_add(geo, rows, i, r, n):
    x = rows.X[i]
    for a in range(n):
        k = r.active[a]
        for j in range(x.shape[0]):
            geo.b[k, j] += r.tau[k] * x[j]
            geo.A[k, j] += r.c[k] * x[j] * x[j]
            geo.R[k, j] = 1.0 / geo.A[k, j]


def _ridge_csr_scores(geo, rows, i, r):
    s = r.s
    q = r.q
    s[:] = 0.0
    q[:] = 0.0
    for j in range(rows.indptr[i], rows.indptr[i + 1]):
        x = rows.data[j]
        b = geo.b[rows.indices[j]]  # (K,)
        R = geo.R[rows.indices[j]]
        for k in range(s.shape[0]):
            v = x * R[k]
            s[k] += b[k] * v
            q[k] += x * v


def _ridge_csr_add(geo, rows, i, r, n):
    for j in range(rows.indptr[i], rows.indptr[i + 1]):
        x = rows.data[j]
        f = rows.indices[j]
        for a in range(n):
            k = r.active[a]
            geo.b[f, k] += r.tau[k] * x
            geo.A[f, k] += r.c[k] * x * x
            geo.R[f, k] = 1.0 / geo.A[f, k]


scores.table[Additive, Dense] = _additive_dense_scores
scores.table[Additive, CSR] = _additive_csr_scores
scores.table[Ridge, Dense] = _ridge_dense_scores
scores.table[Ridge, CSR] = _ridge_csr_scores
add.table[Additive, Dense] = _additive_dense_add
add.table[Additive, CSR] = _additive_csr_add
add.table[Ridge, Dense] = _ridge_dense_add
add.table[Ridge, CSR] = _ridge_csr_add
