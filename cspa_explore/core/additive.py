"""Additive: one weight vector a class, s = Wx and W += τ xᵀ. W is (K, d) for dense rows, (d, K) for CSR."""

from cspa_explore.core.jit import expect
from cspa_explore.core.memory import LINE


def dense_scores(geo, rows, i, r):
    """Write the scores of dense row i."""
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


def dense_add(geo, rows, i, r, n):
    """Add the update of dense row i to the active classes."""
    X, W = rows.X, geo.W
    for a in range(n):
        k = r.active[a]
        tau = r.tau[k]
        for j in range(X.shape[1]):
            W[k, j] += tau * X[i, j]


def csr_scores(geo, rows, i, r):
    """Write the scores of CSR row i."""
    s, W, x, f = r.s, geo.W, rows.data, rows.indices
    for k in range(s.shape[0]):
        s[k] = 0.0
    j, stop = rows.indptr[i], rows.indptr[i + 1]
    while j + 4 <= stop:  # four features at a time: s is read and written a quarter as often
        f0, f1, f2, f3 = f[j], f[j + 1], f[j + 2], f[j + 3]
        x0, x1, x2, x3 = x[j], x[j + 1], x[j + 2], x[j + 3]
        for k in range(s.shape[0]):
            s[k] += (x0 * W[f0, k] + x1 * W[f1, k]) + (x2 * W[f2, k] + x3 * W[f3, k])
        j += 4
    while j < stop:
        for k in range(s.shape[0]):
            s[k] += x[j] * W[f[j], k]
        j += 1


def csr_add(geo, rows, i, r, n):
    """Add the update of CSR row i to the active classes."""
    W, K = geo.W, geo.W.shape[1]
    for j in range(rows.indptr[i], rows.indptr[i + 1]):
        x = rows.data[j]
        f = rows.indices[j]
        if 4 * n > K:  # many: one after another is faster, and the others add 0
            for k in range(K):
                W[f, k] += x * r.tau[k]
        else:
            for a in range(n):
                k = r.active[a]
                W[f, k] += x * r.tau[k]


def csr_ahead(geo, rows, i):
    """Have the weights of CSR row i brought nearer."""
    W = geo.W
    for j in range(rows.indptr[i], rows.indptr[i + 1]):
        for k in range(0, W.shape[1], LINE // 8):
            expect(W, rows.indices[j], k)


def keep(geo, W, A, t):
    """Write the weights into W[t]; there is no A."""
    for k in range(W.shape[1]):
        for j in range(W.shape[2]):
            W[t, k, j] = geo.W[k, j]
