"""CSPA: complementary support-class passive-aggressive, the algorithm of the paper that this project is about.

It never explores: ỹ = ŷ = argmax_k w_k·x. With s_k = w_k·x:

* told *wrong*, it knows only that ỹ is not the label. ℓ = 1 + s_ỹ − max_{i≠ỹ} s_i, and the scores
  move so that ℓ falls to exactly (1−β)ℓ while the gaps between all other classes stay as they are:
      w_i += βℓ/(K‖x‖²) x  for i ≠ ỹ,    w_ỹ −= (K−1)βℓ/(K‖x‖²) x.
* told *right*, it takes the SPA step with true class ỹ (see `support_class`).

Proposals and losses depend only on differences of rows, so the common part βℓ/(K‖x‖²) x is left out: one
row changes instead of K, O(d) instead of O(Kd). Weights are centred over the classes at fixed rounds, so that
the common part does not accumulate, and whenever they are shown (`centred=True`): centred, they are those above.

Kaneko, Sato, Sugiyama: Online Multiclass Classification Based on Prediction Margin for Partial
Feedback, Algorithm 1. Departures from the printed paper: the loss leaves ỹ out (as printed it is always 1);
the signs and the factor 1/‖x‖² of the SPA step are corrected, and the index of the support class.
"""

from typing import NamedTuple

from cspa_explore.algorithms.spec import AlgorithmSpec, Param
from cspa_explore.core.vectors import argmax, max_except, support_class


class CSPA(NamedTuple):
    """β: the share of the loss that a wrong proposal removes."""

    beta: float


def propose(alg, r, u):
    """Return (ŷ, ŷ): deterministic, the uniform u is not used."""
    y_hat = argmax(r.s)
    return y_hat, y_hat


def coefficients(alg, r, x2, y_hat, y_tilde, correct):
    """Write τ and return ℓ: the complementary step, or the SPA step."""
    if correct:
        return support_class(r.s, y_tilde, x2, r.tau)
    loss = 1.0 - max_except(r.s, y_tilde) + r.s[y_tilde]
    r.tau[y_tilde] = -alg.beta * loss / x2
    return loss


BETA = Param(
    name="beta",
    symbol="β",
    default="1/(2(K-1))",
    low=0.0,
    high=1.0,
    grid=(*(f"0.{i}" for i in range(1, 10)), "1/(2(K-1))"),
    help="Share of the loss that a wrong proposal removes: near 0 passive, 1 aggressive. "
    "The theory covers β ≤ (1−α)/(K−1).",
)

SPEC = AlgorithmSpec(
    key="cspa",
    label="CSPA",
    summary="Margin-based and deterministic: a wrong proposal pushes the proposed class down, "
    "a right one takes the support-class step.",
    cite="Kaneko, Sato, Sugiyama: Online Multiclass Classification Based on Prediction Margin for Partial Feedback",
    feedback="partial",
    hyper=CSPA,
    propose=propose,
    coefficients=coefficients,
    look=0,
    params=(BETA,),
    loss="ℓ: 1 + s_ỹ − max of the others when wrong, the hinge loss of ỹ when right",
    centred=True,
)
