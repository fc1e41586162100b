"""BPA: bandit passive-aggressive, a binary PA step for the proposed class alone.

ŷ = argmax s; ỹ is drawn γ-greedily. With z = ±1 for right or wrong, ℓ = max(0, 1 − z s_ỹ) and
    w_ỹ += z (ℓ/‖x‖²) x,
after which s_ỹ = z if ℓ > 0. It works on absolute scores, one class against the rest.

Zhong, Daucé: Passive-Aggressive bounds in bandit feedback classification (ECML-PKDD 2015).
"""

from typing import NamedTuple

from cspa_explore.algorithms.banditron import GAMMA_GRID, propose
from cspa_explore.algorithms.explain import Explanation, Facts, equal, equation, number, rows_unchanged, term
from cspa_explore.algorithms.spec import AlgorithmSpec, Param


class BPA(NamedTuple):
    """γ: the share of rounds in which the label is drawn at random."""

    gamma: float


def coefficients(alg, r, x2, y_hat, y_tilde, correct):
    """Write τ_ỹ and return ℓ = max(0, 1 − z s_ỹ)."""
    z = 1.0 if correct else -1.0
    loss = max(0.0, 1.0 - z * r.s[y_tilde])
    r.tau[y_tilde] = z * loss / x2
    return loss


def explain(f: Facts) -> Explanation:
    """Return the step of the proposed class: its score becomes z."""
    y, z, word = f.y_tilde, 1 if f.told else -1, "right" if f.told else "wrong"
    s, tau = f.s[y], f.tau[y]
    equations = (
        equation(f, "ℓ = max(0, 1 − z·s_ỹ)", f"max(0, 1 − {term(z)} · {term(s)})", f.loss, max(0.0, 1 - z * s)),
        equation(f, "τ_ỹ = z·ℓ/‖x‖²", f"{number(z)} · {number(f.loss)} / {number(f.x2)}", tau, z * f.loss / f.x2),
    )
    others = rows_unchanged(f, "only the proposed class moved", (y,))
    explored = "explored: " if y != f.y_hat else ""
    if f.loss <= 0.0:
        sentence = f"The score of {f.names[y]} is beyond {number(z)} already: nothing changed."
        kept = rows_unchanged(f, "no weights changed")
        return Explanation(f"{explored}nothing to learn: margin reached", sentence, equations[:1], (kept,))
    sentence = f"Moved {f.names[y]} alone: its score went from {number(s)} to {number(f.s_after[y])}."
    reached = equal(f, "the score of ỹ is z now", f.s_after[y], z)
    return Explanation(f"{explored}one-class step, told {word}", sentence, equations, (reached, others))


SPEC = AlgorithmSpec(
    key="bpa",
    label="BPA",
    summary="Passive-aggressive, one class against the rest: only the proposed class is updated.",
    cite="Zhong, Daucé: Passive-Aggressive bounds in bandit feedback classification (ECML-PKDD 2015)",
    feedback="partial",
    hyper=BPA,
    propose=propose,
    coefficients=coefficients,
    params=(
        Param(
            name="gamma",
            symbol="γ",
            default="0.01",
            low=0.0,
            low_allowed=True,
            high=1.0,
            grid=GAMMA_GRID,
            scale="log",
            help="Share of rounds that explore; 0 never explores.",
        ),
    ),
    loss="ℓ: 1 − s_ỹ when right, 1 + s_ỹ when wrong, not below 0",
    explain=explain,
)
