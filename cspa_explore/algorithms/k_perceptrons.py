"""K perceptrons: one binary Perceptron per class, for strongly separable data.

A class with s_k ≥ 0 claims x. If any class claims x, ỹ is the one with the largest score; if none does, ỹ is drawn
uniformly. Wrong: a ỹ that claimed x loses it, w_ỹ −= x. Right: w_ỹ += x if s_ỹ ≤ 0, and every other class that claims x
loses it, w_k −= x. Scores within 1e-10 of 0 count as 0: rounding must not decide.

Beygelzimer, Pál, Szörényi, Thiruvenkatachari, Wei, Zhang: Bandit Multiclass Linear Classification: Efficient Algorithms
for the Separable Case (ICML 2019). There any of the claiming classes may be proposed; here it is the one with the
largest score.
"""

from math import nan
from typing import NamedTuple

from cspa_explore.algorithms.spec import AlgorithmSpec
from cspa_explore.core.vectors import TIE, argmax


class KPerceptrons(NamedTuple):
    """No hyper-parameters."""


def propose(alg, r, u):
    """Return (ŷ, ỹ): the best class, and the same unless no class claims x; then ỹ is drawn uniformly."""
    K = r.s.shape[0]
    y_hat = argmax(r.s)
    if r.s[y_hat] >= -TIE:
        r.p[:] = 0.0
        r.p[y_hat] = 1.0
        return y_hat, y_hat
    r.p[:] = 1.0 / K
    return y_hat, min(int(u * K), K - 1)


def coefficients(alg, r, x2, y_hat, y_tilde, correct):
    """Write τ = ±1 of the classes that are wrong about x, as far as the answer says so."""
    if not correct:
        if r.s[y_tilde] >= -TIE:
            r.tau[y_tilde] = -1.0
        return nan
    for k in range(r.s.shape[0]):
        if k == y_tilde:
            if r.s[k] <= TIE:
                r.tau[k] = 1.0
        elif r.s[k] >= -TIE:
            r.tau[k] = -1.0
    return nan


SPEC = AlgorithmSpec(
    key="k_perceptrons",
    label="K perceptrons",
    summary="One binary Perceptron per class; it guesses where no class claims the input.",
    cite="Beygelzimer, Pál, Szörényi, Thiruvenkatachari, Wei, Zhang: Bandit Multiclass Linear Classification: "
    "Efficient Algorithms for the Separable Case (ICML 2019)",
    feedback="partial",
    hyper=KPerceptrons,
    propose=propose,
    coefficients=coefficients,
    look=27,
    draws=True,
    note="Guarantee: O(K/γ²) mistakes in expectation if each class is separable from the rest with margin γ, which is "
    "also what the corrected theorem of CSPA needs. If several classes have a score above 0, it proposes the "
    "one with the largest. With noise it learns little.",
)
