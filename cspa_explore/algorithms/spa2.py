"""SPA-II: SPA with every step damped by C instead of cut off.

The solution of min ½‖ΔW‖² + Cξ² with every margin at least 1 − ξ. Only the water line of SPA moves:
    a = (‖x‖² + 1/(2C))/((|S|+1)‖x‖² + |S|/(2C)) · Σ_S ℓ_j.

Matsushima, Shimizu, Yoshida, Ninomiya, Nakagawa: Exact Passive-Aggressive Algorithm for Multiclass
Classification Using Support Class (SDM 2010).
"""

from math import inf
from typing import NamedTuple

from cspa_explore.algorithms.cspa import propose
from cspa_explore.algorithms.pa1 import AGGRESSIVENESS
from cspa_explore.algorithms.spa import SPEC as SPA
from cspa_explore.algorithms.spec import AlgorithmSpec
from cspa_explore.core.vectors import support_class


class SPA2(NamedTuple):
    """C: how little steps are damped."""

    C: float


def coefficients(alg, r, x2, y_hat, y_tilde, y):
    """Write τ and return the hinge loss of the true class y."""
    return support_class(r.s, y, x2, r.tau, inf, 0.5 / (alg.C * x2))


SPEC = AlgorithmSpec(
    key="spa2",
    label="SPA-II (full feedback)",
    summary="Support-class passive-aggressive with damped steps, for labels that may be wrong.",
    cite=SPA.cite,
    feedback="full",
    hyper=SPA2,
    propose=propose,
    coefficients=coefficients,
    look=16,
    params=(AGGRESSIVENESS,),
    loss=SPA.loss,
)
