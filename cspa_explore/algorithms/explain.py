"""What one round meant, in words and numbers: what an algorithm's `explain` is given and what it returns.

An explanation computes nothing that the engine computed already: every result it shows is the engine's, and the
formula beside it is evaluated once more only to say whether the two agree.

`explain(facts) -> Explanation` is optional in a Spec; `plain` speaks for algorithms without one.
"""

import re
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from math import ceil, log10
from typing import Any, NamedTuple

import numpy as np

CLOSE = 1e-9  # of the size of the numbers involved: rounding, not another rule
DIGITS = 4  # that numbers are shown with
SMALL = 0.02  # a result below this share of the numbers that it is a difference of needs more
_DIGITS = ContextVar("digits", default=DIGITS)


@dataclass(frozen=True, eq=False)
class Facts:
    """A round as the engine played it. Scores, weights and τ are centred where the learner shows them so."""

    alg: Any  # the hyper-parameters
    names: tuple[str, ...]  # of the classes
    x: np.ndarray  # (d,)
    x2: float  # ‖x‖²
    s: np.ndarray  # (K,) scores before the update
    s_after: np.ndarray  # (K,)
    q: np.ndarray  # (K,) Σ_r x_r²/A_kr, where there is an A
    p: np.ndarray  # (K,) what the rule kept: the distribution it drew from, or its bounds
    W: np.ndarray  # (K, d) before the update
    W_after: np.ndarray  # (K, d)
    A: np.ndarray | None  # (K, d)
    A_after: np.ndarray | None  # (K, d)
    y_hat: int
    y_tilde: int
    told: bool | int  # right or wrong; the label under full feedback
    y: int | None  # the label; None if "wrong" was supposed and no label with it
    tau: np.ndarray  # (K,) long form
    written: np.ndarray  # (K,) τ as the rule wrote it, not centred
    c: np.ndarray  # (K,)
    loss: float
    additive: bool  # W += τ xᵀ

    @property
    def K(self) -> int:
        """Return the number of classes."""
        return len(self.s)

    @property
    def size(self) -> float:
        """Return the size of the numbers of this round: what rounding is measured against."""
        return 1.0 + float(max(np.abs(self.s).max(), np.abs(self.s_after).max(), np.abs(self.W_after).max()))

    def rivals(self, y: int) -> np.ndarray:
        """Return the classes other than y."""
        return np.flatnonzero(np.arange(self.K) != y)


class Equation(NamedTuple):
    """A formula, the same with this round's numbers, and the engine's result."""

    formula: str
    numbers: str
    result: float
    holds: bool  # the formula, evaluated without rounding, gives the engine's result


class Invariant(NamedTuple):
    """Something that should be true of the round, and whether it is."""

    name: str
    value: str
    holds: bool


@dataclass(frozen=True, eq=False)
class Support:
    """The support-class step seen as water in a basin: losses above the line are cut down to it."""

    y: int  # the class the step is for
    losses: np.ndarray  # (K,) ℓ_i = max(0, 1 + s_i − s_y); NaN for y
    inside: np.ndarray  # (K,) bool: the support class S
    line: float  # a


@dataclass(frozen=True, eq=False)
class Explanation:
    """One case of an algorithm's rule, with the round's numbers."""

    branch: str  # the case, in a few words
    learnt: str  # a sentence
    equations: tuple[Equation, ...] = ()
    invariants: tuple[Invariant, ...] = ()
    support: Support | None = None
    predicted: str = ""  # a sentence, where ŷ is not simply the class with the highest score
    proposed: str = ""  # a sentence, where ỹ ≠ ŷ has another reason than a draw


# Numbers and checks


def number(value: float) -> str:
    """Return the number as it is shown.

    >>> number(-0.123456), number(1e-17), number(12)
    ('−0.1235', '0', '12')
    """
    return "0" if abs(value) < 1e-12 else f"{value:.{_DIGITS.get()}g}".replace("-", "−")


def explained(explain: Callable[[Facts], Explanation], facts: Facts) -> Explanation:
    """Return the explanation, its numbers with so many digits that a pocket calculator comes to the same results.

    Four are enough unless a result is much smaller than the numbers that it is the difference of.
    """
    found = explain(facts)
    shrunk = max(map(_shrunk, found.equations), default=1.0)
    if shrunk * SMALL <= 1:
        return found
    before = _DIGITS.set(DIGITS + ceil(log10(shrunk)))
    try:
        return explain(facts)
    finally:
        _DIGITS.reset(before)


def _shrunk(equation: Equation) -> float:
    """Return how many times as large as the result the largest rounded number is that it is a sum or difference of."""
    rounded = [float(text) for text in re.findall(r"\d+\.\d+(?:e[+-]?\d+)?", equation.numbers.replace("−", "-"))]
    sums = re.search(r" [+−] ", equation.numbers)
    return max(rounded) / abs(equation.result) if rounded and sums and abs(equation.result) > CLOSE else 1.0


def term(value: float) -> str:
    """Return the number as it stands inside a formula: a negative one in brackets."""
    text = number(value)
    return f"({text})" if text.startswith("−") else text


def equation(facts: Facts, formula: str, numbers: str, result: float, by_formula: float) -> Equation:
    """Return the equation; it holds if the formula gives the engine's result."""
    return Equation(formula, numbers, float(result), _close(result, by_formula, facts.size))


def equal(facts: Facts, name: str, value: float, target: float) -> Invariant:
    """Return the invariant value = target."""
    holds = _close(value, target, facts.size)
    return Invariant(name, f"{number(value)} {'=' if holds else '≠'} {number(target)}", holds)


def vanishes(facts: Facts, name: str, values: np.ndarray, size: float = 0.0) -> Invariant:
    """Return the invariant that all values are 0, up to rounding; the largest is shown."""
    largest = float(np.abs(values).max()) if values.size else 0.0
    text = "exactly 0" if largest == 0 else f"largest {largest:.0e}".replace("-", "−")
    return Invariant(name, text, bool(largest <= CLOSE * max(facts.size, size)))


def rows_unchanged(facts: Facts, name: str, but: tuple[int, ...] = ()) -> Invariant:
    """Return the invariant that no weights change, except for some classes'."""
    others = [k for k in range(facts.K) if k not in but]
    return vanishes(facts, name, (facts.W_after - facts.W)[others])


def _close(a: float, b: float, size: float) -> bool:
    return bool(abs(a - b) <= CLOSE * max(size, abs(a), abs(b)))


# For algorithms that do not explain themselves


def plain(facts: Facts) -> Explanation:
    """Return what can be said of any algorithm: what moved, and by how much."""
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
