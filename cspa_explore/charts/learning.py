"""Learning curves: the ratio of right proposals round by round, of learners that are each at their best."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from cspa_explore.charts.axes import round_axis, share_axis
from cspa_explore.charts.colours import BEST, GREY, looks
from cspa_explore.charts.description import CurveChart, Line, Series


class LearningCurve(NamedTuple):
    """One learner's curve."""

    name: str
    key: str  # of the algorithm
    rounds: np.ndarray
    mean: np.ndarray  # a share per round
    sd: np.ndarray


def learning_curves(
    curves: Sequence[LearningCurve],
    K: int,
    T: int,
    what: str,
    note: str,
    caption: str,
    table: Callable[[], pd.DataFrame],
) -> CurveChart:
    """Return the curves with the line of chance; `what` says which rounds count, `note` what the bands are."""
    styles = looks([curve.key for curve in curves])
    series = [
        Series(curve.name, curve.rounds, curve.mean, curve.sd, colour, dash)
        for curve, (colour, dash) in zip(curves, styles, strict=True)
    ]
    top = max(1 / K, *(float(np.nanmax(one.y + np.nan_to_num(one.sd))) for one in series))
    last = ", ".join(f"{one.name} {100 * one.y[-1]:.1f} %" for one in series)
    return CurveChart(
        series=tuple(series),
        x=round_axis(T, note),
        x_log=round_axis(T, note, log=True),
        y=share_axis(f"% right {what}", top),
        lines=(Line("chance", 1 / K, GREY, "dot"),),
        bands=(),
        caption=caption,
        alt=f"Right proposals {what}: {last}",
        table=table,
    )


def published_line(label: str, mean: float) -> Line:
    """Return the line at a learner's published ratio."""
    return Line(f"{label} in the paper", mean, BEST, "4px,4px")
