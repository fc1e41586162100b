"""Ratios in percent and differences of ratios in points, as words."""

import numpy as np

from cspa_explore.results.comparisons import CONFIDENCE, Difference

NEGLIGIBLE = 0.0005  # a share that is shown as 0.0 points


def mean_words(mean: float, sd: float) -> str:
    """Return "79.9 ± 0.5 %", without the sd if it is NaN."""
    spread = "" if np.isnan(sd) else f"\u00a0±\u00a0{100 * sd:.1f}"
    return f"{100 * mean:.1f}{spread}\u00a0%"


def cost_words(lost: float) -> str:
    """Return a loss in points; a negative one, or one that would be shown as 0.0, is not measurable.

    >>> cost_words(0.031), cost_words(0.0004), cost_words(-0.003)
    ('3.1 points', 'nothing measurable', 'nothing measurable')
    """
    return f"{points(lost)} points" if lost >= NEGLIGIBLE else "nothing measurable"


def points(share: float) -> str:
    """Return a difference of shares in points, with a minus sign and without a negative zero.

    >>> points(-0.0312), points(-0.0001), points(0.048)
    ('−3.1', '0.0', '4.8')
    """
    return f"{round(100 * share, 1) + 0.0:.1f}".replace("-", "−")


def interval_words(cost: Difference) -> str:
    """Return the interval of a difference in points."""
    if not np.isfinite(cost.low):
        return "one seed: no interval"
    interval = f"{points(cost.low)} to {points(cost.high)}"
    return f"{100 * CONFIDENCE:.0f} % interval {interval}, paired over {cost.trials} seeds"
