"""SCW-II: soft confidence-weighted with a squared penalty: every step is damped by C instead of cut off.

The solution of min KL + C·max(0, φ√v − m)²: with n = v + 1/(2C),
    α = max(0, (−(2mn + φ²mv) + √(φ⁴m²v² + 4nvφ²(n + vφ²)))/(2(n² + nvφ²))).

Wang, Zhao, Hoi: Exact Soft Confidence-Weighted Learning (ICML 2012), for the pair (y, r), diagonal Σ.
"""

from math import sqrt
from typing import NamedTuple

from cspa_explore.algorithms.confidence import (
    CONFIDENCE,
    FORGIVENESS,
    move_pair,
    normal_quantile,
    pair,
    precision_step,
)
from cspa_explore.algorithms.cspa import propose
from cspa_explore.algorithms.cw import SPEC as CW
from cspa_explore.algorithms.scw1 import SPEC as SCW1
from cspa_explore.algorithms.spec import AlgorithmSpec
from cspa_explore.core.geometry import Gaussian
from cspa_explore.core.jit import jitable


class SCW2(NamedTuple):
    """C: how little steps are damped; η: the probability with which the true class should win."""

    C: float
    eta: float


@jitable
def damped_alpha(m, v, phi, C):
    """Return α; needs m < φ√v."""
    n, f = v + 0.5 / C, phi * phi
    root = sqrt(f * f * m * m * v * v + 4.0 * n * v * f * (n + v * f))
    return max(0.0, (root - (2.0 * m * n + f * m * v)) / (2.0 * (n * n + n * v * f)))


def coefficients(alg, r, x2, y_hat, y_tilde, y):
    """Write τ and c for the pair and return the missing confidence, max(0, φ√v − m)."""
    phi = normal_quantile(alg.eta)
    rival, m, v = pair(r, y)
    loss = max(0.0, phi * sqrt(v) - m)
    if loss > 0.0:
        alpha = damped_alpha(m, v, phi, alg.C)
        move_pair(r, y, rival, alpha, precision_step(alpha, v, phi))
    return loss


SPEC = AlgorithmSpec(
    key="scw2",
    label="SCW-II (full feedback)",
    summary="Soft confidence-weighted: CW with damped steps, for labels that may be wrong.",
    cite=SCW1.cite,
    feedback="full",
    hyper=SCW2,
    propose=propose,
    coefficients=coefficients,
    look=20,
    params=(FORGIVENESS, CONFIDENCE),
    geometry=Gaussian,
    loss=CW.loss,
)
