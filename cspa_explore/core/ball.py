"""Ball: ridge whose weights stay in a ball, s = ρ(b/A)x with ρ = min(1, D/‖b/A‖); b += τ xᵀ, A += c (x²)ᵀ.

b is not cut: ρ is applied to what is shown of it. ‖b/A‖² over all classes is kept along, entry by entry, and
summed anew at fixed rounds. Arrays are (K, d) for dense rows, (d, K) for CSR.
"""

from math import sqrt

from cspa_explore.core.jit import jitable


@jitable
def shrink(ball):
    """Return ρ from (‖b/A‖², D)."""
    return ball[1] / sqrt(ball[0]) if ball[0] > ball[1] * ball[1] else 1.0


def dense_scores(geo, rows, i, r):
    """Write the scores of dense row i."""
    X, b, A = rows.X, geo.b, geo.A
    rho = shrink(geo.ball)
    for k in range(b.shape[0]):
        s = 0.0
        for j in range(X.shape[1]):
            s += b[k, j] * X[i, j] / A[k, j]
        r.s[k] = rho * s


def dense_add(geo, rows, i, r, n):
    """Add the update of dense row i to the active classes."""
    X, b, A = rows.X, geo.b, geo.A
    change = 0.0
    for a in range(n):
        k = r.active[a]
        for j in range(X.shape[1]):
            old = b[k, j] / A[k, j]
            b[k, j] += r.tau[k] * X[i, j]
            A[k, j] += r.c[k] * X[i, j] * X[i, j]
            new = b[k, j] / A[k, j]
            change += new * new - old * old
    geo.ball[0] += change


def csr_scores(geo, rows, i, r):
    """Write the scores of CSR row i."""
    s, b, A = r.s, geo.b, geo.A
    for k in range(s.shape[0]):
        s[k] = 0.0
    for j in range(rows.indptr[i], rows.indptr[i + 1]):
        x = rows.data[j]
        f = rows.indices[j]
        for k in range(s.shape[0]):
            s[k] += b[f, k] * x / A[f, k]
    rho = shrink(geo.ball)
    for k in range(s.shape[0]):
        s[k] *= rho


def csr_add(geo, rows, i, r, n):
    """Add the update of CSR row i to the active classes."""
    b, A = geo.b, geo.A
    change = 0.0
    for j in range(rows.indptr[i], rows.indptr[i + 1]):
        x = rows.data[j]
        f = rows.indices[j]
        for a in range(n):
            k = r.active[a]
            old = b[f, k] / A[f, k]
            b[f, k] += r.tau[k] * x
            A[f, k] += r.c[k] * x * x
            new = b[f, k] / A[f, k]
            change += new * new - old * old
    geo.ball[0] += change
