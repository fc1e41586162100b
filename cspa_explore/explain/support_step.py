"""The support-class step in words: shared by SPA, which is told the label, and by CSPA's right proposals."""

import numpy as np

from cspa_explore.core.vectors import max_except, water_line
from cspa_explore.explain.checks import CLOSE, equal, equation, number, rows_unchanged, term, vanishes
from cspa_explore.explain.facts import Equation, Explanation, Facts, Invariant, Support


def explain_support(f: Facts, y: int, reversed_signs: bool = False) -> Explanation:
    """Return the step for true class y; with reversed signs it is the one that the paper prints."""
    loss = _loss(f, y)
    support = _support(f, y)
    if f.loss <= 0.0:
        sentence = f"Class {f.names[y]} already leads every other class by at least 1: nothing changed."
        kept = rows_unchanged(f, "no weights changed")
        return Explanation("nothing to learn: margin reached", sentence, (loss,), (_margin(f, y), kept), support)
    S = np.flatnonzero(support.inside)
    if reversed_signs:
        branch, verbs = "support-class step with the printed, reversed signs", ("down", "up")
    else:
        branch, verbs = "support-class step", ("up", "down")
    sentence = (
        f"Moved class {f.names[y]} {verbs[0]} by {number(support.line)} "
        f"and {_listed([f.names[i] for i in S])} {verbs[1]}: "
        f"the lead of {f.names[y]} went from {number(_lead(f.s, y))} to {number(_lead(f.s_after, y))}."
    )
    equations = (loss, *_equations(f, y, S, support, -1.0 if reversed_signs else 1.0))
    return Explanation(branch, sentence, equations, _invariants(f, y, S, support, reversed_signs), support)


def _support(f: Facts, y: int) -> Support:
    """Return S and the line, read off the engine's τ: τ_y = a/‖x‖² and τ_i ≠ 0 for i ∈ S."""
    losses = np.maximum(0.0, 1.0 + f.s - f.s[y])
    losses[y] = np.nan
    inside = f.written != 0.0
    inside[y] = False
    return Support(y, losses, inside, abs(float(f.written[y])) * f.x2)


def _loss(f: Facts, y: int) -> Equation:
    top = max_except(f.s, y)
    numbers = f"max(0, 1 + {term(top)} − {term(f.s[y])})"
    return equation(
        f, f"ℓ = max(0, 1 + max_{{i≠{_letter(f)}}} s_i − s_{_letter(f)})", numbers, f.loss, max(0.0, 1 + top - f.s[y])
    )


def _equations(f: Facts, y: int, S: np.ndarray, support: Support, sign: float) -> list[Equation]:
    losses, a = support.losses[S], support.line
    total = " + ".join(map(number, losses)) if len(S) <= 6 else number(losses.sum())
    minus, plus = ("−", "") if sign > 0 else ("", "−")
    first = S[np.argmax(losses)]
    loss = losses.max()
    return [
        equation(f, "a = Σ_S ℓ_j/(|S| + 1)", f"({total}) / ({len(S)} + 1)", a, water_line(f.s, y)),
        equation(f, f"τ_{_letter(f)} = {plus}a/‖x‖²", f"{plus}{number(a)} / {number(f.x2)}", f.tau[y], sign * a / f.x2),
        equation(
            f,
            f"τ_i = {minus}(ℓ_i − a)/‖x‖² for i = {f.names[first]}",
            f"{minus}({number(loss)} − {number(a)}) / {number(f.x2)}",
            f.tau[first],
            -sign * (loss - a) / f.x2,
        ),
    ]


def _invariants(f: Facts, y: int, S: np.ndarray, support: Support, reversed_signs: bool) -> tuple[Invariant, ...]:
    leads = f.s_after[y] - f.s_after
    rest = np.array([i for i in f.rivals(y) if i not in S], dtype=int)
    found = [_equals_one(f, leads[S])]
    if len(rest):
        lowest = float(leads[rest].min())
        holds = lowest >= 1 - CLOSE * f.size
        text = f"smallest {number(lowest)} {'≥' if holds else '<'} 1"
        found.append(Invariant(f"{_letter(f)} leads the classes outside S by at least 1", text, holds))
        found.append(rows_unchanged(f, "classes outside S did not move", (y, *S)))
    if reversed_signs:
        losses, worse = support.losses[S], 1 - leads[S]
        doubled = vanishes(f, "the losses in S doubled instead", worse - 2 * losses)
        found.append(doubled._replace(value=f"largest {number(losses.max())} → {number(worse.max())}"))
    else:
        found.append(equal(f, "ℓ fell to 0", max(0.0, 1 - float(leads[f.rivals(y)].min())), 0.0))
    cut = float((support.losses[S] - support.line).sum())
    found.append(equal(f, f"what S loses is what {_letter(f)} gains: Σ_S(ℓ_i − a) = a", cut, support.line))
    return tuple(found)


def _equals_one(f: Facts, leads: np.ndarray) -> Invariant:
    worst = float(leads[np.argmax(np.abs(leads - 1))])
    return equal(f, f"{_letter(f)} leads each class of S by exactly 1", worst, 1.0)


def _margin(f: Facts, y: int) -> Invariant:
    lead = _lead(f.s, y)
    holds = lead >= 1 - CLOSE * f.size
    return Invariant(f"{_letter(f)} led every class by at least 1", f"{number(lead)} {'≥' if holds else '<'} 1", holds)


def _letter(f: Facts) -> str:
    """Return ỹ if the step is for the proposal that was right, y if it is for the label."""
    return "ỹ" if isinstance(f.told, bool) else "y"


def _lead(s: np.ndarray, y: int) -> float:
    return float(s[y] - max_except(s, y))


def _listed(names: list[str]) -> str:
    return ", ".join(names) if len(names) <= 6 else f"{len(names)} others"
