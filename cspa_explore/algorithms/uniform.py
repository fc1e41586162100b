"""Uniform guess: every label with probability 1/K, learning nothing. The baseline of every comparison."""

from math import nan
from typing import NamedTuple

from cspa_explore.algorithms.spec import AlgorithmSpec


class Uniform(NamedTuple):
    """No hyper-parameters."""


def propose(alg, r, u):
    """Return the label whose K-th part of [0, 1) holds u; it is both prediction and proposal."""
    K = r.s.shape[0]
    r.p[:] = 1.0 / K
    guess = min(int(u * K), K - 1)
    return guess, guess


def coefficients(alg, r, x2, y_hat, y_tilde, correct):
    """Learn nothing."""
    return nan


SPEC = AlgorithmSpec(
    key="uniform",
    label="Uniform guess",
    summary="Guesses every class with the same probability and learns nothing.",
    cite="the chance line",
    feedback="partial",
    draws=True,
    hyper=Uniform,
    propose=propose,
    coefficients=coefficients,
    look=21,
)
