"""Gaussian: a mean W and a diagonal precision A per class; s = Wx, q = x²/A, then W += τ (x/A)ᵀ and A += c (x²)ᵀ.

The mean moves by the variances from before the round. Variances are at least 1e-12: a rule that sees the same point
for ever would drive them to 0. Arrays are (K, d) for dense rows, (d, K) for CSR.
"""

MOST = 1e12  # precision


def dense_scores(geo, rows, i, r):
    """Write the scores of dense row i."""
    X, W, A = rows.X, geo.W, geo.A
    for k in range(W.shape[0]):
        s = 0.0
        q = 0.0
        for j in range(X.shape[1]):
            s += W[k, j] * X[i, j]
            q += X[i, j] * X[i, j] / A[k, j]
        r.s[k] = s
        r.q[k] = q


def dense_add(geo, rows, i, r, n):
    """Add the update of dense row i to the active classes."""
    X, W, A = rows.X, geo.W, geo.A
    for a in range(n):
        k = r.active[a]
        for j in range(X.shape[1]):
            W[k, j] += r.tau[k] * X[i, j] / A[k, j]
            A[k, j] = min(A[k, j] + r.c[k] * X[i, j] * X[i, j], MOST)


def csr_scores(geo, rows, i, r):
    """Write the scores of CSR row i."""
    s, q, W, A = r.s, r.q, geo.W, geo.A
    for k in range(s.shape[0]):
        s[k] = 0.0
        q[k] = 0.0
    for j in range(rows.indptr[i], rows.indptr[i + 1]):
        x = rows.data[j]
        f = rows.indices[j]
        for k in range(s.shape[0]):
            s[k] += x * W[f, k]
            q[k] += x * x / A[f, k]


def csr_add(geo, rows, i, r, n):
    """Add the update of CSR row i to the active classes."""
    W, A = geo.W, geo.A
    for j in range(rows.indptr[i], rows.indptr[i + 1]):
        x = rows.data[j]
        f = rows.indices[j]
        for a in range(n):
            k = r.active[a]
            W[f, k] += r.tau[k] * x / A[f, k]
            A[f, k] = min(A[f, k] + r.c[k] * x * x, MOST)


def snapshot(geo, W, A, t):
    """Write the means into W[t], and A into A[t] unless that is empty."""
    for k in range(W.shape[1]):
        for j in range(W.shape[2]):
            W[t, k, j] = geo.W[k, j]
            if A.shape[0] > 0:
                A[t, k, j] = geo.A[k, j]
