"""SCW-I: soft confidence-weighted, CW with a step of at most C, so that wrong labels do less harm.

The solution of min KL + C·max(0, φ√v − m): α of CW, cut off at C.

Wang, Zhao, Hoi: Exact Soft Confidence-Weighted Learning (ICML 2012), for the pair (y, r), diagonal Σ.
"""

from math import sqrt
from typing import NamedTuple

from cspa_explore.algorithms.confidence import (
    CONFIDENCE,
    FORGIVENESS,
    exact_alpha,
    move_pair,
    normal_quantile,
    pair,
    precision_step,
)
from cspa_explore.algorithms.cspa import propose
from cspa_explore.algorithms.cw import SPEC as CW
from cspa_explore.algorithms.spec import AlgorithmSpec
from cspa_explore.core.geometry import Gaussian


class SCW1(NamedTuple):
    """C: the largest α; η: the probability with which the true class should win."""

    C: float
    eta: float


def coefficients(alg, r, x2, y_hat, y_tilde, y):
    """Write τ and c for the pair and return the missing confidence, max(0, φ√v − m)."""
    phi = normal_quantile(alg.eta)
    rival, m, v = pair(r, y)
    loss = max(0.0, phi * sqrt(v) - m)
    if loss > 0.0:
        alpha = min(alg.C, exact_alpha(m, v, phi))
        move_pair(r, y, rival, alpha, precision_step(alpha, v, phi))
    return loss


SPEC = AlgorithmSpec(
    key="scw1",
    label="SCW-I (full feedback)",
    summary="Soft confidence-weighted: CW with a largest step, for labels that may be wrong.",
    cite="Wang, Zhao, Hoi: Exact Soft Confidence-Weighted Learning (ICML 2012)",
    feedback="full",
    hyper=SCW1,
    propose=propose,
    coefficients=coefficients,
    look=19,
    params=(FORGIVENESS, CONFIDENCE),
    geometry=Gaussian,
    loss=CW.loss,
)
