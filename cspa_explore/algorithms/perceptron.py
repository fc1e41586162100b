"""Perceptron: told the true label, it adds x to the right class and subtracts it from the predicted one.

If ŷ = argmax s is not y:
    w_y += x,    w_ŷ −= x.

Rosenblatt: The Perceptron (Psychological Review 1958), in the multiclass form of Crammer and Singer (JMLR 2003).
"""

from math import nan
from typing import NamedTuple

from cspa_explore.algorithms.cspa import propose
from cspa_explore.algorithms.spec import AlgorithmSpec


class Perceptron(NamedTuple):
    """No hyper-parameters."""


def coefficients(alg, r, x2, y_hat, y_tilde, y):
    """Write τ: 1 for y and −1 for ŷ, after an error."""
    if y_hat != y:
        r.tau[y] = 1.0
        r.tau[y_hat] = -1.0
    return nan


SPEC = AlgorithmSpec(
    key="perceptron",
    label="Perceptron (full feedback)",
    summary="The oldest learner here, told the true label: after an error it adds x to the right class "
    "and subtracts it from the predicted one.",
    cite="Crammer, Singer: Ultraconservative Online Algorithms for Multiclass Problems (JMLR 2003)",
    feedback="full",
    hyper=Perceptron,
    propose=propose,
    coefficients=coefficients,
    look=11,
)
