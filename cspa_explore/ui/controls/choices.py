"""The values that a parameter's slider in the sidebar offers."""

from cspa_explore.algorithms import Param
from cspa_explore.algorithms.expression import Expression
from cspa_explore.running.film_values import param_values

FINE = 100  # steps of a slider with a linear scale


def choices(param: Param, K: int, current: str) -> list[str]:
    """Return the slider's values as texts, ascending: the grid, round numbers, and the current value.

    >>> from cspa_explore.algorithms import ALGORITHMS
    >>> choices(ALGORITHMS["banditron"].params[0], 4, "0.05")[-3:]
    ['0.5', '0.6', '1']
    """
    found = param_values(param, K, FINE, [_plain(text, K) for text in param.texts(K)])
    found[round(Expression.parse(current)(K), 12)] = current
    return [found[value] for value in sorted(found)]


def _plain(text: str, K: int) -> str:
    """Return the value without an exponent or a power where `:g` allows it: 0.02, not 2e-2."""
    return f"{Expression.parse(text)(K):g}" if "e" in text or "^" in text else text
