"""LinUCB fused by hand for Numba, the baseline of the engine's: one loop on dense rows, with lower triangles of P."""

from math import sqrt

import numpy as np
from numba import njit

from cspa_explore.core.geometry import Full
from cspa_explore.core.jit import FASTMATH, OPTIONS
from cspa_explore.core.loop import Trace
from cspa_explore.core.rows import Dense
from cspa_explore.core.vectors import TIE


def run_linucb(alpha: float, prior: float, rows: Dense, y: np.ndarray, order: np.ndarray, K: int, trace: Trace) -> None:
    """Play LinUCB and fill the trace."""
    W, P, g = Full.new(K, rows.X.shape[1], Dense, prior)
    fused_linucb(alpha, W, P, g, rows.X, y, order, *trace, np.empty(K), np.empty(K), np.empty(K))


@njit(nogil=True, fastmath=FASTMATH, **OPTIONS)
def _first(s):
    p = 0
    mean = s[0]
    for k in range(1, s.shape[0]):
        mean += s[k]
        if s[k] > s[p]:
            p = k
    low = s[p] - TIE * (1.0 + s[p] - mean / s.shape[0])
    for k in range(p):
        if s[k] >= low:
            return k
    return p


@njit(nogil=True, fastmath=FASTMATH, **OPTIONS)
def fused_linucb(alpha, W, P, g, X, y, order, hit, y_hat, y_tilde, losses, s, q, bounds):
    """Play LinUCB on dense rows in one loop."""
    K, d = W.shape
    for t in range(order.shape[0]):
        i = order[t]
        for k in range(K):
            score = 0.0
            spread = 0.0
            for a in range(d):
                score += W[k, a] * X[i, a]
                below = 0.0
                for b in range(a):
                    below += P[k, a, b] * X[i, b]
                spread += X[i, a] * (2.0 * below + P[k, a, a] * X[i, a])
            s[k] = score
            q[k] = spread
            bounds[k] = score + alpha * sqrt(max(0.0, spread))
        p = _first(bounds)
        hit[t] = y[i] == p
        y_hat[t] = _first(s)
        y_tilde[t] = p
        losses[t] = np.nan
        for a in range(d):
            below = P[p, a, a] * X[i, a]
            for b in range(a):
                below += P[p, a, b] * X[i, b]
                g[b] += P[p, a, b] * X[i, a]
            g[a] = below
        c = 1.0 / (1.0 + q[p])
        tau = ((1.0 if hit[t] else -1.0) - s[p]) * c
        for a in range(d):
            W[p, a] += tau * g[a]
            for b in range(a + 1):
                P[p, a, b] -= c * g[a] * g[b]
