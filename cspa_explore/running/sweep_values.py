"""The values of a parameter that a sweep plays, and the candidates' first free parameter."""

from cspa_explore.algorithms import AlgorithmSpec, Param
from cspa_explore.learners import LearnerText
from cspa_explore.learners.text import param_of, value_for
from cspa_explore.theory.ranges import figure_limit, landmarks

SHARES = (0.125, 0.25, 0.75, 1.5)  # of 1/(K−1), beside the landmarks: the curve is fine inside the theory range
SMALL = 0.02
STEPS = (*(i / 20 for i in range(1, 11)), 0.6, 0.7, 0.8, 0.9, 1.0)
EQUAL_STEPS = 20
SAME = 1e-9  # relative difference up to which two values are the same


def sweep_values(param: Param, K: int) -> tuple[float, ...]:
    """Return values for a smooth curve: β in steps of 0.05 and 0.1 plus parts of 1/(K−1), others 1, 2, 5 per decade.

    A parameter whose grid begins with 0, such as κ, has equal steps.

    >>> from cspa_explore.algorithms import ALGORITHMS
    >>> sweep_values(ALGORITHMS["cspa"].params[0], 26)[:8]
    (0.005, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08)
    """
    if param.name == "beta" and param.high == 1:
        edge = float(figure_limit(K))
        parts = (*map(float, landmarks(K)), *(share * edge for share in SHARES))
        found = {SMALL, *STEPS, *(min(1.0, value) for value in parts)}
    elif param.scale == "linear" and 0 in param.values(K):
        found = {*param.values(K), *(param.high * i / EQUAL_STEPS for i in range(EQUAL_STEPS + 1))}
    else:
        grid = [value for value in param.values(K) if value > 0]
        decades = [m * 10.0**e for e in range(-9, 10) for m in (1, 2, 5)]
        found = {v for v in decades if 0.999 * min(grid) <= v <= 1.001 * max(grid)} | set(grid)
    return tuple(sorted({round(v, 12) for v in found if param.allows(v)}))


def with_value(values: tuple[float, ...], value: float) -> tuple[float, ...]:
    """Return the values with one more, unless it is among them already.

    >>> with_value((0.1, 1.0), 1 / 3), with_value((0.333333333333, 1.0), 1 / 3)
    ((0.1, 0.3333333333333333, 1.0), (0.333333333333, 1.0))
    """
    return values if place_of(values, value) is not None else tuple(sorted((*values, value)))


def place_of(values: tuple[float, ...], value: float) -> int | None:
    """Return the index of a value, which may differ by rounding; None if it is not there."""
    return next((j for j, other in enumerate(values) if abs(other - value) <= SAME * max(abs(other), 1e-9)), None)


def value_of(learner: LearnerText, param: str, K: int) -> float:
    """Return the value of a learner's parameter for K classes."""
    return float(getattr(learner.hyper(K), param_of(learner.spec, param).name))


def value_text(learner: LearnerText, param: str, K: int) -> str:
    """Return the value of a learner's parameter as written; an expression in K as its value for K classes."""
    names = [param.name for param in learner.spec.params]
    return value_for(learner.values[names.index(param_of(learner.spec, param).name)], K)


def free_params(spec: AlgorithmSpec) -> list[Param]:
    """Return the parameters that can be swept: those with a grid that do not shape the starting state."""
    return [param for param in spec.params if not param.initial and len(param.grid) > 1]
