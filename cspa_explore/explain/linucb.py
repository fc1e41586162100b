"""A round of LinUCB: the upper confidence bound that chose the proposal, and the regression step."""

from math import sqrt

from cspa_explore.explain.checks import equal, equation, number, rows_unchanged, term, vanishes
from cspa_explore.explain.facts import Explanation, Facts


def explain(f: Facts) -> Explanation:
    """Return the bound that chose ỹ, and the step of its regression towards z."""
    y, z, sign = f.y_tilde, 1 if f.told else -1, "+1" if f.told else "−1"
    name, q = f.names[y], float(f.q[y])
    variance = max(0.0, q)  # rounding can make it negative; the rule then takes 0, too
    bound = f.s[y] + f.alg.alpha * sqrt(variance)
    equations = (
        equation(
            f,
            "bound_ỹ = s_ỹ + α·√(xᵀP_ỹx)",
            f"{number(f.s[y])} + {number(f.alg.alpha)} · √({number(variance)})",
            f.p[y],
            bound,
        ),
        equation(
            f,
            "τ_ỹ = (z − s_ỹ)/(1 + xᵀP_ỹx)",
            f"({number(z)} − {term(f.s[y])}) / (1 + {number(q)})",
            f.tau[y],
            (z - f.s[y]) / (1 + q),
        ),
        equation(f, "z − new s_ỹ = τ_ỹ", number(f.tau[y]), z - f.s_after[y], f.tau[y]),
    )
    others = f.rivals(y)
    invariants = (
        equal(f, "no class has a larger bound than ỹ", f.p[y], f.p.max()),
        rows_unchanged(f, "only the proposed class moved", (y,)),
        equal(f, "xᵀP_ỹx became xᵀP_ỹx/(1 + xᵀP_ỹx)", f.q_after[y], q / (1 + q)),
        vanishes(f, "P of the other classes did not change", f.q_after[others] - f.q[others], float(f.q.max())),
    )
    branch = f"{'right' if f.told else 'wrong'}: regress towards {sign}"
    branch = branch if y == f.y_hat else f"uncertain class proposed, {branch}"
    learnt = f"Counted x as {sign} for {name}: its score went from {number(f.s[y])} to {number(f.s_after[y])}."
    proposed = f"Proposed class {name} (ỹ): no class has a larger upper confidence bound than its {number(f.p[y])}."
    return Explanation(branch, learnt, equations, invariants, proposed=proposed)
