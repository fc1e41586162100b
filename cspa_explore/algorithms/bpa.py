"""BPA: bandit passive-aggressive, a binary PA step for the proposed class alone.

ŷ = argmax s; ỹ is drawn γ-greedily. With z = ±1 for right or wrong, ℓ = max(0, 1 − z s_ỹ) and
    w_ỹ += z (ℓ/‖x‖²) x,
after which s_ỹ = z if ℓ > 0. It works on absolute scores, one class against the rest.

Zhong, Daucé: Passive-Aggressive bounds in bandit feedback classification (ECML-PKDD 2015).
"""

from typing import NamedTuple

from cspa_explore.algorithms.banditron import GAMMA_GRID, propose
from cspa_explore.algorithms.spec import AlgorithmSpec, Param


class BPA(NamedTuple):
    """γ: the share of rounds in which the label is drawn at random."""

    gamma: float


def coefficients(alg, r, x2, y_hat, y_tilde, correct):
    """Write τ_ỹ and return ℓ = max(0, 1 − z s_ỹ)."""
    z = 1.0 if correct else -1.0
    loss = max(0.0, 1.0 - z * r.s[y_tilde])
    r.tau[y_tilde] = z * loss / x2
    return loss


SPEC = AlgorithmSpec(
    key="bpa",
    label="BPA",
    summary="Passive-aggressive, one class against the rest: only the proposed class is updated.",
    cite="Zhong, Daucé: Passive-Aggressive bounds in bandit feedback classification (ECML-PKDD 2015)",
    feedback="partial",
    draws=True,
    hyper=BPA,
    propose=propose,
    coefficients=coefficients,
    look=3,
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
    ),
    loss="ℓ: 1 − s_ỹ when right, 1 + s_ỹ when wrong, not below 0",
)
