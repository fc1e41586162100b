"""The values that a parameter's slider offers, and the position of any value on the slider."""

from cspa_explore.algorithms import Param
from cspa_explore.algorithms.expression import Expression
from cspa_explore.theory.ranges import landmarks

FINE = 100  # steps of a slider with a linear scale


def choices(param: Param, K: int, current: str) -> list[str]:
    """Return the slider's values as texts, ascending: the grid, steps between, and the current value.

    >>> from cspa_explore.algorithms import ALGORITHMS
    >>> choices(ALGORITHMS["banditron"].params[0], 4, "0.05")[-3:]
    ['0.5', '0.6', '1']
    """
    fractions = [str(value) for value in landmarks(K)] if param.name == "beta" else []
    texts = [current, *fractions, *param.texts(K)]
    if param.scale == "linear" and param.high < float("inf"):
        texts += [f"{param.low + (param.high - param.low) * i / FINE:g}" for i in range(FINE + 1)]
    else:
        values = param.values(K)
        low, high = min(values) / 10, max(values) * 10
        texts += [f"{m}e{e}" for e in range(-9, 10) for m in (1, 2, 5) if low <= m * 10.0**e <= high]
    found: dict[float, str] = {}
    for text in texts:  # of several texts for one value, the first is kept
        value = Expression.parse(text)(K)
        inside = (value > param.low or param.low_allowed) and (value < param.high or param.high_allowed)
        if inside and param.low <= value <= param.high:
            found.setdefault(round(value, 12), _plain(text, value))
    found[round(Expression.parse(current)(K), 12)] = current
    return [found[value] for value in sorted(found)]


def _plain(text: str, value: float) -> str:
    """Return the value without an exponent or a power where `:g` allows it: 0.02, not 2e-2."""
    return f"{value:g}" if "e" in text or "^" in text else text


def position(options: list[str], K: int, value: float) -> float:
    """Return the position of a value on the slider, from 0 to 1; the options are equally spaced."""
    numbers = [Expression.parse(text)(K) for text in options]
    if value <= numbers[0]:
        return 0.0
    for i in range(1, len(numbers)):
        if value <= numbers[i]:
            between = (value - numbers[i - 1]) / (numbers[i] - numbers[i - 1])
            return (i - 1 + between) / (len(numbers) - 1)
    return 1.0
