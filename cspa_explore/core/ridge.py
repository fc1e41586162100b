"""Ridge: s = (b/A)x, q = x²/A, then b += τ xᵀ and A += c (x²)ᵀ. Arrays are (K, d) for dense rows, (d, K) for CSR."""


def dense_scores(geo, rows, i, r):
    """Write the scores of dense row i."""
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


def dense_add(geo, rows, i, r, n):
    """Add the update of dense row i to the active classes."""
    X, b, A = rows.X, geo.b, geo.A
    for a in range(n):
        k = r.active[a]
        for j in range(X.shape[1]):
            b[k, j] += r.tau[k] * X[i, j]
            A[k, j] += r.c[k] * X[i, j] * X[i, j]


def csr_scores(geo, rows, i, r):
    """Write the scores of CSR row i."""
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


def csr_add(geo, rows, i, r, n):
    """Add the update of CSR row i to the active classes."""
    b, A = geo.b, geo.A
    for j in range(rows.indptr[i], rows.indptr[i + 1]):
        x = rows.data[j]
        f = rows.indices[j]
        for a in range(n):
            k = r.active[a]
            b[f, k] += r.tau[k] * x
            A[f, k] += r.c[k] * x * x


def snapshot(geo, W, A, t):
    """Write b/A into W[t], and A into A[t] unless that is empty."""
    for k in range(W.shape[1]):
        for j in range(W.shape[2]):
            W[t, k, j] = geo.b[k, j] / geo.A[k, j]
            if A.shape[0] > 0:
                A[t, k, j] = geo.A[k, j]
