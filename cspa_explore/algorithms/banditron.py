"""Banditron: the Perceptron for partial feedback, by γ-greedy exploration and importance weights.

ŷ = argmax s; ỹ is drawn from P(k) = (1−γ)[k = ŷ] + γ/K. Every round
    w_r += x·([ỹ = y][r = ỹ]/P(ỹ) − [r = ŷ]),
whose expectation over the draw is the Perceptron update. The row ŷ loses x even when ỹ was drawn by
exploration, which says nothing about ŷ.

Kakade, Shalev-Shwartz, Tewari: Efficient Bandit Algorithms for Online Multiclass Prediction (ICML 2008).
"""

from math import nan
from typing import NamedTuple

from cspa_explore.algorithms.spec import AlgorithmSpec, Param
from cspa_explore.core.vectors import argmax, gamma_greedy


class Banditron(NamedTuple):
    """γ: the share of rounds in which the label is drawn at random."""

    gamma: float


def propose(alg, r, u):
    """Return (ŷ, ỹ), ỹ drawn γ-greedily."""
    y_hat = argmax(r.s)
    return y_hat, gamma_greedy(alg.gamma, y_hat, u, r.p)


def coefficients(alg, r, x2, y_hat, y_tilde, correct):
    """Write τ: −1 for ŷ, and 1/P(ỹ) for a right ỹ."""
    r.tau[y_hat] = -1.0
    if correct:
        r.tau[y_tilde] += 1.0 / r.p[y_tilde]
    return nan


GAMMA_GRID = ("0.001", "0.01", "0.025", "0.05", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6")

SPEC = AlgorithmSpec(
    key="banditron",
    label="Banditron",
    summary="The Perceptron with random exploration: what it is not told is estimated by importance weights.",
    cite="Kakade, Shalev-Shwartz, Tewari: Efficient Bandit Algorithms for Online Multiclass Prediction (ICML 2008)",
    feedback="partial",
    draws=True,
    hyper=Banditron,
    propose=propose,
    coefficients=coefficients,
    look=1,
    params=(
        Param(
            name="gamma",
            symbol="γ",
            default="0.05",
            low=0.0,
            high=1.0,
            grid=GAMMA_GRID,
            scale="log",
            help="Share of rounds that explore: a share γ(K−1)/K of all proposals is a random guess. "
            "The theory needs γ < 1/2.",
        ),
    ),
)
