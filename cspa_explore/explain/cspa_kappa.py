"""A round of κ-CSPA: what the rejected class loses goes to its rivals by the softmax of their scores."""

import numpy as np

from cspa_explore.core.vectors import max_except
from cspa_explore.explain.checks import equal, equation, number, term, vanishes
from cspa_explore.explain.cspa import explain_wrong
from cspa_explore.explain.facts import Explanation, Facts
from cspa_explore.explain.support_step import explain_support


def explain(f: Facts) -> Explanation:
    """Return the step that spreads by the softmax when wrong, the support-class step when right."""
    if f.told:
        return explain_support(f, f.y_tilde)
    return explain_wrong(f) if f.alg.kappa == 0 else _explain_spread(f)


def _explain_spread(f: Facts) -> Explanation:
    y, beta = f.y_tilde, f.alg.beta
    others = f.rivals(y)
    shares = np.exp(f.alg.kappa * (f.s[others] - f.s[others].max()))
    shares /= shares.sum()
    best = int(others[np.argmax(shares)])
    top, new, most = max_except(f.s, y), 1 + f.s_after[y] - max_except(f.s_after, y), float(shares.max())
    b, loss, x2 = number(beta), number(f.loss), number(f.x2)
    c = beta * f.loss / ((1 + most) * f.x2)
    equations = (
        equation(f, "ℓ = 1 + s_ỹ − max_{i≠ỹ} s_i", f"1 + {term(f.s[y])} − {term(top)}", f.loss, 1 + f.s[y] - top),
        equation(f, "τ_ỹ = −β·ℓ/((1 + max π)·‖x‖²)", f"−{b} · {loss} / ((1 + {number(most)}) · {x2})", f.tau[y], -c),
        equation(
            f,
            f"τ_i = −π_i·τ_ỹ for i = {f.names[best]}",
            f"{number(most)} · {number(-f.tau[y])}",
            f.tau[best],
            most * c,
        ),
        equation(f, "new ℓ = (1 − β)·ℓ", f"(1 − {b}) · {loss}", new, (1 - beta) * f.loss),
    )
    invariants = (
        equal(f, "ℓ fell to (1−β)ℓ", new, (1 - beta) * f.loss),
        vanishes(f, "each rival gained in proportion to its softmax π", f.tau[others] - c * shares),
    )
    sentence = (
        f"Pushed class {f.names[y]} down by {number(-f.tau[y] * f.x2)} and gave it to the others, "
        f"{100 * most:.0f} % to {f.names[best]}: the loss ℓ fell to {number(new)}."
    )
    return Explanation("complementary step, spread by the softmax", sentence, equations, invariants)
