"""PA-II: PA with every step damped by C instead of cut off.

    τ = ℓ/(2‖x‖² + 1/(2C)),
the solution of min ½‖ΔW‖² + Cξ² with the margin of the pair (y, r) at least 1 − ξ.

Crammer, Dekel, Keshet, Shalev-Shwartz, Singer: Online Passive-Aggressive Algorithms (JMLR 2006).
"""

from typing import NamedTuple

from cspa_explore.algorithms.cspa import propose
from cspa_explore.algorithms.pa import SPEC as PA
from cspa_explore.algorithms.pa1 import AGGRESSIVENESS
from cspa_explore.algorithms.spec import AlgorithmSpec
from cspa_explore.core.vectors import hinge


class PA2(NamedTuple):
    """C: how little steps are damped."""

    C: float


def coefficients(alg, r, x2, y_hat, y_tilde, y):
    """Write τ for the pair and return ℓ."""
    rival, loss = hinge(r.s, y)
    r.tau[y] = loss / (2.0 * x2 + 0.5 / alg.C)
    r.tau[rival] = -r.tau[y]
    return loss


SPEC = AlgorithmSpec(
    key="pa2",
    label="PA-II (full feedback)",
    summary="Passive-aggressive with damped steps, for labels that may be wrong.",
    cite=PA.cite,
    feedback="full",
    hyper=PA2,
    propose=propose,
    coefficients=coefficients,
    look=14,
    params=(AGGRESSIVENESS,),
    loss=PA.loss,
)
