"""κ-CSPA: what a rejected class loses goes to its rivals by the softmax of their scores, not in equal parts.

As CSPA (`cspa.py`), except after a wrong proposal. With π_i = e^{κs_i}/Σ_{j≠ỹ} e^{κs_j} for i ≠ ỹ and
ℓ = 1 + s_ỹ − max_{i≠ỹ} s_i,
    c = βℓ/((1 + max π)‖x‖²),    w_ỹ −= c x,    w_i += cπ_i x  for i ≠ ỹ.
The best rival has the largest π, so it stays the best rival, and ℓ falls to exactly (1−β)ℓ, as in CSPA. κ = 0 is CSPA.

Only differences of rows matter, so the smallest cπ_i is left out in all rows: with κ = 0 one row changes, by the same
number to the last bit as in CSPA.

An extension of this project; no guarantee is known.
"""

from dataclasses import replace
from math import exp
from typing import NamedTuple

from cspa_explore.algorithms.cspa import BETA, propose
from cspa_explore.algorithms.cspa import SPEC as CSPA
from cspa_explore.algorithms.spec import AlgorithmSpec, Param
from cspa_explore.core.jit import jitable
from cspa_explore.core.vectors import max_except, support_class


class CSPAKappa(NamedTuple):
    """κ: how much the best rivals are preferred; β: as in CSPA."""

    kappa: float
    beta: float


@jitable
def rejecting_step(kappa, beta, s, y, x2, tau, p):
    """Write the step after the rejection of y into tau, π into p, and return ℓ = max(0, 1 + s_y − best other score)."""
    top = max_except(s, y)
    loss = 1.0 - top + s[y]
    if loss <= 0.0:
        return 0.0
    step = beta * loss / x2
    if kappa == 0.0:
        tau[y] = -step
        return loss
    total = 0.0
    least = 1.0  # the best rival has e⁰
    for k in range(s.shape[0]):
        p[k] = exp(kappa * (s[k] - top)) if k != y else 0.0
        total += p[k]
        if k != y:
            least = min(least, p[k])
    share = step / (1.0 + 1.0 / total)  # c
    for k in range(s.shape[0]):
        if k != y:
            tau[k] = share * (p[k] - least) / total
        p[k] /= total
    tau[y] = -share * (1.0 + least / total)
    return loss


def coefficients(alg, r, x2, y_hat, y_tilde, correct):
    """Write τ and return ℓ: the step that spreads by the softmax, or the SPA step; π goes to r.p."""
    if correct:
        return support_class(r.s, y_tilde, x2, r.tau)
    return rejecting_step(alg.kappa, alg.beta, r.s, y_tilde, x2, r.tau, r.p)


KAPPA = Param(
    name="kappa",
    symbol="κ",
    default="5",
    low=0.0,
    low_allowed=True,
    high=50.0,
    grid=("0", "1", "2", "5", "10"),
    help="How much of what a rejected class loses goes to its best rivals: 0 treats all alike, as CSPA does. From "
    "about 20 on the learner trains on its own runner-up.",
)

SPEC = AlgorithmSpec(
    key="cspa_kappa",
    label="κ-CSPA",
    summary="CSPA that gives what a rejected class loses to its best rivals first.",
    cite="an extension of CSPA by this project",
    feedback="partial",
    hyper=CSPAKappa,
    propose=propose,
    coefficients=coefficients,
    look=24,
    params=(
        KAPPA,
        replace(
            BETA,
            default="0.3",
            grid=("0.1", "0.3", "0.5", "1", "1/(2(K-1))"),
            help="Share of the loss that a wrong proposal removes, as in CSPA.",
        ),
    ),
    loss=CSPA.loss,
    centred=True,
    note="Extension, no guarantee known. κ = 0 is CSPA. With κ of 20 and more it trains on its own runner-up and can "
    "end far below CSPA.",
)
