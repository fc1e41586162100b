"""RDUE: online gradient descent on the logistic loss; it explores less the surer it is, and learns when it is right.

p = softmax(s), ŷ = argmax s, π = min{1, 2(1 − p_ŷ)}; ỹ is drawn from
    P = (1−q)[(1−π)e_ŷ + πp] + q/K.
Wrong: nothing happens. Right: G = (p − e_ỹ)/P(ỹ), whose expectation over the draw is the gradient p − e_y of the
logistic loss, and
    W −= η_t G xᵀ,    η_t = B/√(2(10⁻⁸ + Σ_{s≤t} ‖G_s‖²‖x_s‖²)).
The sum runs over the right rounds, this one included.

Shibukawa, Tsuchiya, Sakaue, Yamanishi: Bandit and Delayed Feedback in Online Structured Prediction (arXiv:2502.18709).
Its theory sets q = B√(K/T); T is not known here, so q is a parameter. There is no projection onto the ball of radius B.
"""

from math import inf, nan, sqrt
from typing import NamedTuple

from cspa_explore.algorithms.spec import AlgorithmSpec, Param
from cspa_explore.core.vectors import argmax, sample, softmax


class RDUE(NamedTuple):
    """q: the share of rounds drawn uniformly; radius: B, the size of the steps."""

    q: float
    radius: float


def propose(alg, r, u):
    """Return (ŷ, ỹ), ỹ drawn from P; p goes to r.q, P to r.p."""
    K = r.s.shape[0]
    y_hat = argmax(r.s)
    softmax(1.0, r.s, r.q)
    unsure = min(1.0, 2.0 * (1.0 - r.q[y_hat]))
    for k in range(K):
        r.p[k] = (1.0 - alg.q) * unsure * r.q[k] + alg.q / K
    r.p[y_hat] += (1.0 - alg.q) * (1.0 - unsure)
    return y_hat, sample(r.p, u)


def coefficients(alg, r, x2, y_hat, y_tilde, correct):
    """Write τ = −η_t G after a right proposal; r.aux[0] is the sum of ‖G‖²‖x‖²."""
    if not correct:
        return nan
    K, P = r.s.shape[0], r.p[y_tilde]
    square = 0.0
    for k in range(K):
        r.tau[k] = ((k == y_tilde) - r.q[k]) / P  # −G
        square += r.tau[k] * r.tau[k]
    r.aux[0] += square * x2
    rate = alg.radius / sqrt(2.0 * (1e-8 + r.aux[0]))
    for k in range(K):
        r.tau[k] *= rate
    return nan


SPEC = AlgorithmSpec(
    key="rdue",
    label="RDUE",
    summary="Gradient steps on the logistic loss after right proposals; it explores less the surer it is.",
    cite="Shibukawa, Tsuchiya, Sakaue, Yamanishi: Bandit and Delayed Feedback in Online Structured Prediction "
    "(arXiv:2502.18709)",
    feedback="partial",
    hyper=RDUE,
    propose=propose,
    coefficients=coefficients,
    look=28,
    draws=True,
    params=(
        Param(
            name="q",
            symbol="q",
            default="0.05",
            low=0.0,
            high=1.0,
            grid=("0.001", "0.01", "0.05", "0.1", "0.2"),
            scale="log",
            help="Share of rounds whose label is drawn uniformly; it also limits the importance weights to K/q.",
        ),
        Param(
            name="radius",
            symbol="B",
            default="10",
            low=0.0,
            high=inf,
            high_allowed=False,
            grid=("1", "10", "100"),
            scale="log",
            help="Size of the steps, in the theory the norm of the weights that it is compared with.",
        ),
    ),
    centred=True,
    remembers=True,
    note="Guarantee: surrogate regret O(√(KT)) for q = B√(K/T) with T known and weights in a ball of radius B; here q "
    "is a parameter and nothing is projected. Slow on short streams: it learns from right proposals only.",
)
