"""Additive: one weight vector per class, s = Wx and W += τ xᵀ.

W is (K, d) for dense rows, (d, K) for CSR, with K padded to whole cache lines.
"""

from cspa_explore.core.prefetch import prefetch
from cspa_explore.core.rows import entries
from cspa_explore.core.simd import LANES, collect, spread


def dense_scores(geo, rows, i, r):
    """Write the scores of dense row i."""
    X, W = rows.X, geo.W
    K, d = W.shape
    for k in range(0, K - 1, 2):  # two classes at a time halve the reads of x
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


def dense_add(geo, rows, i, r, n):
    """Add the update of dense row i to the active classes."""
    X, W = rows.X, geo.W
    for a in range(n):
        k = r.active[a]
        tau = r.tau[k]
        for j in range(X.shape[1]):
            W[k, j] += tau * X[i, j]


def csr_scores(geo, rows, i, r):
    """Write the scores of CSR row i, four features at a time: s is read and written a quarter as often."""
    s, W = r.s, geo.W
    x, f = entries(rows, i)
    for k in range(s.shape[0]):
        s[k] = 0.0
    whole = x.shape[0] - x.shape[0] % 4
    for j in range(0, whole, 4):
        features, values = (f[j], f[j + 1], f[j + 2], f[j + 3]), (x[j], x[j + 1], x[j + 2], x[j + 3])
        for k in range(0, W.shape[1], LANES):
            collect(s, k, W, features, values)
    for j in range(whole, x.shape[0]):
        feature, value = (f[j],), (x[j],)
        for k in range(0, W.shape[1], LANES):
            collect(s, k, W, feature, value)


def csr_add(geo, rows, i, r, n):
    """Add the update of CSR row i to every cache line that holds an active class; its other classes add 0."""
    W, tau = geo.W, r.tau
    x, f = entries(rows, i)
    whole = x.shape[0] - x.shape[0] % 4
    a = 0
    while a < n:
        k = r.active[a] // LANES * LANES
        for j in range(0, whole, 4):
            spread(W, (f[j], f[j + 1], f[j + 2], f[j + 3]), k, tau, (x[j], x[j + 1], x[j + 2], x[j + 3]))
        for j in range(whole, x.shape[0]):
            spread(W, (f[j],), k, tau, (x[j],))
        while a < n and r.active[a] < k + LANES:  # active classes are in ascending order
            a += 1


def csr_prefetch(geo, rows, i):
    """Prefetch the weights that CSR row i touches."""
    W = geo.W
    _, f = entries(rows, i)
    for j in range(f.shape[0]):
        feature = f[j]
        for k in range(0, W.shape[1], LANES):
            prefetch(W, (feature, k))


def snapshot(geo, W, A, t):
    """Write the weights into W[t]; there is no A."""
    for k in range(W.shape[1]):
        for j in range(W.shape[2]):
            W[t, k, j] = geo.W[k, j]
