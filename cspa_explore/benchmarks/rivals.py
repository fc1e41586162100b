"""Two more implementations of CSPA, as baselines: fused by hand for Numba, and as a vectorised NumPy loop.

Both use the short form (a wrong proposal changes one row) and the engine's tie rule. The fused one records what the
engine records, the NumPy loop its proposals. The benchmark asserts that they make the engine's proposals.
"""

import numpy as np
from numba import njit

from cspa_explore.core.jit import FASTMATH, OPTIONS
from cspa_explore.core.rows import CSR, Dense
from cspa_explore.core.vectors import TIE


@njit(nogil=True, fastmath=FASTMATH, **OPTIONS)
def fused_dense(beta, W, X, y, order, hit, y_hat, y_tilde, losses, s):
    """Play CSPA on dense rows, W (K, d), in one function.

    Long because it is the hand-fused baseline, which calls no other function.
    """
    K, d = W.shape
    for t in range(order.shape[0]):
        i = order[t]
        x2 = 0.0
        for j in range(d):
            x2 += X[i, j] * X[i, j]
        for k in range(K):
            total = 0.0
            for j in range(d):
                total += W[k, j] * X[i, j]
            s[k] = total
        p = 0
        mean = s[0]
        for k in range(1, K):
            mean += s[k]
            if s[k] > s[p]:
                p = k
        low = s[p] - TIE * (1.0 + s[p] - mean / K)
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
            for j in range(d):
                W[p, j] += step * X[i, j]
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
            if 0 < size <= n:
                break
            size = n
            a = total / (n + 1)
        for k in range(K):
            step = a / x2 if k == p else -(1.0 + s[k] - s[p] - a) / x2
            if k == p or step < 0.0:
                for j in range(d):
                    W[k, j] += step * X[i, j]


@njit(nogil=True, fastmath=FASTMATH, **OPTIONS)
def fused_csr(beta, W, data, indices, indptr, y, order, hit, y_hat, y_tilde, losses, s, tau, active):
    """Play CSPA on CSR rows, W (d, K) or wider, in one function.

    Long because it is the hand-fused baseline, like `fused_dense`.
    """
    K = s.shape[0]
    for t in range(order.shape[0]):
        i = order[t]
        x2 = 0.0
        s[:] = 0.0
        for j in range(indptr[i], indptr[i + 1]):
            v = data[j]
            f = indices[j]
            x2 += v * v
            for k in range(K):
                s[k] += v * W[f, k]
        p = 0
        mean = s[0]
        for k in range(1, K):
            mean += s[k]
            if s[k] > s[p]:
                p = k
        low = s[p] - TIE * (1.0 + s[p] - mean / K)
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
            if 0 < size <= n:
                break
            size = n
            a = total / (n + 1)
        for m in range(size):
            tau[m] = -(1.0 + s[active[m]] - s[p] - a) / x2
        active[size] = p
        tau[size] = a / x2
        for j in range(indptr[i], indptr[i + 1]):
            v = data[j]
            f = indices[j]
            for m in range(size + 1):
                W[f, active[m]] += v * tau[m]


def run_fused(beta: float, W: np.ndarray, rows, y, order, trace, r) -> None:
    """Play with the hand-fused kernel for the storage of the rows."""
    if isinstance(rows, Dense):
        fused_dense(beta, W, rows.X, y, order, *trace, r.s)
    else:
        fused_csr(beta, W, *rows[:3], y, order, *trace, r.s, r.tau, r.active)


def run_numpy(beta: float, rows, y, order, K: int) -> np.ndarray:
    """Play with the vectorised NumPy loop and return its proposals. W is (K, d) for dense rows, (d, K) for CSR."""
    play = _numpy_dense if isinstance(rows, Dense) else _numpy_csr
    return play(beta, rows, y, order, K)


def _numpy_dense(beta: float, rows: Dense, y: np.ndarray, order: np.ndarray, K: int) -> np.ndarray:
    X, W = rows.X, np.zeros((K, rows.X.shape[1]))
    squares = np.einsum("ij,ij->i", X, X).tolist()
    proposals = []
    for i, label in zip(order.tolist(), y[order].tolist(), strict=True):
        x = X[i]
        s = W @ x
        p = _best(s)
        proposals.append(p)
        if p != label:
            W[p] -= (beta * _loss(s, p) / squares[i]) * x
        elif (step := _support_step(s, p)) is not None:
            active, tau = step
            W[active] += (tau / squares[i])[:, None] * x
    return np.array(proposals)


def _numpy_csr(beta: float, rows: CSR, y: np.ndarray, order: np.ndarray, K: int) -> np.ndarray:
    W = np.zeros((rows.d, K))
    bounds = rows.indptr.tolist()
    proposals = []
    for i, label in zip(order.tolist(), y[order].tolist(), strict=True):
        part = slice(bounds[i], bounds[i + 1])
        columns, x = rows.indices[part], rows.data[part]
        s = x @ W[columns]
        p = _best(s)
        proposals.append(p)
        if p != label:
            W[columns, p] -= (beta * _loss(s, p) / (x @ x)) * x
        elif (step := _support_step(s, p)) is not None:
            active, tau = step
            W[columns[:, None], active] += x[:, None] * (tau / (x @ x))
    return np.array(proposals)


def _best(s: np.ndarray) -> int:
    p = int(s.argmax())
    top = float(s[p])
    return int((s >= top - TIE * (1.0 + top - float(s.mean()))).argmax()) if p else 0


def _loss(s: np.ndarray, p: int) -> float:
    """Return 1 + s_p − the best other score; overwrites s[p]."""
    mine = float(s[p])
    s[p] = -np.inf
    return 1.0 + mine - float(s.max())


def _support_step(s: np.ndarray, p: int) -> tuple[np.ndarray, np.ndarray] | None:
    """Return (classes, τ‖x‖²) of the SPA step for class p, or None if its margin is at least 1."""
    losses = s + (1.0 - s[p])
    losses[p] = 0.0
    active = np.flatnonzero(losses > 0.0)
    size = len(active)
    if size == 0:
        return None
    while True:  # drop classes with losses below the water line until none is left
        a = losses[active].sum() / (size + 1)
        above = active[losses[active] > a]
        if len(above) == size:
            break
        active, size = above, len(above)
    tau = a - losses
    tau[p] = a
    active = np.concatenate((active, (p,)))
    return active, tau[active]
