"""A round of BPA: one class takes a binary passive-aggressive step."""

from cspa_explore.explain.checks import equal, equation, number, rows_unchanged, term
from cspa_explore.explain.facts import Explanation, Facts


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
        sentence = f"The score of class {f.names[y]} is beyond {number(z)} already: nothing changed."
        kept = rows_unchanged(f, "no weights changed")
        return Explanation(f"{explored}nothing to learn: margin reached", sentence, equations[:1], (kept,))
    sentence = f"Moved class {f.names[y]} alone: its score went from {number(s)} to {number(f.s_after[y])}."
    reached = equal(f, "the score of ỹ is z now", f.s_after[y], z)
    return Explanation(f"{explored}one-class step, told {word}", sentence, equations, (reached, others))
