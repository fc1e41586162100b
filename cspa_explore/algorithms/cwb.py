"""CWB: confidence-weighted learning from right or wrong, one class against the rest. Reconstructed.

ŷ = argmax s; ỹ is drawn γ-greedily. With z = ±1 for right or wrong, m = z s_ỹ and v = xᵀΣ_ỹx: if m < φ√v,
φ = Φ⁻¹(η), the proposed class takes the exact CW step (`confidence.py`) towards z:
    w_ỹ += αzΣ_ỹx,    Σ_ỹ⁻¹ += c diag(x²).

Shi, Wang, Tian, Gan, Wang: Online Multiclass Learning with "Bandit" Feedback under a Confidence-Weighted Approach
(GLOBECOM 2016). The text was not available: known are the draw and the idea of the step. Reconstructed are: one
diagonal Σ per class, 1 at the start; the exact form of CW; updates after wrong proposals too.
"""

from dataclasses import replace
from math import sqrt
from typing import NamedTuple

from cspa_explore.algorithms.banditron import GAMMA_GRID, propose
from cspa_explore.algorithms.confidence import CONFIDENCE, exact_alpha, normal_quantile, precision_step
from cspa_explore.algorithms.spec import AlgorithmSpec, Param
from cspa_explore.core.geometry import Gaussian


class CWB(NamedTuple):
    """γ: the share of rounds that explore; η: the probability with which a class must be on its side of 0."""

    gamma: float
    eta: float


def coefficients(alg, r, x2, y_hat, y_tilde, correct):
    """Write τ_ỹ and c_ỹ and return the missing confidence, max(0, φ√v − m)."""
    phi = normal_quantile(alg.eta)
    z = 1.0 if correct else -1.0
    m, v = z * r.s[y_tilde], r.q[y_tilde]
    loss = max(0.0, phi * sqrt(v) - m)
    if loss > 0.0:
        alpha = exact_alpha(m, v, phi)
        r.tau[y_tilde] = z * alpha
        r.c[y_tilde] = precision_step(alpha, v, phi)
    return loss


SPEC = AlgorithmSpec(
    key="cwb",
    label="CWB (reconstructed)",
    summary="Confidence-weighted, one class against the rest: only the proposed class is updated.",
    cite='Shi, Wang, Tian, Gan, Wang: Online Multiclass Learning with "Bandit" Feedback under a '
    "Confidence-Weighted Approach (GLOBECOM 2016), reconstructed",
    feedback="partial",
    draws=True,
    hyper=CWB,
    propose=propose,
    coefficients=coefficients,
    look=4,
    params=(
        Param(
            name="gamma",
            symbol="γ",
            default="0.01",
            low=0.0,
            low_allowed=True,
            high=1.0,
            grid=GAMMA_GRID,
            scale="log",
            help="Share of rounds that explore; 0 never explores.",
        ),
        replace(
            CONFIDENCE,
            default="0.6",
            help="Probability with which the proposed class must be on the side it was told, after a round. Near 1/2 "
            "steps are small, near 1 they are large.",
        ),
    ),
    geometry=Gaussian,
    loss="φ√v − m, not below 0: the confidence that was missing",
    note="Reconstructed: the paper's text was not at hand. The draw and the idea of the step are known; "
    "diagonal variances, the exact form of the step and its use on wrong rounds are guesses.",
)
