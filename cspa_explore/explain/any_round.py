"""The explanation of any round: its five steps as sentences, and the invariants of its geometry."""

from math import atan2, degrees, sqrt

import numpy as np

from cspa_explore.algorithms import AlgorithmSpec
from cspa_explore.core.geometry import Ball, Full, Gaussian, Multiplicative, Ridge
from cspa_explore.core.vectors import TIE, argmax
from cspa_explore.explain.checks import CLOSE, equation, number, rows_unchanged, term, vanishes
from cspa_explore.explain.facts import Explanation, Facts, Invariant, Learning
from cspa_explore.wording import counted


def steps(f: Facts, meant: Explanation) -> tuple[str, ...]:
    """Return the five steps of the round as sentences; they do not reveal what the learner is not told."""
    why = ", its prediction." if f.y_tilde == f.y_hat else ": it explored."
    proposed = f"Proposed class {f.names[f.y_tilde]} (ỹ){why}"
    if isinstance(f.told, bool):
        told = f"Was told {'✓ right' if f.told else '✗ wrong'}, and nothing else."
    else:
        told = f"Was told the true class: {f.names[f.told]}."
    return _saw(f), meant.predicted or _predicted(f), meant.proposed or proposed, told, meant.learnt


def _saw(f: Facts) -> str:
    norm = number(sqrt(f.x2))
    if len(f.x) == 2 and f.x2 > 0:
        return f"Saw x at {round(degrees(atan2(f.x[1], f.x[0]))) % 360}°, length ‖x‖ = {norm}."
    features = counted(len(f.x), "feature")
    return f"Saw x: {features}, {np.count_nonzero(f.x):,} of them not 0, length ‖x‖ = {norm}."


def _predicted(f: Facts) -> str:
    name, best = f.names[f.y_hat], argmax(f.s)
    if f.y_hat != best:
        return f"Predicted class {name} (ŷ)."
    top = f.s.max()
    tied = int((f.s >= top - TIE * (1 + top - f.s.mean())).sum())
    if tied > 1:
        return f"Predicted class {name} (ŷ): {'all' if tied == f.K else tied} classes tie, and it takes the first."
    return f"Predicted class {name} (ŷ): its score {number(f.s[f.y_hat])} is the highest."


def skipped_row(f: Facts) -> Explanation:
    """Return the explanation of a zero row."""
    kept = vanishes(f, "no weights changed", f.W_after - f.W)
    return Explanation("zero row: skipped", "x is zero: there was nothing to learn from.", (), (kept,))


def always(spec: AlgorithmSpec, f: Facts) -> list[Invariant]:
    """Return the invariants that hold in every round of the geometry."""
    found = []
    if spec.centred:
        found.append(vanishes(f, "weights sum to zero", f.W_after.sum(axis=0)))
    if f.additive:
        step = f.W_after - f.W - np.outer(f.tau, f.x)
        found.append(vanishes(f, "every tip moved along x: ΔW = τ xᵀ", step))
    elif issubclass(spec.geometry, Ridge) and f.A is not None and f.A_after is not None:
        sums = f.W_after * f.A_after - f.W * f.A - np.outer(f.tau, f.x)
        found.append(vanishes(f, "the sums moved along x: Δb = τ xᵀ", sums, float(np.abs(f.W_after * f.A_after).max())))
        growth = f.A_after - f.A - np.outer(f.c, f.x**2)
        found.append(vanishes(f, "A grew by c (x²)ᵀ", growth, float(f.A_after.max())))
    elif issubclass(spec.geometry, Gaussian) and f.A is not None and f.A_after is not None:
        step = f.W_after - f.W - f.tau[:, None] * f.x / f.A
        found.append(vanishes(f, "every tip moved along x/A: ΔW = τ (x/A)ᵀ", step))
        least = float((f.A_after - f.A).min())
        found.append(Invariant("variances 1/A do not grow", f"smallest growth of A {number(least)}", least >= 0))
    elif issubclass(spec.geometry, Multiplicative):
        most = float(np.abs(f.W_after).sum(axis=1).max())
        found.append(Invariant("each class is a distribution over ±x: Σ_r |w_r| ≤ 1", number(most), most <= 1 + 1e-9))
    elif issubclass(spec.geometry, Ball):
        norm, most = float(np.linalg.norm(f.W_after)), float(f.alg.radius)
        found.append(Invariant("‖W‖ ≤ D", f"{number(norm)} ≤ {number(most)}", norm <= most * (1 + 1e-9)))
    elif issubclass(spec.geometry, Full):
        growth = float((f.q_after - f.q).max())
        name = "variances xᵀPx do not grow"
        found.append(Invariant(name, f"largest growth {number(growth)}", growth <= CLOSE * float(np.abs(f.q).max())))
    if f.learning is not None:
        found += _average(f, f.learning)
    return found


def _average(f: Facts, learning: Learning) -> list[Invariant]:
    """Return the invariants of an averaged learner; c sums to ρ, the weight of this round in the average."""
    step = learning.W_after - learning.W - np.outer(f.tau, f.x)
    rho, size = float(f.c.sum()), float(np.abs(learning.W_after).max())
    moved = f.W_after - (1 - rho) * f.W - rho * learning.W_after
    return [
        vanishes(f, "the weights W that learn moved along x: ΔW = τ xᵀ", step, size),
        vanishes(f, "the average W̄ became (1 − ρ)W̄ + ρW", moved, size),
    ]


def general(facts: Facts) -> Explanation:
    """Return the general explanation: what moved, and by how much."""
    step = facts.W_after - facts.W
    moved = np.flatnonzero(np.abs(step).max(axis=1) > CLOSE * facts.size)
    if not step.any():
        unchanged = rows_unchanged(facts, "no weights changed")
        return Explanation("nothing learnt", "Nothing changed.", (), (unchanged,))
    names = [facts.names[k] for k in moved]
    who = ", ".join(names) if len(names) <= 6 else f"{len(names)} classes"
    if facts.y_hat != facts.y_tilde:
        branch = "explored, then updated"
    elif isinstance(facts.told, bool):
        branch = f"step after a {'right' if facts.told else 'wrong'} proposal"
    else:
        branch = "step towards the label"
    length = number(float(np.linalg.norm(step)))
    equations = []
    if facts.additive:
        for k in (int(np.argmax(facts.tau)), int(np.argmin(facts.tau))):
            numbers = f"{number(facts.s[k])} + {term(facts.tau[k])} · {number(facts.x2)}"
            by_formula = facts.s[k] + facts.tau[k] * facts.x2
            formula = f"new s_k = s_k + τ_k·‖x‖² for k = {facts.names[k]}"
            equations.append(equation(facts, formula, numbers, facts.s_after[k], by_formula))
    return Explanation(branch, f"Moved {who or 'the weights'} by ‖ΔW‖ = {length} in all.", tuple(equations))
