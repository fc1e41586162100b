"""A round of Confidit: the upper confidence bound that chose the proposal, and the regression step."""

from math import sqrt

from cspa_explore.explain.checks import equal, equation, number, rows_unchanged, vanishes
from cspa_explore.explain.facts import Explanation, Facts


def explain(f: Facts) -> Explanation:
    """Return the bound that chose ỹ, and the check that A grew in its row alone."""
    y, z, sign = f.y_tilde, 1 if f.told else -1, "+1" if f.told else "−1"
    name = f.names[y]
    numbers = f"{number(f.s[y])} + √({number(f.alg.eta)} · {number(f.q[y])})"
    bound = f.s[y] + sqrt(f.alg.eta * f.q[y])
    equations = [
        equation(f, "bound_ỹ = s_ỹ + √(η·Σ_r x_r²/A_ỹr)", numbers, f.p[y], bound),
        equation(f, "τ_ỹ = z, so b_ỹ += z·x", number(z), f.tau[y], z),
    ]
    invariants = [
        equal(f, "no class has a larger bound than ỹ", f.p[y], f.p.max()),
        rows_unchanged(f, "only the proposed class moved", (y,)),
    ]
    if f.A is not None and f.A_after is not None:
        growth = f.A_after - f.A
        equations.append(equation(f, "Σ_r A_ỹr grew by ‖x‖²", number(f.x2), growth[y].sum(), f.x2))
        invariants.append(vanishes(f, "A_ỹ grew by x²", growth[y] - f.x**2, float(f.A_after.max())))
        invariants.append(vanishes(f, "A of the other classes did not change", growth[f.rivals(y)]))
    branch = f"{'right' if f.told else 'wrong'}: regress towards {sign}"
    branch = branch if y == f.y_hat else f"uncertain class proposed, {branch}"
    learnt = f"Counted x as {sign} for {name}: its score went from {number(f.s[y])} to {number(f.s_after[y])}."
    proposed = f"Proposed class {name} (ỹ): no class has a larger upper confidence bound than its {number(f.p[y])}."
    return Explanation(branch, learnt, tuple(equations), tuple(invariants), proposed=proposed)
