"""CSPA twice more, as measuring sticks: fused by hand for Numba, and as a vectorised NumPy loop.

Both use the short form (one row changes on a wrong proposal) and the engine's tie rule, and both
record what the engine records; they are checked to make the same proposals.
"""

import numpy as np
from numba import njit

from cspa_explore.core.jit import FASTMATH
from cspa_explore.core.rows import CSR, Dense

TIE = 1e-10


@njit(nogil=True, error_model="numpy", fastmath=FASTMATH)
def fused_dense(beta, W, X, y, order, hit, y_hat, y_tilde, losses, s):
    """CSPA on dense rows, W (K, d), in one function."""
    K, d = W.shape
    for t in range(order.shape[0]):
        i = order[t]
        x = X[i]
        x2 = 0.0
        for j in range(d):
            x2 += x[j] * x[j]
        for k in range(K):
            w = W[k]
            total = 0.0
            for j in range(d):
                total += w[j] * x[j]
            s[k] = total
        p = 0
        for k in range(1, K):
            if s[k] > s[p]:
                p = k
        low = s[p] - TIE * (1.0 + abs(s[p]))
        for k in range(p):
            if s[k] >= low:
                p = k
                break
        other = s[1] if p == 0 else s[0]
        for k in range(K):
            if k != p and s[k] > other:
                other = s[k]
        hit[t] = y[i] == p
        y_hat[t] = p
        y_tilde[t] = p
        losses[t] = np.nan
        if x2 <= 0.0:
            continue
        if not hit[t]:
            loss = 1.0 + s[p] - other
            losses[t] = loss
            w = W[p]
            step = -beta * loss / x2
            for j in range(d):
                w[j] += step * x[j]
            continue
        loss = 1.0 + other - s[p]
        losses[t] = max(0.0, loss)
        if loss <= 0.0:
            continue
        a = 0.0
        size = 0
        while True:
            total = 0.0
            n = 0
            for k in range(K):
                if k != p and 1.0 + s[k] - s[p] > a:
                    total += 1.0 + s[k] - s[p]
                    n += 1
            if n == size:
                break
            size = n
            a = total / (n + 1)
        for k in range(K):
            step = a / x2 if k == p else -(1.0 + s[k] - s[p] - a) / x2
            if k == p or step < 0.0:
                w = W[k]
                for j in range(d):
                    w[j] += step * x[j]


@njit(nogil=True, error_model="numpy", fastmath=FASTMATH)
def fused_csr(beta, W, data, indices, indptr, y, order, hit, y_hat, y_tilde, losses, s, tau, active):
    """CSPA on CSR rows, W (d, K), in one function."""
    K = W.shape[1]
    for t in range(order.shape[0]):
        i = order[t]
        x2 = 0.0
        s[:] = 0.0
        for j in range(indptr[i], indptr[i + 1]):
            v = data[j]
            x2 += v * v
            w = W[indices[j]]
            for k in range(K):
                s[k] += v * w[k]
        p = 0
        for k in range(1, K):
            if s[k] > s[p]:
                p = k
        low = s[p] - TIE * (1.0 + abs(s[p]))
        for k in range(p):
            if s[k] >= low:
                p = k
                break
        other = s[1] if p == 0 else s[0]
        for k in range(K):
            if k != p and s[k] > other:
                other = s[k]
        hit[t] = y[i] == p
        y_hat[t] = p
        y_tilde[t] = p
        losses[t] = np.nan
        if x2 <= 0.0:
            continue
        if not hit[t]:
            loss = 1.0 + s[p] - other
            losses[t] = loss
            step = -beta * loss / x2
            for j in range(indptr[i], indptr[i + 1]):
                W[indices[j], p] += step * data[j]
            continue
        loss = 1.0 + other - s[p]
        losses[t] = max(0.0, loss)
        if loss <= 0.0:
            continue
        a = 0.0
        size = 0
        while True:
            total = 0.0
            n = 0
            for k in range(K):
                if k != p and 1.0 + s[k] - s[p] > a:
                    active[n] = k
                    total += 1.0 + s[k] - s[p]
                    n += 1
            if n == size:
                break
            size = n
            a = total / (n + 1)
        for m in range(size):
            tau[m] = -(1.0 + s[active[m]] - s[p] - a) / x2
        active[size] = p
        tau[size] = a / x2
        for j in range(indptr[i], indptr[i + 1]):
            v = data[j]
            w = W[indices[j]]
            for m in range(size + 1):
                w[active[m]] += v * tau[m]


def run_fused(beta: float, W: np.ndarray, rows, y, order, trace, r) -> None:
    """Let the hand-fused kernel of the storage play."""
    if isinstance(rows, Dense):
        fused_dense(beta, W, rows.X, y, order, *trace, r.s)
    else:
        fused_csr(beta, W, *rows[:3], y, order, *trace, r.s, r.tau, r.active)


def run_numpy(beta: float, rows, y, order, K: int) -> np.ndarray:
    """Let a vectorised NumPy loop play; returns its proposals. W is (K, d) dense, (d, K) for CSR."""
    play = _numpy_dense if isinstance(rows, Dense) else _numpy_csr
    return play(beta, rows, y, order, K)


def _numpy_dense(beta: float, rows: Dense, y, order, K: int) -> np.ndarray:
    X, W = rows.X, np.zeros((K, rows.X.shape[1]))
    proposals = np.empty(len(order), np.int32)
    for t, i in enumerate(order):
        x = X[i]
        s = W @ x
        p, active, tau = _numpy_step(beta, s, x @ x, y[i])
        proposals[t] = p
        if active is None:
            W[p] += tau * x
        elif len(active):
            W[active] += tau[:, None] * x
    return proposals


def _numpy_csr(beta: float, rows: CSR, y, order, K: int) -> np.ndarray:
    W = np.zeros((rows.d, K))
    proposals = np.empty(len(order), np.int32)
    for t, i in enumerate(order):
        part = slice(rows.indptr[i], rows.indptr[i + 1])
        columns, x = rows.indices[part], rows.data[part]
        s = x @ W[columns]
        p, active, tau = _numpy_step(beta, s, x @ x, y[i])
        proposals[t] = p
        if active is None:
            W[columns, p] += tau * x
        elif len(active):
            W[columns[:, None], active] += x[:, None] * tau
    return proposals


def _numpy_step(beta: float, s: np.ndarray, x2: float, label: int):
    """Return (ỹ, active classes or None for ỹ alone, τ)."""
    top = s.max()
    p = int((s >= top - TIE * (1.0 + abs(top))).argmax())
    losses = 1.0 + s - s[p]
    losses[p] = -np.inf
    if p != label:
        return p, None, -beta * (2.0 - losses.max()) / x2
    order = np.argsort(-losses)[:-1]
    ordered = losses[order]
    before = np.concatenate(([0.0], np.cumsum(ordered)[:-1]))
    size = int(np.count_nonzero(before < np.arange(1, len(ordered) + 1) * ordered))
    if size == 0:
        return p, order[:0], s[:0]
    a = ordered[:size].sum() / (size + 1)
    return p, np.append(order[:size], p), np.append(-(ordered[:size] - a), a) / x2
