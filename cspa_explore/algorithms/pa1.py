"""PA-I: PA with a step of at most C, so that one mislabelled point cannot undo everything.

    τ = min(C, ℓ/(2‖x‖²)),
the solution of min ½‖ΔW‖² + Cξ with the margin of the pair (y, r) at least 1 − ξ.

Crammer, Dekel, Keshet, Shalev-Shwartz, Singer: Online Passive-Aggressive Algorithms (JMLR 2006).
"""

from math import inf
from typing import NamedTuple

from cspa_explore.algorithms.cspa import propose
from cspa_explore.algorithms.pa import SPEC as PA
from cspa_explore.algorithms.spec import AlgorithmSpec, Param
from cspa_explore.core.vectors import hinge


class PA1(NamedTuple):
    """C: the largest step."""

    C: float


def coefficients(alg, r, x2, y_hat, y_tilde, y):
    """Write τ for the pair and return ℓ."""
    rival, loss = hinge(r.s, y)
    r.tau[y] = min(alg.C, loss / (2.0 * x2))
    r.tau[rival] = -r.tau[y]
    return loss


AGGRESSIVENESS = Param(
    name="C",
    symbol="C",
    default="1",
    low=0.0,
    high=inf,
    high_allowed=False,
    grid=tuple(f"2^{e}" for e in range(-4, 5)),
    scale="log",
    help="Aggressiveness: cost of a unit of loss. A small C learns slowly and tolerates wrong labels; "
    "a large one corrects every loss in full.",
)

SPEC = AlgorithmSpec(
    key="pa1",
    label="PA-I (full feedback)",
    summary="Passive-aggressive with a largest step, for labels that may be wrong.",
    cite=PA.cite,
    feedback="full",
    hyper=PA1,
    propose=propose,
    coefficients=coefficients,
    look=13,
    params=(AGGRESSIVENESS,),
    loss=PA.loss,
)
