"""Bit likelihood: gradient ascent on the log-likelihood of the answer, which is one bit.

p = softmax(s), ỹ = ŷ = argmax s. The answer "right" has the likelihood p_ỹ, the answer "wrong" 1 − p_ỹ:
    right: τ = η(e_ỹ − p);    wrong: τ_ỹ = −ηp_ỹ,  τ_k = ηp_ỹ p_k/(1 − p_ỹ)  for k ≠ ỹ,
and W += τ xᵀ. Rivals gain in proportion to their probability. After "wrong", the loss is not convex.

A rule of this project; no guarantee is known.
"""

from math import exp, inf, log
from typing import NamedTuple

from cspa_explore.algorithms.cspa import propose
from cspa_explore.algorithms.spec import AlgorithmSpec, Param
from cspa_explore.core.vectors import max_except


class BitLikelihood(NamedTuple):
    """η: the length of the steps."""

    eta: float


def coefficients(alg, r, x2, y_hat, y_tilde, correct):
    """Write τ and return the loss, minus the log-likelihood of the answer; p goes to r.p.

    1 − p_ỹ is summed over the rivals, relative to the best of them, so that it keeps its digits where it is tiny.
    """
    s, K = r.s, r.s.shape[0]
    top = max_except(s, y_tilde)
    others = 0.0
    for k in range(K):
        r.p[k] = exp(s[k] - top) if k != y_tilde else 0.0
        others += r.p[k]
    lead = s[y_tilde] - top - log(others)  # the log-odds of ỹ, at least −log(K−1)
    odds = exp(-lead)
    sure, rest = 1.0 / (1.0 + odds), odds / (1.0 + odds)
    step = alg.eta * (rest if correct else -sure)
    for k in range(K):
        if k != y_tilde:
            r.tau[k] = -step * r.p[k] / others
            r.p[k] *= rest / others
    r.tau[y_tilde] = step
    r.p[y_tilde] = sure
    return log(1.0 + odds) if correct else lead + log(1.0 + odds)


SPEC = AlgorithmSpec(
    key="bit_likelihood",
    label="Bit likelihood",
    summary="Gradient ascent on the likelihood of the answer: rivals gain in proportion to their probability.",
    cite="a rule of this project",
    feedback="partial",
    hyper=BitLikelihood,
    propose=propose,
    coefficients=coefficients,
    look=30,
    params=(
        Param(
            name="eta",
            symbol="η",
            default="1",
            low=0.0,
            high=inf,
            high_allowed=False,
            grid=("0.03", "0.1", "0.3", "1", "3"),
            scale="log",
            help="Length of the steps.",
        ),
    ),
    loss="−log of the probability that the answer had",
    centred=True,
    note="No guarantee known: after a wrong proposal the loss is not convex.",
)
