"""AROW: adaptive regularisation of weights, told the true label; as CW, but robust against wrong labels.

One Gaussian over weights per class, with variances 1 at the start. With r = argmax_{i≠y} s_i,
ℓ = max(0, 1 − s_y + s_r) and v = xᵀ(Σ_y + Σ_r)x, if ℓ > 0:
    α = ℓ/(v + r₀),    w_y += αΣ_y x,    w_r −= αΣ_r x,    Σ_k⁻¹ += diag(x²)/r₀ for k ∈ {y, r}.

Crammer, Kulesza, Dredze: Adaptive Regularization of Weight Vectors (NIPS 2009; Machine Learning 2013), for the pair
(y, r), diagonal Σ.
"""

from math import inf
from typing import NamedTuple

from cspa_explore.algorithms.confidence import move_pair, pair
from cspa_explore.algorithms.cspa import propose
from cspa_explore.algorithms.spec import AlgorithmSpec, Param
from cspa_explore.core.geometry import Gaussian


class AROW(NamedTuple):
    """r0: how slowly certainty grows."""

    r0: float


def coefficients(alg, r, x2, y_hat, y_tilde, y):
    """Write τ and c for the pair and return ℓ."""
    rival, m, v = pair(r, y)
    loss = max(0.0, 1.0 - m)
    if loss > 0.0:
        move_pair(r, y, rival, loss / (v + alg.r0), 1.0 / alg.r0)
    return loss


SPEC = AlgorithmSpec(
    key="arow",
    label="AROW (full feedback)",
    summary="Told the true label. It moves features less the more certain it is, and becomes certain gradually.",
    cite="Crammer, Kulesza, Dredze: Adaptive Regularization of Weight Vectors (NIPS 2009)",
    feedback="full",
    hyper=AROW,
    propose=propose,
    coefficients=coefficients,
    look=17,
    params=(
        Param(
            name="r0",
            symbol="r₀",
            default="1",
            low=0.0,
            high=inf,
            high_allowed=False,
            grid=tuple(f"10^{e}" for e in range(-2, 3)),
            scale="log",
            help="How slowly certainty grows: a small r₀ corrects every loss almost in full and soon stops moving, "
            "a large one takes small steps for a long time.",
        ),
    ),
    geometry=Gaussian,
    loss="ℓ: the hinge loss of the true class",
)
