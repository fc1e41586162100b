"""The values that a parameter's control offers, and where the theory's range lies among them."""

from cspa_explore.algorithms import Param
from cspa_explore.algorithms.expression import Expression

FINE = 100  # steps of a linear parameter
FRACTIONS = ("1/(2(K-1))", "1/(K-1)", "2/(K-1)")  # of β: half the range, the range, what the proof needs


def choices(param: Param, K: int, current: str) -> list[str]:
    """Return values in ascending order, as text: the grid, steps between, and the current one.

    >>> from cspa_explore.algorithms import ALGORITHMS
    >>> choices(ALGORITHMS["banditron"].params[0], 4, "0.05")[-3:]
    ['0.5', '0.6', '1']
    """
    fractions = [_fraction(text, K) for text in FRACTIONS] if param.name == "beta" else []
    texts = [current, *fractions, *param.texts(K)]
    if param.scale == "linear" and param.high < float("inf"):
        texts += [f"{param.low + (param.high - param.low) * i / FINE:g}" for i in range(FINE + 1)]
    else:
        values = param.values(K)
        low, high = min(values) / 10, max(values) * 10
        texts += [f"{m}e{e}" for e in range(-9, 10) for m in (1, 2, 5) if low <= m * 10.0**e <= high]
    found: dict[float, str] = {}
    for text in texts:  # the first way of writing a value stays
        value = Expression.parse(text)(K)
        inside = (value > param.low or param.low_allowed) and (value < param.high or param.high_allowed)
        if inside and param.low <= value <= param.high:
            found.setdefault(round(value, 12), _plain(text, value))
    found[round(Expression.parse(current)(K), 12)] = current
    return [found[value] for value in sorted(found)]


def _plain(text: str, value: float) -> str:
    """Return 0.02, not 2e-2, where the value is an ordinary number."""
    return f"{value:g}" if "e" in text or "^" in text else text


def _fraction(text: str, K: int) -> str:
    """Return 1/(2(K−1)) for this K, as a person writes it.

    >>> _fraction("1/(2(K-1))", 4), _fraction("2/(K-1)", 3)
    ('1/6', '1')
    """
    below = {"1/(2(K-1))": 2 * (K - 1), "1/(K-1)": K - 1}.get(text)
    if below is None:
        return "1" if K == 3 else f"2/{K - 1}" if K % 2 == 0 else f"1/{(K - 1) // 2}"
    return "1" if below == 1 else f"1/{below}"


def position(options: list[str], K: int, value: float) -> float:
    """Return where a value lies on the control, 0…1: options are equally far apart."""
    numbers = [Expression.parse(text)(K) for text in options]
    if value <= numbers[0]:
        return 0.0
    for i in range(1, len(numbers)):
        if value <= numbers[i]:
            between = (value - numbers[i - 1]) / (numbers[i] - numbers[i - 1])
            return (i - 1 + between) / (len(numbers) - 1)
    return 1.0
