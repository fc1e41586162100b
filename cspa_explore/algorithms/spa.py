"""SPA: support-class passive-aggressive, told the true label in every round: the full-feedback reference.

The smallest change of W that puts the true class at least the margin 1 above every other class.

Matsushima, Shimizu, Yoshida, Ninomiya, Nakagawa: Exact Passive-Aggressive Algorithm for Multiclass
Classification Using Support Class (SDM 2010).
"""

from typing import NamedTuple

from cspa_explore.algorithms.cspa import propose
from cspa_explore.algorithms.spec import AlgorithmSpec
from cspa_explore.core.vectors import support_class


class SPA(NamedTuple):
    """No hyper-parameters."""


def coefficients(alg, r, x2, y_hat, y_tilde, y):
    """Write τ and return the hinge loss of the true class y."""
    return support_class(r.s, y, x2, r.tau)


SPEC = AlgorithmSpec(
    key="spa",
    label="SPA (full feedback)",
    summary="The full-feedback reference: it is told the true label every round.",
    cite="Matsushima, Shimizu, Yoshida, Ninomiya, Nakagawa: Exact Passive-Aggressive Algorithm for "
    "Multiclass Classification Using Support Class (SDM 2010)",
    feedback="full",
    hyper=SPA,
    propose=propose,
    coefficients=coefficients,
    look=10,
    loss="ℓ: the hinge loss of the true class",
)
