"""PA: passive-aggressive, told the true label; the smallest step that puts the true class 1 above its best rival.

With r = argmax_{i≠y} s_i and ℓ = max(0, 1 − s_y + s_r), the W nearest to the old one with ℓ = 0 is
    w_y += τx,    w_r −= τx,    τ = ℓ/(2‖x‖²).
It considers only the pair (y, r); SPA considers all rivals at once.

Crammer, Dekel, Keshet, Shalev-Shwartz, Singer: Online Passive-Aggressive Algorithms (JMLR 2006).
"""

from typing import NamedTuple

from cspa_explore.algorithms.cspa import propose
from cspa_explore.algorithms.spec import AlgorithmSpec
from cspa_explore.core.vectors import hinge


class PA(NamedTuple):
    """No hyper-parameters."""


def coefficients(alg, r, x2, y_hat, y_tilde, y):
    """Write τ for the pair and return ℓ."""
    rival, loss = hinge(r.s, y)
    r.tau[y] = loss / (2.0 * x2)
    r.tau[rival] = -r.tau[y]
    return loss


SPEC = AlgorithmSpec(
    key="pa",
    label="PA (full feedback)",
    summary="Told the true label, it takes the smallest step that puts the true class 1 above its best rival.",
    cite="Crammer, Dekel, Keshet, Shalev-Shwartz, Singer: Online Passive-Aggressive Algorithms (JMLR 2006)",
    feedback="full",
    hyper=PA,
    propose=propose,
    coefficients=coefficients,
    look=12,
    loss="ℓ: the hinge loss of the true class",
)
