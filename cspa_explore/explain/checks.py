"""Numbers as text, formulas checked against the engine's results, and invariants of a round.

An explanation computes nothing that the engine computed already: every result that it shows is the engine's, and the
formula beside it is evaluated once more only to say whether the two agree.
"""

import re
from collections.abc import Callable
from contextvars import ContextVar
from math import ceil, floor, isfinite, log10

import numpy as np

from cspa_explore.explain.facts import Equation, Explanation, Facts, Invariant

CLOSE = 1e-9  # relative to the numbers involved: a larger difference is not rounding
DIGITS = 4  # shown, unless cancellation needs more
MOST_DIGITS = 17  # a double has no more
SMALL = 0.02  # a result below this share of its operands is shown with more digits
_DIGITS = ContextVar("digits", default=DIGITS)


def number(value: float) -> str:
    """Return the number as text.

    >>> number(-0.123456), number(1e-17), number(12)
    ('−0.1235', '0', '12')
    """
    return "0" if abs(value) < 1e-12 else f"{value:.{_DIGITS.get()}g}".replace("-", "−")


def with_enough_digits(explain: Callable[[Facts], Explanation], facts: Facts) -> Explanation:
    """Return the explanation with enough digits that a pocket calculator gives the results it shows.

    Four are enough unless a result is much smaller than its operands.
    """
    found = explain(facts)
    cancelled = max(map(_cancellation, found.equations), default=1.0)
    if cancelled * SMALL <= 1:
        return found
    before = _DIGITS.set(min(DIGITS + ceil(log10(cancelled)), MOST_DIGITS))
    try:
        return explain(facts)
    finally:
        _DIGITS.reset(before)


def _cancellation(equation: Equation) -> float:
    """Return the cancellation factor of a sum or difference: largest rounded operand / result."""
    rounded = [float(text) for text in re.findall(r"\d+\.\d+(?:e[+-]?\d+)?", equation.numbers.replace("−", "-"))]
    sums = re.search(r" [+−] ", equation.numbers)
    return max(rounded) / abs(equation.result) if rounded and sums and abs(equation.result) > CLOSE else 1.0


def term(value: float) -> str:
    """Return the number as text inside a formula: a negative one in brackets."""
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
    """Return the invariant that all values are 0, up to rounding; a bound of the largest is shown."""
    largest = float(np.abs(values).max()) if values.size else 0.0
    if not isfinite(largest):  # an extreme parameter made the weights overflow
        return Invariant(name, "not a number", False)
    text = "exactly" if largest == 0 else f"error ≤ {_bound(largest)}"
    return Invariant(name, text, bool(largest == 0 or largest <= CLOSE * max(facts.size, size)))


def _bound(value: float) -> str:
    """Return the value rounded up to one digit.

    >>> _bound(6.1e-17), _bound(9.9e-17), _bound(0.25)
    ('7e−17', '1e−16', '3e−1')
    """
    exponent = floor(log10(value))
    digit = ceil(value / 10.0**exponent)
    digit, exponent = (1, exponent + 1) if digit == 10 else (digit, exponent)
    return f"{digit}e{exponent}".replace("-", "−")


def rows_unchanged(facts: Facts, name: str, but: tuple[int, ...] = ()) -> Invariant:
    """Return the invariant that no weights change, except those of the classes `but`."""
    others = [k for k in range(facts.K) if k not in but]
    return vanishes(facts, name, (facts.W_after - facts.W)[others])


def _close(a: float, b: float, size: float) -> bool:
    return bool(abs(a - b) <= CLOSE * max(size, abs(a), abs(b)))
