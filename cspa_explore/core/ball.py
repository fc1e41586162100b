"""Ball: ridge whose weights stay in a ball, s = ρ(b/A)x with ρ = min(1, D/‖b/A‖); b += τ xᵀ, A += c (x²)ᵀ.

b itself is not projected: ρ scales the scores and the weights that are shown. ‖b/A‖² over all classes is a running
sum, updated entry by entry and computed again at fixed rounds. Arrays are (K, d) for dense rows, (d, K) for CSR.

The rules of this geometry take steps so long that rounding errors grow until they decide proposals. Therefore sums run
in the same order for both storages, class by class and feature by feature, and without fast-math: dense and CSR rows
give the same bits.
"""

from math import sqrt

from cspa_explore.core.jit import jitable


@jitable
def shrink(ball):
    """Return ρ from (‖b/A‖², D)."""
    return ball[1] / sqrt(ball[0]) if ball[0] > ball[1] * ball[1] else 1.0


@jitable
def add_to_entry(b, A, at, tau, c, x):
    """Add the update to one entry and return the change of its term in ‖b/A‖²."""
    old = b[at] / A[at]
    b[at] += tau * x
    A[at] += c * x * x
    new = b[at] / A[at]
    return new * new - old * old


@jitable
def _dense_scores(b, A, ball, X, i, s):
    rho = shrink(ball)
    for k in range(b.shape[0]):
        total = 0.0
        for j in range(X.shape[1]):
            total += b[k, j] / A[k, j] * X[i, j]
        s[k] = rho * total


@jitable
def _dense_add(b, A, ball, X, i, r, n):
    change = 0.0
    for a in range(n):
        k = r.active[a]
        for j in range(X.shape[1]):
            change += add_to_entry(b, A, (k, j), r.tau[k], r.c[k], X[i, j])
    ball[0] += change


@jitable
def _csr_scores(b, A, ball, rows, i, s):
    for k in range(s.shape[0]):
        s[k] = 0.0
    for j in range(rows.indptr[i], rows.indptr[i + 1]):
        x = rows.data[j]
        f = rows.indices[j]
        for k in range(s.shape[0]):
            s[k] += b[f, k] / A[f, k] * x
    rho = shrink(ball)
    for k in range(s.shape[0]):
        s[k] = rho * s[k]


@jitable
def _csr_add(b, A, ball, rows, i, r, n):
    change = 0.0
    for a in range(n):
        k = r.active[a]
        for j in range(rows.indptr[i], rows.indptr[i + 1]):
            change += add_to_entry(b, A, (rows.indices[j], k), r.tau[k], r.c[k], rows.data[j])
    ball[0] += change


# These are compiled with fast-math, the functions that they call without.


def dense_scores(geo, rows, i, r):
    """Write the scores of dense row i."""
    _dense_scores(geo.b, geo.A, geo.ball, rows.X, i, r.s)


def dense_add(geo, rows, i, r, n):
    """Add the update of dense row i to the active classes."""
    _dense_add(geo.b, geo.A, geo.ball, rows.X, i, r, n)


def csr_scores(geo, rows, i, r):
    """Write the scores of CSR row i."""
    _csr_scores(geo.b, geo.A, geo.ball, rows, i, r.s)


def csr_add(geo, rows, i, r, n):
    """Add the update of CSR row i to the active classes."""
    _csr_add(geo.b, geo.A, geo.ball, rows, i, r, n)


def snapshot(geo, W, A, t):
    """Write b/A, rescaled to the norm D if it is longer, into W[t], and A into A[t] unless that is empty."""
    for k in range(W.shape[1]):
        for j in range(W.shape[2]):
            W[t, k, j] = shrink(geo.ball) * (geo.b[k, j] / geo.A[k, j])
            if A.shape[0] > 0:
                A[t, k, j] = geo.A[k, j]
