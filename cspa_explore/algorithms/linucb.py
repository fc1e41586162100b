"""LinUCB, disjoint: one ridge regression with a full matrix per class; it proposes by upper confidence bound.

For each class, P = (aI + Σ xxᵀ)⁻¹ and w = P Σ z x over the rounds it was proposed in, z = ±1 for right or wrong. It
proposes
    ỹ = argmax_k  w_k·x + α√(xᵀP_kx).
After the round, with q = xᵀP_ỹx and the matrix from before,
    w_ỹ += (z − s_ỹ)/(1 + q) P_ỹx,    P_ỹ −= P_ỹx (P_ỹx)ᵀ/(1 + q)    (Sherman and Morrison).
With α² = η it is Confidit with the full matrices of its theory, but with a constant width and without its projection.

Li, Chu, Langford, Schapire: A Contextual-Bandit Approach to Personalized News Article Recommendation (WWW 2010); there
rewards are 0 and 1, and a = 1. A round costs O(Kd²), and so does the memory.
"""

from math import nan, sqrt
from typing import NamedTuple

from cspa_explore.algorithms.spec import AlgorithmSpec, Param
from cspa_explore.core.geometry import Full
from cspa_explore.core.vectors import argmax


class LinUCB(NamedTuple):
    """α: how much an uncertain class is favoured; prior: a."""

    alpha: float
    prior: float


def prior(alg: LinUCB) -> float:
    """Return a."""
    return alg.prior


def propose(alg, r, u):
    """Return (ŷ, ỹ): the best score, and the best score plus confidence width."""
    y_hat = argmax(r.s)
    for k in range(r.s.shape[0]):
        r.p[k] = r.s[k] + alg.alpha * sqrt(max(0.0, r.q[k]))
    return y_hat, argmax(r.p)


def coefficients(alg, r, x2, y_hat, y_tilde, correct):
    """Write τ_ỹ = (z − s_ỹ)/(1 + q_ỹ) and c_ỹ = 1/(1 + q_ỹ)."""
    z = 1.0 if correct else -1.0
    r.c[y_tilde] = 1.0 / (1.0 + r.q[y_tilde])
    r.tau[y_tilde] = (z - r.s[y_tilde]) * r.c[y_tilde]
    return nan


SPEC = AlgorithmSpec(
    key="linucb",
    label="LinUCB",
    summary="One ridge regression with a full matrix per class; it proposes the class that is best or still uncertain.",
    cite="Li, Chu, Langford, Schapire: A Contextual-Bandit Approach to Personalized News Article Recommendation "
    "(WWW 2010)",
    feedback="partial",
    hyper=LinUCB,
    propose=propose,
    coefficients=coefficients,
    look=26,
    params=(
        Param(
            name="alpha",
            symbol="α",
            default="0.3",
            low=0.0,
            low_allowed=True,
            high=10.0,
            grid=("0", "0.1", "0.3", "1", "3"),
            help="How much an uncertain class is favoured; 0 is greedy.",
        ),
        Param(
            name="prior",
            symbol="a",
            default="1",
            low=0.0,
            high=1e6,
            grid=("0.1", "1"),
            scale="log",
            help="Starting value of the matrices' diagonal: a larger one learns more slowly.",
            initial=True,
        ),
    ),
    geometry=Full,
    prior=prior,
    note="No guarantee known for this form: the theories of LinUCB and of Confidit let the width grow with the round, "
    "and Confidit's also projects. Right and wrong count as ±1. Its matrices take 8·K·d² bytes, at most 64 MB.",
)
