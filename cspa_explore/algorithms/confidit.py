"""Confidit: one ridge regression per class; it proposes by upper confidence bound (diagonal form).

For each class, b = Σ z x and A = A₀ + Σ x² coordinate by coordinate over the rounds it was proposed in,
z = ±1 for right or wrong, w = b/A. It proposes
    ỹ = argmax_i  w_i·x + √(η Σ_r x_r²/A_ir).
Diagonal scores are not probabilities and are not clipped. A₀ = (1+α)² = 4 with α = 1.

Crammer, Gentile: Multiclass classification with bandit feedback using adaptive regularization (ICML 2011).
The form used in experiments; the theoretical one keeps full matrices and projects.
"""

from math import inf, nan, sqrt
from typing import NamedTuple

from cspa_explore.algorithms.spec import AlgorithmSpec, Param
from cspa_explore.core.geometry import Ridge
from cspa_explore.core.vectors import argmax


class Confidit(NamedTuple):
    """η: how much an uncertain class is favoured; prior: A₀."""

    eta: float
    prior: float


def prior(alg: Confidit) -> float:
    """Return A₀."""
    return alg.prior


def propose(alg, r, u):
    """Return (ŷ, ỹ): the best score, and the best score plus confidence width."""
    y_hat = argmax(r.s)
    for k in range(r.s.shape[0]):
        r.p[k] = r.s[k] + sqrt(alg.eta * r.q[k])
    return y_hat, argmax(r.p)


def coefficients(alg, r, x2, y_hat, y_tilde, correct):
    """Write τ_ỹ = z and c_ỹ = 1: b_ỹ += z x, A_ỹ += x²."""
    r.tau[y_tilde] = 1.0 if correct else -1.0
    r.c[y_tilde] = 1.0
    return nan


SPEC = AlgorithmSpec(
    key="confidit",
    label="Confidit",
    summary="One ridge regression per class; it proposes the class that is best or still uncertain.",
    cite="Crammer, Gentile: Multiclass classification with bandit feedback using adaptive regularization (ICML 2011)",
    feedback="partial",
    hyper=Confidit,
    propose=propose,
    coefficients=coefficients,
    look=2,
    params=(
        Param(
            name="eta",
            symbol="η",
            default="1",
            low=0.0,
            low_allowed=True,
            high=inf,
            high_allowed=False,
            grid=tuple(f"10^{e}" for e in range(-4, 6)),
            scale="log",
            help="How much an uncertain class is favoured; 0 is greedy. Very sensitive.",
        ),
        Param(
            name="prior",
            symbol="A₀",
            default="4",
            low=0.0,
            high=inf,
            high_allowed=False,
            grid=("4",),
            scale="log",
            help="Starting value of A: a larger one learns more slowly. The paper's (1+α)² is 4.",
            initial=True,
        ),
    ),
    geometry=Ridge,
    prior=prior,
    note="The diagonal form used in experiments, not the full-matrix form of the theory.",
)
