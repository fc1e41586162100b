"""SOBA: the second-order Banditron, diagonal; it learns from right proposals only.

ŷ = argmax s; ỹ is drawn γ-greedily. Wrong: nothing happens. Right, y = ỹ: with ȳ = argmax_{i≠y} s_i, P = P(y),
Δ = s_ȳ − s_y and ζᵀA⁻¹ζ = Σ_r x_r²(1/A_ȳr + 1/A_yr)/P,
    m = (Δ²/P + 2Δ/P)/(1 + ζᵀA⁻¹ζ),
and if the sum of all m accepted so far and this one is not negative it is accepted:
    θ_ȳ −= x/P,    θ_y += x/P,    A_ȳ, A_y += x²/P,    W = θ/A.
A mistake that exploration discovers has Δ ≥ 0 and is always accepted; it adds to the sum that margin steps draw on.

Beygelzimer, Orabona, Zhang: Efficient Online Bandit Multiclass Learning with Õ(√T) Regret (ICML 2017). The diagonal
form of the experiments; A = aI at the start.
"""

from math import inf, nan
from typing import NamedTuple

from cspa_explore.algorithms.banditron import propose
from cspa_explore.algorithms.spec import AlgorithmSpec, Param
from cspa_explore.core.geometry import Ridge
from cspa_explore.core.jit import jitable
from cspa_explore.core.vectors import TIE, argmax_except


class SOBA(NamedTuple):
    """γ: the share of rounds in which the label is drawn at random; prior: a."""

    gamma: float
    prior: float


def prior(alg: SOBA) -> float:
    """Return a."""
    return alg.prior


@jitable
def second_order_step(r, y):
    """Write τ and c if the step is accepted, and add m to r.aux[0]; return ζᵀA⁻¹ζ, or 0 if it is refused.

    A sum that is 0 up to rounding, as after the first right proposal among tied classes, counts as not negative.
    """
    rival = argmax_except(r.s, y)
    P = r.p[y]
    delta = r.s[rival] - r.s[y]
    v = (r.q[rival] + r.q[y]) / P
    m = (delta * delta + 2.0 * delta) / P / (1.0 + v)
    if r.aux[0] + m < -TIE:
        return 0.0
    r.aux[0] = max(0.0, r.aux[0] + m)
    r.tau[rival] = -1.0 / P
    r.tau[y] = 1.0 / P
    r.c[rival] = 1.0 / P
    r.c[y] = 1.0 / P
    return v


def coefficients(alg, r, x2, y_hat, y_tilde, correct):
    """Take the step after a right proposal; r.aux[0] is the running sum of m."""
    if correct:
        second_order_step(r, y_tilde)
    return nan


PRIOR = Param(
    name="prior",
    symbol="a",
    default="1",
    low=0.0,
    high=inf,
    high_allowed=False,
    grid=("1",),
    scale="log",
    help="Starting value of A: a larger one learns more slowly. The theory takes the largest ‖x‖².",
    initial=True,
)

SPEC = AlgorithmSpec(
    key="soba",
    label="SOBA",
    summary="Second-order Banditron: it learns from right proposals only, so it starts slowly.",
    cite="Beygelzimer, Orabona, Zhang: Efficient Online Bandit Multiclass Learning with Õ(√T) Regret (ICML 2017)",
    feedback="partial",
    draws=True,
    hyper=SOBA,
    propose=propose,
    coefficients=coefficients,
    look=8,
    params=(
        Param(
            name="gamma",
            symbol="γ",
            default="0.1",
            low=0.0,
            low_allowed=True,
            high=1.0,
            grid=tuple(f"2^-{e}" for e in range(16, 0, -1)),
            scale="log",
            help="Share of rounds that explore. Only right proposals teach it: with a small γ it takes long to learn "
            "the classes that it does not predict. The literature's 0.01 is for 100,000 rounds and more.",
        ),
        PRIOR,
    ),
    geometry=Ridge,
    prior=prior,
    note="The diagonal form used in experiments, not the full-matrix form of the theory.",
)
