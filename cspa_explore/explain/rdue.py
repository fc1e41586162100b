"""A round of RDUE: the draw, and the gradient step after a right proposal."""

import numpy as np

from cspa_explore.explain.checks import CLOSE, equal, equation, number, rows_unchanged, vanishes
from cspa_explore.explain.facts import Explanation, Facts, Invariant


def explain(f: Facts) -> Explanation:
    """Return the draw and the step; the rule keeps p in q and P in p."""
    y, K, greedy = f.y_tilde, f.K, f.y_tilde == f.y_hat
    q, p, P = f.alg.q, f.q, f.p
    unsure = min(1.0, 2 * (1 - p[f.y_hat]))
    share = (1 - q) * ((1 - unsure) * greedy + unsure * p[y]) + q / K
    numbers = (
        f"(1 − {number(q)}) · ((1 − {number(unsure)}) · {int(greedy)} + {number(unsure)} · {number(p[y])}) "
        f"+ {number(q)} / {K}"
    )
    draw = equation(f, "P(ỹ) = (1 − q)·((1 − π)·[ỹ = ŷ] + π·p_ỹ) + q/K", numbers, P[y], share)
    sums = equal(f, "the probabilities sum to 1", P.sum(), 1.0)
    chance = f"Proposed class {f.names[y]} (ỹ), which had the probability {number(P[y])}."
    if not f.told:
        kept = rows_unchanged(f, "no weights changed")
        sentence = "Learnt nothing: it learns from right proposals only."
        return Explanation("wrong: nothing is learnt", sentence, (draw,), (sums, kept), proposed=chance)
    direction = (np.arange(K) == y) - p  # −G·P(ỹ)
    rate = f.tau[y] * P[y] / direction[y] if direction[y] else 0.0
    pull = rate * float(np.sqrt(2 * (direction @ direction) * f.x2)) / P[y]  # η_t·√(2‖G‖²‖x‖²)
    step = equation(
        f,
        "τ_ỹ = η_t·(1 − p_ỹ)/P(ỹ)",
        f"{number(rate)} · {number(direction[y])} / {number(P[y])}",
        f.tau[y],
        rate * direction[y] / P[y],
    )
    along = vanishes(f, "every class moved by η_t·([k = ỹ] − p_k)/P(ỹ)", f.tau - rate * direction / P[y])
    bound = f"{number(pull)} ≤ {number(f.alg.radius)}"
    limit = Invariant("η_t·√(2‖G‖²‖x‖²) ≤ B", bound, bool(pull <= f.alg.radius * (1 + CLOSE)))
    sentence = f"Moved {f.names[y]} up by {number(f.tau[y])}·x and the others down in proportion to their probability."
    return Explanation("right: gradient step", sentence, (draw, step), (sums, along, limit), proposed=chance)
