"""Full: weights W and a full symmetric matrix P per class; s = Wx, q_k = xᵀP_kx.

An update moves the class k along g = P_kx: w_k += τ_k g, then P_k −= c_k g gᵀ. With c = 1/(1+q) that is the formula of
Sherman and Morrison for the inverse of P⁻¹ + xxᵀ. Only the lower triangle of P is used, so q costs half as much. W is
(K, d) for dense rows, (d, K) for CSR; P is (K, d, d) for both.
"""

from typing import NamedTuple

import numpy as np

from cspa_explore.core.jit import jitable
from cspa_explore.core.layout import classes_first, layout
from cspa_explore.core.memory import aligned


class Full(NamedTuple):
    """Ridge regression per class with full matrices: weights W, and P, the inverse of a + Σ xxᵀ."""

    W: np.ndarray
    P: np.ndarray  # (K, d, d), of which the lower triangle counts
    g: np.ndarray  # (d,) for one update

    @classmethod
    def new(cls, K: int, d: int, storage: type, prior: float) -> "Full":
        """Return W = 0 and P = I/prior."""
        geo = cls(aligned(layout(K, d, storage)), aligned((K, d, d)), aligned(d))
        geo.P[:, np.arange(d), np.arange(d)] = 1.0 / prior
        return geo

    def weights(self, storage: type) -> np.ndarray:
        """Return W as a new (K, d) array."""
        return classes_first(self.W, storage)

    def covariance(self) -> np.ndarray:
        """Return P as a new (K, d, d) array, both triangles."""
        lower = np.tril(self.P)
        return lower + np.tril(self.P, -1).transpose(0, 2, 1)

    def triangles(self) -> np.ndarray:
        """Return the lower triangles of P, row by row, as a new (K, d(d+1)/2) array."""
        rows, columns = np.tril_indices(self.P.shape[1])
        return self.P[:, rows, columns]

    def refresh(self, storage: type) -> None:
        """Do nothing: there are no running sums."""


def dense_scores(geo, rows, i, r):
    """Write the scores of dense row i."""
    X, W, P = rows.X, geo.W, geo.P
    d = X.shape[1]
    for k in range(W.shape[0]):
        s = 0.0
        for j in range(d):
            s += W[k, j] * X[i, j]
        q = 0.0
        for a in range(d):
            below = 0.0
            for b in range(a):
                below += P[k, a, b] * X[i, b]
            q += X[i, a] * (2.0 * below + P[k, a, a] * X[i, a])
        r.s[k] = s
        r.q[k] = q


def dense_add(geo, rows, i, r, n):
    """Add the update of dense row i to the active classes."""
    X, W, P, g = rows.X, geo.W, geo.P, geo.g
    d = X.shape[1]
    for m in range(n):
        k = r.active[m]
        for a in range(d):
            x = X[i, a]
            below = P[k, a, a] * x
            for b in range(a):
                below += P[k, a, b] * X[i, b]
                g[b] += P[k, a, b] * x
            g[a] = below
        for a in range(d):
            W[k, a] += r.tau[k] * g[a]
        shrink(P, k, r.c[k], g)


@jitable
def shrink(P, k, c, g):
    """Subtract c g gᵀ from the lower triangle of P_k."""
    for a in range(g.shape[0]):
        step = c * g[a]
        for b in range(a + 1):
            P[k, a, b] -= step * g[b]


def csr_scores(geo, rows, i, r):
    """Write the scores of CSR row i; its columns ascend."""
    s, q, W, P = r.s, r.q, geo.W, geo.P
    start, stop = rows.indptr[i], rows.indptr[i + 1]
    for k in range(s.shape[0]):
        s[k] = 0.0
        q[k] = 0.0
        for a in range(start, stop):
            f, x = rows.indices[a], rows.data[a]
            s[k] += W[f, k] * x
            below = 0.0
            for b in range(start, a):
                below += P[k, f, rows.indices[b]] * rows.data[b]
            q[k] += x * (2.0 * below + P[k, f, f] * x)


def csr_add(geo, rows, i, r, n):
    """Add the update of CSR row i to the active classes."""
    W, P, g = geo.W, geo.P, geo.g
    start, stop = rows.indptr[i], rows.indptr[i + 1]
    for m in range(n):
        k = r.active[m]
        for a in range(g.shape[0]):
            g[a] = 0.0
        for b in range(start, stop):
            f, x = rows.indices[b], rows.data[b]
            for a in range(f):
                g[a] += P[k, f, a] * x
            for a in range(f, g.shape[0]):
                g[a] += P[k, a, f] * x
        for a in range(g.shape[0]):
            W[a, k] += r.tau[k] * g[a]
        shrink(P, k, r.c[k], g)


def snapshot(geo, W, A, t):
    """Write the weights into W[t], and the lower triangles of P, row by row, into A[t] unless that is empty."""
    for k in range(W.shape[1]):
        for j in range(W.shape[2]):
            W[t, k, j] = geo.W[k, j]
        if A.shape[0] > 0:
            at = 0
            for a in range(W.shape[2]):
                for b in range(a + 1):
                    A[t, k, at] = geo.P[k, a, b]
                    at += 1
