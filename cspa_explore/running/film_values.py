"""The values that sliders offer: of a parameter and of σ, at which a film is computed, and their places on a slider.

Apart from the current value, the values do not depend on the current one: after a drag from one of them to another, the
film is still the right one.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from math import inf, log10, sqrt

from cspa_explore.algorithms import Param
from cspa_explore.algorithms.expression import Expression
from cspa_explore.datasets import Info
from cspa_explore.datasets.spec import Sigmas
from cspa_explore.learners.branch import AnyLearner, Branch, with_param
from cspa_explore.learners.text import param_of
from cspa_explore.theory.ranges import landmarks

MOST_VALUES, MOST_SIGMAS = 24, 8
STEPS = 20  # of a linear scale
SMALL = 0.02  # of a linear scale: the first value, where the low end itself is not allowed
SHARES = (0.05, 0.1, 0.2, 0.3, 0.5, 0.75)  # of the largest σ
ZERO = 0.06  # of a log scale, left of the smallest positive value, where 0 has its place


def handle_values(item: AnyLearner, name: str, K: int, most: int = MOST_VALUES) -> tuple[str, ...]:
    """Return the values to which a handle sets a learner's parameter; in a branch, for the rounds after its change.

    The value with which a branch would go on as before is left out: there would be no branch any more.

    >>> from cspa_explore.learners.branch import learner_of
    >>> handle_values(learner_of("cspa(beta=1/6)@600(beta=1)"), "beta", 4, 6)
    ('0.02', '1/3', '0.5', '2/3', '1')
    """
    text = item.then if isinstance(item, Branch) else item
    names = [param.name for param in text.spec.params]
    values = film_values(param_of(text.spec, name), K, str(text.values[names.index(name)]), most)
    if not isinstance(item, Branch):
        return values
    return tuple(value for value in values if isinstance(with_param(item, name, value), Branch))


@lru_cache(maxsize=256)
def film_values(param: Param, K: int, current: str, most: int = MOST_VALUES) -> tuple[str, ...]:
    """Return at most so many values as texts, ascending, and the current one.

    >>> from cspa_explore.algorithms import ALGORITHMS
    >>> film_values(ALGORITHMS["cspa"].params[0], 4, "0.37")[:6]
    ('0.02', '0.05', '0.1', '0.15', '1/6', '0.2')
    """
    small = [f"{param.low + SMALL * (param.high - param.low):g}"] if _has_landmarks(param) else []
    found = param_values(param, K, STEPS, small)
    kept = {round(Expression.parse(text)(K), 12) for text in (*_landmarks(param, K), *small)} & set(found)
    scale: Callable[[float], float] = float if param.scale == "linear" else log10
    chosen = {value: found[value] for value in thinned(found, kept, most, scale)}
    now = round(Expression.parse(current)(K), 12)
    chosen[now] = current
    return tuple(chosen[value] for value in sorted(chosen))


def film_sigmas(info: Info, current: float, most: int = MOST_SIGMAS) -> tuple[float, ...]:
    """Return at most so many values of σ, ascending and denser where σ is small, and the current one.

    >>> from cspa_explore.datasets import describe
    >>> film_sigmas(describe("gaussians4"), 0.3)
    (0.0, 0.05, 0.1, 0.25, 0.3, 0.5, 1.0, 1.5, 2.0)
    """
    return _film_sigmas(info.sigmas, current, most)


@lru_cache(maxsize=256)
def _film_sigmas(sigmas: Sigmas, current: float, most: int) -> tuple[float, ...]:
    between = {float(f"{sigmas.high * share:.2g}") for share in SHARES}
    some = thinned({0.0, sigmas.high, *sigmas.figure, *between}, {0.0, sigmas.high, *sigmas.figure}, most, sqrt)
    return tuple(sorted({*some, current}))


def thinned(values: Iterable[float], kept: set[float], most: int, scale: Callable[[float], float]) -> list[float]:
    """Return at most so many values: the ends, the kept ones, then always the one that lies farthest from the others.

    >>> thinned(range(9), {1}, 4, float)
    [0, 1, 4, 8]
    """
    left = sorted(values)
    first = [left[0], left[-1], *sorted(kept)] if left else []
    chosen = list(dict.fromkeys(first))[:most]
    left = [value for value in left if value not in chosen]
    while left and len(chosen) < most:
        next_one = max(left, key=lambda value: min(abs(scale(value) - scale(other)) for other in chosen))
        chosen.append(next_one)
        left.remove(next_one)
    return sorted(chosen)


def places(numbers: Iterable[float], scale: str, low: float, high: float) -> list[float]:
    """Return where the numbers lie on a slider from low to high, each from 0 to 1; on a log scale, 0 lies at the left.

    >>> places([0, 0.01, 1], "log", 0, 1)
    [0.0, 0.06, 1.0]
    """
    found = list(numbers)
    if scale == "linear":
        return [(value - low) / (high - low) for value in found]
    least = min(value for value in found if value > 0)
    start = ZERO if 0 in found else 0.0
    wide = log10(high / least) or 1.0
    return [start + (1 - start) * log10(value / least) / wide if value > 0 else 0.0 for value in found]


def param_values(param: Param, K: int, steps: int, also: Iterable[str] = ()) -> dict[float, str]:
    """Return the values that a slider of the parameter may offer: texts by number, ascending.

    They are the landmarks of CSPA's β, those `also` given, and round numbers: on a linear scale so many equal steps, on
    a log scale 1, 2 and 5 times powers of ten. Of several texts for one number, the first is kept.

    >>> from cspa_explore.algorithms import ALGORITHMS
    >>> list(param_values(ALGORITHMS["cspa"].params[0], 4, 2, ["0.9"]).values())
    ['1/6', '1/3', '0.5', '2/3', '0.9', '1']
    """
    texts = [*_landmarks(param, K), *also]
    if param.scale == "linear" and param.high < inf:
        texts += [f"{param.low + (param.high - param.low) * i / steps:g}" for i in range(steps + 1)]
    else:
        values = param.values(K)
        low, high = 0.999 * min(values) / 10, 1.001 * max(values) * 10
        texts += [f"{m * 10.0**e:g}" for e in range(-9, 10) for m in (1, 2, 5) if low <= m * 10.0**e <= high]
    found: dict[float, str] = {}
    for rule in map(Expression.parse, texts):
        if param.allows(value := rule(K)):
            found.setdefault(round(value, 12), str(rule))  # as a learner writes it
    return dict(sorted(found.items()))


def _landmarks(param: Param, K: int) -> list[str]:
    return [str(value) for value in landmarks(K)] if _has_landmarks(param) else []


def _has_landmarks(param: Param) -> bool:
    return param.name == "beta" and param.scale == "linear"
