"""Sentences about a sweep or a run, computed from its result."""

from collections.abc import Iterable

import numpy as np

from cspa_explore.experiments.plan import Plan
from cspa_explore.learners import LearnerText
from cspa_explore.learners.branch import AnyLearner
from cspa_explore.learners.text import param_of
from cspa_explore.results.comparisons import paired_difference
from cspa_explore.results.run import RunResult
from cspa_explore.results.sweep import SweepResult
from cspa_explore.streams.stream import Stream
from cspa_explore.theory.ranges import ROUNDING, figure_limit, landmarks, part_of_range
from cspa_explore.wording import counted

NEAR = 0.01  # one percentage point: values this close to the best count as equally good
SLOW = 0.05  # share of rounds by which a β beyond the theory range must be better to be mentioned
FLAT = 0.02  # if all means lie within this range, the parameter hardly matters


def short(value: float) -> str:
    """Return the number with three significant digits and with commas, without an exponent if it is not extreme.

    >>> short(100000), short(1 / 3), short(0.0002), short(1e-9)
    ('100,000', '0.333', '0.0002', '1e-09')
    """
    text = f"{value:.3g}"
    return f"{float(text):,.12f}".rstrip("0").rstrip(".") if 1e-6 <= abs(value) < 1e12 or value == 0 else text


def value_words(value: float, K: int = 0) -> str:
    """Return a value as text. With K, a part of 1/(K−1) is a fraction, unless its decimal is short.

    >>> value_words(1 / 9, 10), value_words(1 / 9), value_words(0.25, 10), value_words(1 / 12, 4)
    ('1/9', '0.111', '0.25', '1/12')
    """
    text = short(value)
    if not K or len(text) <= 4:
        return text
    exact = abs(float(text.replace(",", "")) - value) < ROUNDING
    marks = landmarks(K) if exact else (part_of_range(K, value),)
    return next((str(mark) for mark in marks if mark.denominator > 1 and abs(float(mark) - value) < ROUNDING), text)


def value_name(plan: Plan, value: float) -> str:
    """Return a value of the swept parameter as text; of β, a part of the theory range is a fraction."""
    return value_words(value, plan.stream.n_classes if plan.param == "beta" else 0)


def value_names(plan: Plan) -> list[str]:
    """Return the swept values as texts."""
    return [value_name(plan, value) for value in plan.values]


def reading(result: SweepResult) -> list[str]:
    """Return one sentence per played σ: the best value, the values within a point of it, and the worst value."""
    symbol = param_of(result.learner.spec, result.param).symbol
    found = []
    for sigma, row in zip(result.sigmas, result.mean, strict=True):
        known = np.flatnonzero(~np.isnan(row))
        if len(known) < 2:
            continue
        values, means = np.array(value_names(result.plan))[known], row[known]
        start = f"σ={sigma:g}: "
        if means.max() - means.min() <= FLAT:
            found.append(f"{start}{symbol} hardly matters, {_percent(means.min())} to {_percent(means.max())} %.")
            continue
        low, high = plateau(means)
        best = int(np.argmax(means))
        near = np.flatnonzero(means >= means[best] - NEAR)
        groups = runs(tuple(int(place) for place in near if not low <= place <= high))
        apart = [values[a] + (f" to {values[b]}" if b > a else "") for a, b in groups]
        good = f"within a point of it from {symbol}={values[low]} to {values[high]}" if high > low else ""
        if apart:
            good += f"{' and' if good else 'within a point of it'} at {', '.join(apart)}"
        good = good or "no other value comes within a point of it"
        worst = int(np.argmin(means))
        text = f"{start}best {_percent(means[best])} % at {symbol}={values[best]}, {good}; "
        found.append(f"{text}worst {_percent(means[worst])} % at {symbol}={values[worst]}.")
    return found


def runs(places: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return the first and last of each run of consecutive indices.

    >>> runs((2, 3, 4, 7))
    [(2, 4), (7, 7)]
    """
    found: list[tuple[int, int]] = []
    for place in places:
        if found and found[-1][1] == place - 1:
            found[-1] = (found[-1][0], place)
        else:
            found.append((place, place))
    return found


def plateau(means: np.ndarray) -> tuple[int, int]:
    """Return the first and last index of the consecutive values around the best that are within a point of it.

    >>> plateau(np.array([0.5, 0.92, 0.93, 0.925, 0.7, 0.93]))
    (1, 3)
    """
    best = int(np.argmax(means))
    near = means >= means[best] - NEAR
    low = high = best
    while low > 0 and near[low - 1]:
        low -= 1
    while high < len(means) - 1 and near[high + 1]:
        high += 1
    return low, high


def range_reading(result: SweepResult) -> str:
    """Return a sentence about the theory range 0 < β ≤ 1/(K−1) for all σ at which β matters.

    It states two facts per σ: whether the best β lies inside the range, and how many points the worst β inside and
    outside loses to the best. It is empty if no such σ has been played on both sides.
    """
    K = result.stream.n_classes
    edge = float(figure_limit(K))
    inside = np.array(result.values) <= edge + 1e-12
    best: dict[str, list[str]] = {"inside": [], "outside": []}
    lost: list[tuple[str, float, float]] = []
    for sigma, row in zip(result.sigmas, result.mean, strict=True):
        if np.isnan(row[inside]).all() or np.isnan(row[~inside]).all():
            continue
        if np.nanmax(row) - np.nanmin(row) <= FLAT:
            continue
        top, best_in, best_out = np.nanmax(row), np.nanmax(row[inside]), np.nanmax(row[~inside])
        best["inside" if best_in >= best_out else "outside"].append(f"σ={sigma:g}")
        lost.append((f"σ={sigma:g}", *(100 * (top - np.nanmin(row[part])) for part in (inside, ~inside))))
    if not lost:
        return ""
    where = " and ".join(f"{side} it at {', '.join(sigmas)}" for side, sigmas in best.items() if sigmas)
    most, beyond = (", ".join(f"{row[place]:.1f} points at {row[0]}" for row in lost) for place in (1, 2))
    return (
        f"Theory range, β ≤ {figure_limit(K)} for {K} classes: the best β lies {where}. The worst choice inside the "
        f"range costs {most}; outside it: {beyond}."
    )


def slow_theory(result: RunResult) -> str:
    """Return a sentence that says how slowly CSPA learns with a β of the theory range; empty if it does not.

    It compares the first CSPA inside the range 0 < β ≤ 1/(K−1) with the best CSPA beyond it. The difference must be at
    least five points and, with several seeds, its confidence interval must lie above 0.
    """
    K = result.stream.n_classes
    edge = float(figure_limit(K)) + 1e-12
    pairs = zip(result.names, result.results, strict=True)
    cspa = [(name, r) for name, r in pairs if r.learner.key == "cspa" and isinstance(r.learner, LearnerText)]
    inside = [(name, r) for name, r in cspa if r.learner.hyper(K).beta <= edge]
    beyond = [(name, r) for name, r in cspa if r.learner.hyper(K).beta > edge]
    if not inside or not beyond or not len(result.seeds) or result.stream.noisy:  # the theory needs true answers
        return ""
    (slow, a), (fast, b) = inside[0], max(beyond, key=lambda pair: pair[1].mean)
    gain = paired_difference(b, a)
    if gain.mean < SLOW or gain.low <= 0:  # with one seed there is no interval: NaN
        return ""
    after = counted(result.stream.n_rounds, "round")
    return (
        f"The theory's β learns slowly here: after {after} {slow} is right in {a.words}, {fast} in {b.words} "
        f"(the theory covers β ≤ {figure_limit(K)} for {K} classes)."
    )


def truly_told(stream: Stream, learners: Iterable[AnyLearner]) -> str:
    """Return which learners noisy answers do not concern; empty if there are none, or no noisy answers.

    >>> truly_told(Stream("iris", noisy=0.1), [LearnerText.of("cspa"), LearnerText.of("spa")])
    'Noisy answers concern partial feedback only: SPA (full feedback) is told the true label in every round.'
    """
    full = list(dict.fromkeys(text.words_for(stream.n_classes) for text in learners if text.spec.feedback == "full"))
    if not stream.noisy or not full:
        return ""
    who = f"{', '.join(full)} {'are' if full[1:] else 'is'}"
    return f"Noisy answers concern partial feedback only: {who} told the true label in every round."


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"
