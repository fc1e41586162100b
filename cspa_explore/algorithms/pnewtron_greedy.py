"""PNewtron with γ-greedy draws: as PNewtron (`pnewtron.py`), but ỹ is the best class, or with probability γ any.

P(k) = (1−γ)[k = ŷ] + γ/K; the importance weights use it, p stays the softmax.

Hazan, Kale: Newtron: an Efficient Bandit Algorithm for Online Multiclass Prediction (NIPS 2011). Implementations differ
in how they draw; this is the reading of those that follow the Banditron.
"""

from typing import NamedTuple

from cspa_explore.algorithms.pnewtron import NEWTON, coefficients, gamma_with, prior
from cspa_explore.algorithms.pnewtron import SPEC as PNEWTRON
from cspa_explore.algorithms.spec import AlgorithmSpec
from cspa_explore.core.geometry import Ball
from cspa_explore.core.vectors import argmax, gamma_greedy, softmax


class PNewtronGreedy(NamedTuple):
    """As in PNewtron."""

    gamma: float
    alpha: float
    beta: float
    radius: float


def propose(alg, r, u):
    """Return (ŷ, ỹ), ỹ drawn γ-greedily; p goes to r.q, P to r.p, whether it explored to r.aux[0]."""
    y_hat = argmax(r.s)
    softmax(alg.alpha, r.s, r.q)
    r.aux[0] = u < alg.gamma
    return y_hat, gamma_greedy(alg.gamma, y_hat, u, r.p)


SPEC = AlgorithmSpec(
    key="pnewtron_greedy",
    label="PNewtron, γ-greedy",
    summary="PNewtron that proposes its best class, and with probability γ any.",
    cite=PNEWTRON.cite,
    feedback="partial",
    draws=True,
    hyper=PNewtronGreedy,
    propose=propose,
    coefficients=coefficients,
    look=7,
    params=(gamma_with("0.1"), *NEWTON),
    geometry=Ball,
    prior=prior,
    note="The diagonal form; the paper leaves open how it draws, and implementations differ: here γ-greedily.",
)
