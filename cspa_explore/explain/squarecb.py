"""A round of SquareCB: the draw by the gaps of the scores, and the regression step of the proposed class."""

from cspa_explore.explain.checks import equal, equation, number, rows_unchanged, term
from cspa_explore.explain.facts import Explanation, Facts


def explain(f: Facts) -> Explanation:
    """Return the draw and the step of the regression towards z."""
    y, z, sign = f.y_tilde, 1 if f.told else -1, "+1" if f.told else "−1"
    name, q = f.names[y], float(f.q[y])
    tau, left = (z - f.s[y]) / (q + f.alg.r), f.alg.r * f.tau[y]
    equations = (
        equation(
            f,
            "τ_ỹ = (z − s_ỹ)/(q_ỹ + r)",
            f"({number(z)} − {term(f.s[y])}) / ({number(q)} + {number(f.alg.r)})",
            f.tau[y],
            tau,
        ),
        equation(f, "z − new s_ỹ = r·τ_ỹ", f"{number(f.alg.r)} · {term(f.tau[y])}", z - f.s_after[y], left),
    )
    invariants = (
        equal(f, "the probabilities sum to 1", f.p.sum(), 1.0),
        equal(f, "no class is drawn more often than ŷ", f.p[f.y_hat], f.p.max()),
        rows_unchanged(f, "only the proposed class moved", (y,)),
    )
    branch = f"{'' if y == f.y_hat else 'explored, '}{'right' if f.told else 'wrong'}: regress towards {sign}"
    learnt = f"Counted x as {sign} for {name}: its score went from {number(f.s[y])} to {number(f.s_after[y])}."
    proposed = f"Proposed class {name} (ỹ), which had the probability {number(f.p[y])}."
    return Explanation(branch, learnt, equations, invariants, proposed=proposed)
