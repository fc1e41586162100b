"""CW: confidence-weighted, told the true label; certain features move little, rare ones much.

One Gaussian over weights per class. With r = argmax_{i≠y} s_i, m = s_y − s_r and v = xᵀ(Σ_y + Σ_r)x: if m < φ√v,
φ = Φ⁻¹(η), it takes the smallest step, in KL divergence, after which y beats r with probability η (`confidence.py`).

Crammer, Dredze, Pereira: Exact Convex Confidence-Weighted Learning (NIPS 2008), for the pair (y, r), diagonal Σ.
"""

from math import sqrt
from typing import NamedTuple

from cspa_explore.algorithms.confidence import (
    CONFIDENCE,
    exact_alpha,
    move_pair,
    normal_quantile,
    pair,
    precision_step,
)
from cspa_explore.algorithms.cspa import propose
from cspa_explore.algorithms.spec import AlgorithmSpec
from cspa_explore.core.geometry import Gaussian


class CW(NamedTuple):
    """η: the probability with which the true class must win."""

    eta: float


def coefficients(alg, r, x2, y_hat, y_tilde, y):
    """Write τ and c for the pair and return the missing confidence, max(0, φ√v − m)."""
    phi = normal_quantile(alg.eta)
    rival, m, v = pair(r, y)
    loss = max(0.0, phi * sqrt(v) - m)
    if loss > 0.0:
        alpha = exact_alpha(m, v, phi)
        move_pair(r, y, rival, alpha, precision_step(alpha, v, phi))
    return loss


SPEC = AlgorithmSpec(
    key="cw",
    label="CW (full feedback)",
    summary="Confidence-weighted, told the true label: features it is certain about move little, rare ones much.",
    cite="Crammer, Dredze, Pereira: Exact Convex Confidence-Weighted Learning (NIPS 2008)",
    feedback="full",
    hyper=CW,
    propose=propose,
    coefficients=coefficients,
    look=18,
    params=(CONFIDENCE,),
    geometry=Gaussian,
    loss="φ√v − m, not below 0: the confidence that was missing",
)
