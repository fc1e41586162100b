"""A round of the K perceptrons: which classes claim x, and which of them lose it."""

import numpy as np

from cspa_explore.core.vectors import TIE
from cspa_explore.explain.checks import equal, equation, number, rows_unchanged, term
from cspa_explore.explain.facts import Explanation, Facts


def explain(f: Facts) -> Explanation:
    """Return the claims before the round, and the steps that the answer allows."""
    y, claims = f.y_tilde, np.flatnonzero(f.s >= -TIE)
    moved = np.flatnonzero(f.tau)
    equations = tuple(
        equation(
            f,
            f"new s_k = s_k + τ_k·‖x‖² for k = {f.names[k]}",
            f"{number(f.s[k])} + {term(f.tau[k])} · {number(f.x2)}",
            f.s_after[k],
            f.s[k] + f.tau[k] * f.x2,
        )
        for k in moved[:3]
    )
    invariants = [rows_unchanged(f, "only classes with τ ≠ 0 moved", tuple(int(k) for k in moved))]
    if f.told:
        allowed = {int(k) for k in claims} | {y}
        invariants.append(
            equal(f, "only ỹ and classes that claimed x moved", float(len(set(moved.tolist()) - allowed)), 0.0)
        )
    if len(claims):
        who = ", ".join(f.names[k] for k in claims) if len(claims) <= 6 else f"{len(claims)} classes"
        proposed = f"Proposed class {f.names[y]} (ỹ): of the classes that claim x ({who}), its score is the largest."
    else:
        proposed = f"Proposed class {f.names[y]} (ỹ): no class claims x, so it guessed."
    guessed = "" if len(claims) else "guess, "
    if not len(moved):
        return Explanation(f"{guessed}nothing to learn", "Nothing changed.", (), tuple(invariants), proposed=proposed)
    lost = [f.names[k] for k in moved if f.tau[k] < 0]
    parts = [f"added x to the weights of class {f.names[y]}"] if f.tau[y] > 0 else []
    names = f"class{'es' if lost[1:] else ''} {', '.join(lost)}" if len(lost) <= 6 else f"{len(lost)} classes"
    parts += [f"subtracted x from the weights of {names}"] if lost else []
    sentence = " and ".join(parts)
    step = "wrong: it gives x up" if not f.told else "right: the others give x up" if lost else "right: it gains x"
    learnt = f"{sentence[0].upper()}{sentence[1:]}."
    return Explanation(f"{guessed}{step}", learnt, equations, tuple(invariants), proposed=proposed)
