"""SquareCB: a regression of right and wrong per class; the worse a class looks, the less often it is drawn.

ŷ = argmax s. With gap_k = (s_ŷ − s_k)/2 and γ_t = c√t in the t-th round,
    P(k) = 1/(K + γ_t gap_k)  for k ≠ ŷ,    P(ŷ) = the rest.
The proposed class regresses its score towards z = ±1, without importance weights: a Gaussian with diagonal precision A,
noise r and q_ỹ = Σ x²/A_ỹ,
    w_ỹ += (z − s_ỹ)/(q_ỹ + r) x/A_ỹ,    A_ỹ += x²/r.

Foster, Rakhlin: Beyond UCB: Optimal and Efficient Contextual Bandits with Regression Oracles (ICML 2020), with the
growing γ_t of Vowpal Wabbit. The paper leaves the regression open; the diagonal Gaussian is ours.
"""

from math import inf, nan, sqrt
from typing import NamedTuple

from cspa_explore.algorithms.spec import AlgorithmSpec, Param
from cspa_explore.core.geometry import Gaussian
from cspa_explore.core.vectors import argmax, sample


class SquareCB(NamedTuple):
    """c: how fast it stops exploring; r: the noise of the regression."""

    c: float
    r: float


def propose(alg, r, u):
    """Return (ŷ, ỹ), ỹ drawn from P in r.p; r.aux[0] counts the rounds before this one."""
    K = r.s.shape[0]
    y_hat = argmax(r.s)
    gamma = alg.c * sqrt(1.0 + r.aux[0])
    rest = 1.0
    for k in range(K):
        if k != y_hat:
            r.p[k] = 1.0 / (K + gamma * max(0.0, 0.5 * (r.s[y_hat] - r.s[k])))
            rest -= r.p[k]
    r.p[y_hat] = rest
    return y_hat, sample(r.p, u)


def coefficients(alg, r, x2, y_hat, y_tilde, correct):
    """Write τ_ỹ = (z − s_ỹ)/(q_ỹ + r) and c_ỹ = 1/r."""
    z = 1.0 if correct else -1.0
    r.aux[0] += 1.0
    r.tau[y_tilde] = (z - r.s[y_tilde]) / (r.q[y_tilde] + alg.r)
    r.c[y_tilde] = 1.0 / alg.r
    return nan


SPEC = AlgorithmSpec(
    key="squarecb",
    label="SquareCB",
    summary="A regression of right and wrong per class; classes that look worse are drawn less often, and ever less.",
    cite="Foster, Rakhlin: Beyond UCB: Optimal and Efficient Contextual Bandits with Regression Oracles (ICML 2020)",
    feedback="partial",
    hyper=SquareCB,
    propose=propose,
    coefficients=coefficients,
    look=29,
    draws=True,
    params=(
        Param(
            name="c",
            symbol="c",
            default="10",
            low=0.0,
            high=inf,
            high_allowed=False,
            grid=("1", "10", "100", "1000"),
            scale="log",
            help="How fast it stops exploring: the weight of the gap in round t is c√t.",
        ),
        Param(
            name="r",
            symbol="r",
            default="1",
            low=0.0,
            high=inf,
            high_allowed=False,
            grid=("0.1", "1"),
            scale="log",
            help="Noise of the regression: a larger r takes smaller steps.",
        ),
    ),
    geometry=Gaussian,
    note="Guarantee: regret of the order of √(KTR) if the regression is realisable and has regret R, for a γ that fits "
    "T; for this growing γ with a diagonal regression none is known.",
)
