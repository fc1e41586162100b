"""PNewtron: the diagonal form of Newtron, an online Newton step on the log-loss, with softmax exploration.

p = softmax(αWx), ‖W‖_F ≤ D. With probability γ the label is drawn uniformly, else from p: P = (1−γ)p + γ/K. The
gradient of the log-loss is estimated, E[g] = (p − e_y)⊗x, by
    right: g = ((1−p_ỹ)/P(ỹ))(1/K·1 − e_ỹ)⊗x, κ = P(ỹ);    wrong: g = (p_ỹ/P(ỹ))(e_ỹ − 1/K·1)⊗x, κ = 1,
and W = −b/A, rescaled to the norm D if it is longer, with
    b = Σ (1 − κβ g·W_t) g,    A = 1/D + Σ κβ g²,    W_t = 0 in rounds that explored.

Hazan, Kale: Newtron: an Efficient Bandit Algorithm for Online Multiclass Prediction (NIPS 2011). Implementations differ
in how they draw: with the softmax, as here, or around the best class (`pnewtron_greedy.py`).
"""

from math import inf, nan
from typing import NamedTuple

from cspa_explore.algorithms.spec import AlgorithmSpec, Param
from cspa_explore.core.geometry import Ball
from cspa_explore.core.vectors import argmax, sample, softmax


class PNewtron(NamedTuple):
    """γ: the share of rounds drawn at random; α: sharpness of p; β: curvature; radius: D."""

    gamma: float
    alpha: float
    beta: float
    radius: float


def prior(alg: PNewtron) -> float:
    """Return 1/D, the starting value of A."""
    return 1.0 / alg.radius


def propose(alg, r, u):
    """Return (ŷ, ỹ), ỹ drawn from P = (1−γ)p + γ/K; p goes to r.q, P to r.p, whether it explored to r.aux[0]."""
    K = r.s.shape[0]
    softmax(alg.alpha, r.s, r.q)
    for k in range(K):
        r.p[k] = (1.0 - alg.gamma) * r.q[k] + alg.gamma / K
    r.aux[0] = u < alg.gamma
    if u < alg.gamma:
        return argmax(r.s), min(int(u / alg.gamma * K), K - 1)
    return argmax(r.s), sample(r.q, (u - alg.gamma) / (1.0 - alg.gamma))


def coefficients(alg, r, x2, y_hat, y_tilde, correct):
    """Write τ (for −b) and c of the Newton step; with G_k the coefficient of x in row k of g, g·W = Σ_k G_k s_k."""
    K = r.s.shape[0]
    p, P = r.q[y_tilde], r.p[y_tilde]
    size = -(1.0 - p) / P if correct else p / P  # g = size (e_ỹ − 1/K·1)⊗x
    curvature = alg.beta * (P if correct else 1.0)  # κβ
    mean = 0.0
    for k in range(K):
        mean += r.s[k] / K
    along = 0.0 if r.aux[0] > 0.0 else size * (r.s[y_tilde] - mean)
    for k in range(K):
        g = size * ((k == y_tilde) - 1.0 / K)
        r.tau[k] = -(1.0 - curvature * along) * g
        r.c[k] = curvature * g * g
    return nan


def gamma_with(default: str) -> Param:
    """Return the parameter γ with the default."""
    return Param(
        name="gamma",
        symbol="γ",
        default=default,
        low=0.0,
        high=1.0,
        grid=tuple(f"2^-{e}" for e in range(16, 0, -1)),
        scale="log",
        help="Share of rounds whose label is drawn uniformly; it also limits the importance weights to K/γ.",
    )


NEWTON = (
    Param(
        name="alpha",
        symbol="α",
        default="10",
        low=0.0,
        high=inf,
        high_allowed=False,
        grid=("10",),
        scale="log",
        help="Sharpness of the softmax: with a small α it stays near uniform, with a large one it follows the scores.",
    ),
    Param(
        name="beta",
        symbol="β",
        default="0.01",
        low=0.0,
        high=inf,
        high_allowed=False,
        grid=("0.01",),
        scale="log",
        help="Curvature of the Newton step: a larger β makes certainty grow, and steps shrink, faster.",
    ),
    Param(
        name="radius",
        symbol="D",
        default="10",
        low=0.0,
        high=inf,
        high_allowed=False,
        grid=("1", "10", "100"),
        scale="log",
        help="Largest norm of the weights, and 1/D is the starting value of A. αD‖x‖ must be well above 1, "
        "or the softmax stays flat: the literature's D = 1 is too small for inputs of length 1.",
        initial=True,
    ),
)

SPEC = AlgorithmSpec(
    key="pnewtron",
    label="PNewtron",
    summary="A Newton step on the log-loss, diagonal; it draws its proposals from the softmax of the scores.",
    cite="Hazan, Kale: Newtron: an Efficient Bandit Algorithm for Online Multiclass Prediction (NIPS 2011)",
    feedback="partial",
    draws=True,
    hyper=PNewtron,
    propose=propose,
    coefficients=coefficients,
    look=6,
    params=(gamma_with("0.001"), *NEWTON),
    geometry=Ball,
    prior=prior,
    note="The diagonal form; the paper leaves open how it draws, and implementations differ: here by the softmax.",
)
