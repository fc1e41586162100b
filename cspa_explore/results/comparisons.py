"""Comparisons: paired differences between learners, and the reference lines of a run."""

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from scipy import stats

from cspa_explore.results.run import LearnerResult, RunResult
from cspa_explore.streams.blocks import labels

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Difference:
    """The mean of a − b over the trials that both played, with its confidence interval (Student's t)."""

    mean: float
    low: float
    high: float
    trials: int

    @property
    def words(self) -> str:
        """Return "+12.3 points (95 % interval +11.0 to +13.6)"."""
        text = f"{signed(self.mean)} points"
        if not np.isfinite(self.low):
            return f"{text} (one seed: no interval)"
        return f"{text} ({100 * CONFIDENCE:.0f} % interval {signed(self.low)} to {signed(self.high)})"


def signed(share: float) -> str:
    """Return a difference in points, with its sign and without a negative zero; "–" if there is no number.

    >>> signed(-0.0123), signed(0.5), signed(-0.0001), signed(float("nan"))
    ('−1.2', '+50.0', '+0.0', '–')
    """
    if np.isnan(share):
        return "–"
    text = f"{100 * share:+.1f}"
    return "+0.0" if text == "-0.0" else text.replace("-", "−")


def paired_difference(a: LearnerResult, b: LearnerResult) -> Difference:
    """Return the difference of the ratios a − b, paired by trial: both learners saw the same rows."""
    return mean_difference(a.ratio - b.ratio)


def mean_difference(d: np.ndarray) -> Difference:
    """Return the mean of paired differences, one per trial, with its confidence interval."""
    n = len(d)
    if n < 2:
        return Difference(float(d.mean()), float("nan"), float("nan"), n)
    half = float(stats.t.ppf((1 + CONFIDENCE) / 2, n - 1) * d.std(ddof=1) / np.sqrt(n))
    return Difference(float(d.mean()), float(d.mean()) - half, float(d.mean()) + half, n)


class References(NamedTuple):
    """Reference values for a ratio."""

    chance: float  # 1/K
    majority: float  # the ratio of always proposing the most frequent class
    best: float | None  # the best possible ratio, or None if it cannot be computed
    best_name: str
    full: float | None  # the ratio of SPA, which is told the true label; None if it did not play


def references(result: RunResult, full: LearnerResult | None = None) -> References:
    """Return the reference values of a run; `full` is SPA's result if SPA is not among the run's learners."""
    stream = result.stream
    y = labels(replace(stream, seed=result.seeds[0]) if result.seeds else stream)
    majority = float(np.bincount(y).max() / len(y))
    told = full or next((r for r in result.results if r.learner.key == "spa"), None)
    mean = told.mean if told else None
    return References(1 / stream.n_classes, majority, stream.best, stream.spec.best_name, mean)
