"""The mathematics that the confidence-weighted learners (CW, SCW-I, SCW-II, CWB) share.

Weights are Gaussian. A round requires that the margin, of mean m and variance v, be positive with probability η,
that is m ≥ φ√v with φ = Φ⁻¹(η), and takes the nearest Gaussian (in KL divergence) for which that holds:
    mean += αΣz,    Σ⁻¹ += c zzᵀ,    c = αφ/√v′,    √v′ = (−αvφ + √(α²v²φ² + 4v))/2,
where the margin is linear in z. Afterwards m′ = m + αv, and v′ is the new variance.

Crammer, Dredze, Pereira: Exact Convex Confidence-Weighted Learning (NIPS 2008). With diagonal Σ only the diagonal of
Σ⁻¹ is stored, so variances stay positive.
"""

from math import erfc, exp, inf, log, pi, sqrt

from cspa_explore.algorithms.spec import Param
from cspa_explore.core.jit import jitable
from cspa_explore.core.vectors import argmax_except


@jitable
def normal_quantile(eta):
    """Return φ = Φ⁻¹(η) for η in (½, 1), to the last digits.

    A rational start with three correct digits (Abramowitz and Stegun 26.2.23), then two steps of Halley's method.
    """
    p = 1.0 - eta
    t = sqrt(-2.0 * log(p))
    x = t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
    for _ in range(2):
        u = (0.5 * erfc(x / sqrt(2.0)) - p) * sqrt(2.0 * pi) * exp(0.5 * x * x)
        x += u / (1.0 - 0.5 * x * u)
    return x


@jitable
def exact_alpha(m, v, phi):
    """Return the smallest α ≥ 0 after which m′ = φ√v′; needs m < φ√v."""
    psi, xi = 1.0 + 0.5 * phi * phi, 1.0 + phi * phi
    root = sqrt(0.25 * m * m * phi**4 + v * phi * phi * xi)
    return max(0.0, (root - m * psi) / (v * xi))


@jitable
def precision_step(alpha, v, phi):
    """Return c = αφ/√v′, with 1/√v′ in a form without cancellation."""
    b = alpha * v * phi
    return alpha * phi * (b + sqrt(b * b + 4.0 * v)) / (2.0 * v)


@jitable
def pair(r, y):
    """Return the best rival of y, and mean and variance of the margin between them: m = s_y − s_r, v = q_y + q_r."""
    rival = argmax_except(r.s, y)
    return rival, r.s[y] - r.s[rival], r.q[y] + r.q[rival]


@jitable
def move_pair(r, y, rival, alpha, c):
    """Write the step for z = Φ(x, y) − Φ(x, r); the block of Σ⁻¹ that couples the two classes is dropped."""
    r.tau[y] = alpha
    r.tau[rival] = -alpha
    r.c[y] = c
    r.c[rival] = c


CONFIDENCE = Param(
    name="eta",
    symbol="η",
    default="0.75",
    low=0.5,
    high=1.0,
    high_allowed=False,
    grid=tuple(f"0.{e}" for e in ("55", "6", "65", "7", "75", "8", "85", "9", "95")),
    help="Probability with which the class must win after a round. Near 1/2 steps are small; near 1 they are large, "
    "and wrong labels do more harm.",
)

FORGIVENESS = Param(
    name="C",
    symbol="C",
    default="1",
    low=0.0,
    high=inf,
    high_allowed=False,
    grid=tuple(f"2^{e}" for e in range(-4, 5)),
    scale="log",
    help="Cost of a unit of missing confidence: a small C takes small steps and tolerates wrong labels, "
    "a large one behaves like CW.",
)
