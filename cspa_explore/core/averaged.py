"""Averaged: the weights W learn, W += τ xᵀ, and their running average W̄ proposes; q = Wx, s = W̄x.

After every round that is not skipped, W̄ ← (1−ρ)W̄ + ρW, where the rule chooses ρ and writes it into c of one class. The
first round has ρ = 1. The difference W − W̄ = zU is kept in a lazy form: an update adds to the entries that x touches,
U += (τ/z) xᵀ, and the end of the round multiplies the number z by 1−ρ. So a round costs twice as much as an additive
one, dense or sparse. When z becomes tiny, it is multiplied into U. Arrays are (K, d) for dense rows, (d, K) for CSR,
with K padded to whole cache lines.
"""

from typing import NamedTuple

import numpy as np

from cspa_explore.core.jit import jitable
from cspa_explore.core.layout import classes_first, layout
from cspa_explore.core.memory import aligned
from cspa_explore.core.prefetch import prefetch
from cspa_explore.core.rows import Dense, entries
from cspa_explore.core.simd import LANES, collect, padded, spread

TINY = 1e-60  # a z below this is multiplied into U


class Averaged(NamedTuple):
    """One weight vector per class that learns, and one that proposes: the average of the first over the rounds."""

    W: np.ndarray
    U: np.ndarray  # (W − W̄)/z
    z: np.ndarray  # (1,)

    @classmethod
    def new(cls, K: int, d: int, storage: type, prior: float) -> "Averaged":
        """Return W = W̄ = 0; there is no prior."""
        form = layout(K if storage is Dense else padded(K), d, storage)
        return cls(aligned(form), aligned(form), aligned(1, fill=1.0))

    def weights(self, storage: type) -> np.ndarray:
        """Return the average W̄, which proposes, as a new (K, d) array."""
        return classes_first(self.W - self.z[0] * self.U, storage)

    def learning(self, storage: type) -> np.ndarray:
        """Return W, which learns, as a new (K, d) array."""
        return classes_first(self.W, storage)

    def refresh(self, storage: type) -> None:
        """Do nothing: z and U lose no digits."""


def dense_scores(geo, rows, i, r):
    """Write the scores of dense row i: of the average into s, of the weights that learn into q."""
    X, W, U = rows.X, geo.W, geo.U
    z = geo.z[0]
    for k in range(W.shape[0]):
        s = 0.0
        u = 0.0
        for j in range(X.shape[1]):
            s += W[k, j] * X[i, j]
            u += U[k, j] * X[i, j]
        r.q[k] = s
        r.s[k] = s - z * u


def dense_add(geo, rows, i, r, n):
    """Add the update of dense row i to the active classes, and W to the average."""
    X, W, U = rows.X, geo.W, geo.U
    rho = newest(r, n)
    later = 1.0 / geo.z[0] if rho < 1.0 else 0.0
    for a in range(n):
        k = r.active[a]
        tau = r.tau[k]
        if tau != 0.0:
            for j in range(X.shape[1]):
                W[k, j] += tau * X[i, j]
                U[k, j] += later * tau * X[i, j]
    average(geo, rho)


def csr_scores(geo, rows, i, r):
    """Write the scores of CSR row i: of the average into s, of the weights that learn into q."""
    s, q, W, U = r.s, r.q, geo.W, geo.U
    x, f = entries(rows, i)
    for k in range(s.shape[0]):
        s[k] = 0.0
        q[k] = 0.0
    whole = x.shape[0] - x.shape[0] % 4
    for j in range(0, whole, 4):
        features, values = (f[j], f[j + 1], f[j + 2], f[j + 3]), (x[j], x[j + 1], x[j + 2], x[j + 3])
        for k in range(0, W.shape[1], LANES):
            collect(q, k, W, features, values)
            collect(s, k, U, features, values)
    for j in range(whole, x.shape[0]):
        feature, value = (f[j],), (x[j],)
        for k in range(0, W.shape[1], LANES):
            collect(q, k, W, feature, value)
            collect(s, k, U, feature, value)
    z = geo.z[0]
    for k in range(s.shape[0]):
        s[k] = q[k] - z * s[k]


def csr_add(geo, rows, i, r, n):
    """Add the update of CSR row i to every cache line that holds an active class, and W to the average."""
    W, U, tau = geo.W, geo.U, r.tau
    x, f = entries(rows, i)
    rho = newest(r, n)
    later = 1.0 / geo.z[0] if rho < 1.0 else 0.0
    a = 0
    while a < n:
        k = r.active[a] // LANES * LANES
        moved = False
        while a < n and r.active[a] < k + LANES:  # active classes are in ascending order
            moved = moved or tau[r.active[a]] != 0.0
            a += 1
        if moved:
            for j in range(x.shape[0]):
                spread(W, (f[j],), k, tau, (x[j],))
                spread(U, (f[j],), k, tau, (later * x[j],))
    average(geo, rho)


@jitable
def newest(r, n):
    """Return ρ, the weight of this round in the average, which the rule wrote into c of one active class."""
    rho = 0.0
    for a in range(n):
        rho += r.c[r.active[a]]
    return rho


@jitable
def average(geo, rho):
    """End the round: (W − W̄) ← (1−ρ)(W − W̄). In the first round, with ρ = 1, U is 0 and z stays 1."""
    if rho < 1.0:
        geo.z[0] *= 1.0 - rho
    if geo.z[0] < TINY:
        for a in range(geo.U.shape[0]):
            for b in range(geo.U.shape[1]):
                geo.U[a, b] *= geo.z[0]
        geo.z[0] = 1.0


def csr_prefetch(geo, rows, i):
    """Prefetch the weights that CSR row i touches."""
    W, U = geo.W, geo.U
    _, f = entries(rows, i)
    for j in range(f.shape[0]):
        feature = f[j]
        for k in range(0, W.shape[1], LANES):
            prefetch(W, (feature, k))
            prefetch(U, (feature, k))


def snapshot(geo, W, A, t):
    """Write the average into W[t]; there is no A."""
    for k in range(W.shape[1]):
        for j in range(W.shape[2]):
            W[t, k, j] = geo.W[k, j] - geo.z[0] * geo.U[k, j]
