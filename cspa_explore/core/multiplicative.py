"""Multiplicative: each class is a distribution over the 2d features (x, −x), the softmax of (θ, −θ); θ += τ xᵀ.

Its weight on (x_r, −x_r) is (e^θ_r, e^−θ_r)/Z, Z = Σ_r (e^θ_r + e^−θ_r), so w·(x, −x) = Σ_r (e^θ_r − e^−θ_r) x_r/Z.
Scores are that times 2d, in units of the uniform weight 1/(2d): otherwise they would shrink with d below the tolerance
for ties.

V = (e^θ − e^−θ)e^−m and Z e^−m are stored, so that scores cost no more than additive ones; the shift m = `top` of each
class keeps exponentials in range. A dense row touches every feature, so Z is computed from scratch. A CSR row touches
few: Z is updated by those, and computed from scratch when θ outgrows m, or when Z falls so far below its largest value
(`peak`) that cancellation has cost it its digits. Arrays are (K, d) for dense rows, (d, K) for CSR.
"""

from math import exp, expm1

from cspa_explore.core.jit import jitable

ROOM = 30.0  # that θ may exceed the shift by: e^30 is far from overflow
LOST = 1e-3  # a Z below this share of its peak has lost too many digits


@jitable
def signed_weight(theta, top):
    """Return ((e^θ − e^−θ)e^−m, (e^θ + e^−θ)e^−m) without overflow, and without cancellation near 0."""
    size = abs(theta)
    e = expm1(-2.0 * size)
    large = exp(size - top)
    return (-large * e if theta > 0.0 else large * e), large * (2.0 + e)


def dense_scores(geo, rows, i, r):
    """Write the scores of dense row i."""
    X, V = rows.X, geo.V
    d = X.shape[1]
    for k in range(V.shape[0]):
        s = 0.0
        for j in range(d):
            s += V[k, j] * X[i, j]
        r.s[k] = 2.0 * d * s / geo.Z[k]


def dense_add(geo, rows, i, r, n):
    """Add the update of dense row i to the active classes."""
    X, theta, V = rows.X, geo.theta, geo.V
    for a in range(n):
        k = r.active[a]
        top = 0.0
        for j in range(X.shape[1]):
            theta[k, j] += r.tau[k] * X[i, j]
            top = max(top, abs(theta[k, j]))
        total = 0.0
        for j in range(X.shape[1]):
            V[k, j], mass = signed_weight(theta[k, j], top)
            total += mass
        geo.Z[k] = total
        geo.top[k] = top


def csr_scores(geo, rows, i, r):
    """Write the scores of CSR row i."""
    s, V = r.s, geo.V
    for k in range(s.shape[0]):
        s[k] = 0.0
    for j in range(rows.indptr[i], rows.indptr[i + 1]):
        x = rows.data[j]
        f = rows.indices[j]
        for k in range(s.shape[0]):
            s[k] += x * V[f, k]
    for k in range(s.shape[0]):
        s[k] *= 2.0 * rows.d / geo.Z[k]


def csr_add(geo, rows, i, r, n):
    """Add the update of CSR row i to the active classes."""
    theta, V = geo.theta, geo.V
    for a in range(n):
        k = r.active[a]
        top = geo.top[k]
        total = geo.Z[k]
        largest = 0.0
        for j in range(rows.indptr[i], rows.indptr[i + 1]):
            f = rows.indices[j]
            total -= signed_weight(theta[f, k], top)[1]
            theta[f, k] += r.tau[k] * rows.data[j]
            largest = max(largest, abs(theta[f, k]))
        if largest <= top + ROOM:
            for j in range(rows.indptr[i], rows.indptr[i + 1]):
                f = rows.indices[j]
                V[f, k], mass = signed_weight(theta[f, k], top)
                total += mass
        if largest > top + ROOM or total <= LOST * geo.peak[k]:
            top = 0.0
            for f in range(theta.shape[0]):
                top = max(top, abs(theta[f, k]))
            total = 0.0
            for f in range(theta.shape[0]):
                V[f, k], mass = signed_weight(theta[f, k], top)
                total += mass
            geo.top[k] = top
            geo.peak[k] = total
        geo.Z[k] = total
        geo.peak[k] = max(geo.peak[k], total)


def snapshot(geo, W, A, t):
    """Write the weights on x less those on −x into W[t]; there is no A."""
    for k in range(W.shape[1]):
        for j in range(W.shape[2]):
            W[t, k, j] = geo.V[k, j] / geo.Z[k]
