"""SPA-I: SPA in which the true class gains at most C x, so that one mislabelled point cannot undo everything.

The solution of min ½‖ΔW‖² + Cξ with every margin at least 1 − ξ. Only the water line of SPA moves:
    a = max((Σ_S ℓ_j − C‖x‖²)/|S|, Σ_S ℓ_j/(|S|+1)).

Matsushima, Shimizu, Yoshida, Ninomiya, Nakagawa: Exact Passive-Aggressive Algorithm for Multiclass
Classification Using Support Class (SDM 2010).
"""

from typing import NamedTuple

from cspa_explore.algorithms.cspa import propose
from cspa_explore.algorithms.pa1 import AGGRESSIVENESS
from cspa_explore.algorithms.spa import SPEC as SPA
from cspa_explore.algorithms.spec import AlgorithmSpec
from cspa_explore.core.vectors import support_class


class SPA1(NamedTuple):
    """C: the largest step."""

    C: float


def coefficients(alg, r, x2, y_hat, y_tilde, y):
    """Write τ and return the hinge loss of the true class y."""
    return support_class(r.s, y, x2, r.tau, alg.C * x2, 0.0)


SPEC = AlgorithmSpec(
    key="spa1",
    label="SPA-I (full feedback)",
    summary="Support-class passive-aggressive with a largest step, for labels that may be wrong.",
    cite=SPA.cite,
    feedback="full",
    hyper=SPA1,
    propose=propose,
    coefficients=coefficients,
    look=15,
    params=(AGGRESSIVENESS,),
    loss=SPA.loss,
)
