"""A round of CSPA, as corrected and as printed: the complementary step if wrong, the support-class step if right."""

from cspa_explore.core.vectors import max_except
from cspa_explore.explain.checks import equal, equation, number, term, vanishes
from cspa_explore.explain.facts import Explanation, Facts
from cspa_explore.explain.support_step import explain_support


def explain(f: Facts) -> Explanation:
    """Return what the round meant: the complementary step when wrong, the support-class step when right."""
    return explain_support(f, f.y_tilde) if f.told else explain_wrong(f)


def explain_wrong(f: Facts) -> Explanation:
    """Return the complementary step, with centred weights as they are shown."""
    y, beta, K = f.y_tilde, f.alg.beta, f.K
    others = f.rivals(y)
    top, new = max_except(f.s, y), 1 + f.s_after[y] - max_except(f.s_after, y)
    b, loss, x2 = number(beta), number(f.loss), number(f.x2)
    down, up = f.s_after[y] - f.s[y], f.s_after[others[0]] - f.s[others[0]]
    equations = (
        equation(
            f,
            "ℓ = 1 + s_ỹ − max_{i≠ỹ} s_i",
            f"1 + {term(f.s[y])} − {term(top)}",
            f.loss,
            1 + f.s[y] - top,
        ),
        equation(
            f,
            "τ_ỹ = −((K − 1)/K)·β·ℓ/‖x‖²",
            f"−(({K} − 1)/{K}) · {b} · {loss} / {x2}",
            f.tau[y],
            -(K - 1) / K * beta * f.loss / f.x2,
        ),
        equation(
            f,
            "τ_i = β·ℓ/(K·‖x‖²) for i ≠ ỹ",
            f"{b} · {loss} / ({K} · {x2})",
            f.tau[others[0]],
            beta * f.loss / (K * f.x2),
        ),
        equation(f, "new ℓ = (1 − β)·ℓ", f"(1 − {b}) · {loss}", new, (1 - beta) * f.loss),
    )
    steps = (f.W_after - f.W)[others]
    invariants = (
        equal(f, "ℓ fell to (1−β)ℓ", new, (1 - beta) * f.loss),
        vanishes(f, "gaps among the other classes did not change", steps - steps[0]),
    )
    rest = "all others" if K > 2 else f"class {f.names[others[0]]}"
    sentence = (
        f"Pushed class {f.names[y]} down by {number(-down)} and {rest} up by {number(up)}: "
        f"the loss ℓ fell to {number(new)}."
    )
    return Explanation("complementary step", sentence, equations, invariants)


def explain_as_printed(f: Facts) -> Explanation:
    """Return what the round meant; after a right proposal a check shows that the margin is not reached."""
    return explain_support(f, f.y_tilde, reversed_signs=True) if f.told else explain_wrong(f)
