"""SOBA with adaptive γ: it explores much at first, and less as it becomes certain; there is no γ to tune.

As SOBA (`soba.py`), with γ_t = min{1, √(K(1 + Σ_{s<t} ζ_sᵀA_s⁻¹ζ_s)/t)} in round t. A_s already holds ζ_sζ_sᵀ; by
Sherman and Morrison ζᵀA_s⁻¹ζ = v/(1 + v), v being the same with the matrix before. That is exact for full matrices
and is used here with the diagonal v. While most rounds explore, Σ grows as fast as t/K, and γ_t stays near 1 until v is
small; on documents of 400 words in 9 classes γ_t is still about 0.6 after 200,000 rounds.

Beygelzimer, Orabona, Zhang: Efficient Online Bandit Multiclass Learning with Õ(√T) Regret (ICML 2017), appendix.
"""

from math import nan, sqrt
from typing import NamedTuple

from cspa_explore.algorithms.soba import PRIOR, prior, second_order_step
from cspa_explore.algorithms.soba import SPEC as SOBA
from cspa_explore.algorithms.spec import AlgorithmSpec
from cspa_explore.core.geometry import Ridge
from cspa_explore.core.vectors import argmax, gamma_greedy


class SOBAAdaptive(NamedTuple):
    """prior: a."""

    prior: float


def propose(alg, r, u):
    """Return (ŷ, ỹ), ỹ drawn γ_t-greedily; r.aux[1] is Σ ζᵀA⁻¹ζ, r.aux[2] counts the rounds before this one."""
    y_hat = argmax(r.s)
    gamma = min(1.0, sqrt(r.s.shape[0] * (1.0 + r.aux[1]) / (1.0 + r.aux[2])))
    return y_hat, gamma_greedy(gamma, y_hat, u, r.p)


def coefficients(alg, r, x2, y_hat, y_tilde, correct):
    """Take SOBA's step after a right proposal."""
    r.aux[2] += 1.0
    if correct:
        v = second_order_step(r, y_tilde)
        r.aux[1] += v / (1.0 + v)
    return nan


SPEC = AlgorithmSpec(
    key="soba_adaptive",
    label="SOBA, adaptive γ",
    summary="SOBA that sets its share of exploration itself: much at first, less as it becomes certain.",
    cite=SOBA.cite,
    feedback="partial",
    draws=True,
    hyper=SOBAAdaptive,
    propose=propose,
    coefficients=coefficients,
    look=9,
    params=(PRIOR,),
    geometry=Ridge,
    prior=prior,
    note="The diagonal form with the schedule of γ of the full-matrix form. It predicts well soon, but with many "
    "features it goes on exploring for hundreds of thousands of rounds.",
)
