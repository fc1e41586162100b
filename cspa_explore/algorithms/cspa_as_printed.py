"""CSPA as printed: the paper's update for a right proposal with its reversed signs, a teaching variant.

The paper's SPA step lowers the class that was right and raises its rivals. Everything else is CSPA, also
where the paper has other slips (it misses 1/‖x‖², which makes no difference for rows of norm 1).
It does not diverge: it cycles at or below chance. Its steps amplify differences, rounding errors included:
weights computed in another order of summation agree for a few hundred rounds only.
"""

from typing import NamedTuple

from cspa_explore.algorithms.cspa import BETA, propose
from cspa_explore.algorithms.cspa import SPEC as CORRECTED
from cspa_explore.algorithms.cspa import coefficients as corrected
from cspa_explore.algorithms.spec import AlgorithmSpec
from cspa_explore.core.jit import jitable

corrected = jitable(corrected)


class CSPAAsPrinted(NamedTuple):
    """β: as in CSPA."""

    beta: float


def coefficients(alg, r, x2, y_hat, y_tilde, correct):
    """Write τ and return ℓ: CSPA, but with the printed signs on a right proposal."""
    loss = corrected(alg, r, x2, y_hat, y_tilde, correct)
    if correct:
        for k in range(r.tau.shape[0]):
            r.tau[k] = -r.tau[k]
    return loss


SPEC = AlgorithmSpec(
    key="cspa_as_printed",
    label="CSPA as printed",
    summary="A teaching variant: the paper's printed signs for a right proposal, which are reversed.",
    cite=CORRECTED.cite,
    feedback="partial",
    hyper=CSPAAsPrinted,
    propose=propose,
    coefficients=coefficients,
    look=22,
    params=(BETA,),
    loss=CORRECTED.loss,
    centred=True,
    note="Reversed on purpose: a right proposal moves the weights by the printed signs, "
    "not by those the authors must have run.",
)
