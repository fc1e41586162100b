"""exp_grad: exponentiated gradient with partial feedback; each class is a distribution over the features.

ŷ = argmax s; ỹ is drawn from P(k) = (1−γ)[k = ŷ] + γ/K. Every round
    θ_k −= η δ_k x,    δ = e_ŷ − e_ỹ[ỹ = y]/P(ỹ),
and w_k is the softmax of θ_k over the features. "Balanced": features are doubled to (x, −x), so that a class can also
be against a feature; θ is the same on both up to its sign. E[δ] = e_ŷ − e_y: the Perceptron's, with another link.

Wang, Jin, Valizadegan: A Potential-based Framework for Online Multi-class Learning with Partial Feedback
(AISTATS 2010). The print has P(ŷ) in δ, equations 3 and 13; its proof and unbiasedness need P(ỹ). Scores are 2d times
the paper's, which decides nothing but ties (`core/multiplicative.py`).
"""

from math import inf, nan
from typing import NamedTuple

from cspa_explore.algorithms.banditron import GAMMA_GRID, propose
from cspa_explore.algorithms.spec import AlgorithmSpec, Param
from cspa_explore.core.geometry import Multiplicative


class ExpGrad(NamedTuple):
    """γ: the share of rounds in which the label is drawn at random; η: the length of the steps."""

    gamma: float
    eta: float


def coefficients(alg, r, x2, y_hat, y_tilde, correct):
    """Write τ = −ηδ: −η for ŷ, and η/P(ỹ) for a right ỹ."""
    r.tau[y_hat] = -alg.eta
    if correct:
        r.tau[y_tilde] += alg.eta / r.p[y_tilde]
    return nan


SPEC = AlgorithmSpec(
    key="exp_grad",
    label="exp_grad",
    summary="Banditron's estimate with multiplicative updates: each class is a distribution over the features.",
    cite="Wang, Jin, Valizadegan: A Potential-based Framework for Online Multi-class Learning with Partial Feedback "
    "(AISTATS 2010)",
    feedback="partial",
    draws=True,
    hyper=ExpGrad,
    propose=propose,
    coefficients=coefficients,
    look=5,
    params=(
        Param(
            name="gamma",
            symbol="γ",
            default="0.2",
            low=0.0,
            high=1.0,
            grid=GAMMA_GRID,
            scale="log",
            help="Share of rounds that explore: a share γ(K−1)/K of all proposals is a random guess. "
            "The theory needs γ < 1/2.",
        ),
        Param(
            name="eta",
            symbol="η",
            default="0.03",
            low=0.0,
            high=inf,
            high_allowed=False,
            grid=("0.001", "0.003", "0.01", "0.03", "0.1", "0.3", "1"),
            scale="log",
            help="Length of the steps. Near 0 updates are almost additive, as Banditron's; a large one soon "
            "concentrates on few features.",
        ),
    ),
    geometry=Multiplicative,
    note="With balanced features (x, −x), and with P(ỹ) where the paper prints P(ŷ): its own proof needs it.",
)
