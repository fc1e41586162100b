"""The chart of a finished game: a person's ratio of right proposals beside those of the learners."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pandas as pd

from cspa_explore.charts.colours import PERSON
from cspa_explore.charts.curves import ratio_curves
from cspa_explore.charts.description import CurveChart, Series
from cspa_explore.results.comparisons import References
from cspa_explore.results.run import RunResult


def turn_chart(
    result: RunResult, lines: References, right: np.ndarray, table: Callable[[], pd.DataFrame]
) -> CurveChart:
    """Return the learners' chart with the person's curve; `right` says for each round whether the person was right."""
    chart = ratio_curves(result, lines)
    x = np.arange(1, len(right) + 1)
    ratio = np.cumsum(right) / x
    you = Series("You", x, ratio, np.full(len(x), np.nan), PERSON, "solid")
    alt = chart.alt.replace("so far: ", f"so far: You {100 * ratio[-1]:.1f}\u00a0%, ", 1)
    return replace(chart, series=(you, *chart.series), alt=alt, table=table)
