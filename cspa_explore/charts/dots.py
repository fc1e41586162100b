"""Published ratios beside ours: one lane per learner, grouped by data set."""

from collections.abc import Callable, Sequence

import pandas as pd

from cspa_explore.charts.axes import FIFTHS_OF_ONE, share_axis
from cspa_explore.charts.colours import looks
from cspa_explore.charts.description import DotChart, DotRow

MARKERS = ("circle", "square", "triangle", "diamond", "hexagon", "pentagon", "wedge", "star", "plus", "cross")


def dot_looks(keys: Sequence[str]) -> list[tuple[str, str]]:
    """Return the colour and the marker of each lane."""
    return [(colour, MARKERS[i % len(MARKERS)]) for i, (colour, _) in enumerate(looks(keys))]


def dot_chart(
    rows: Sequence[DotRow], title: str, legend: str, caption: str, alt: str, table: Callable[[], pd.DataFrame]
) -> DotChart:
    """Return the rows on an axis from 0 to 100 %."""
    axis = share_axis("right proposals, %", ticks=FIFTHS_OF_ONE)
    return DotChart(tuple(rows), axis, title, legend, caption, alt, table)
