"""The description of a chart as frozen data: series, axes, bands, reference lines, texts and the table behind it.

A description does not depend on a drawing library. `plotly_renderer.py` draws it as a Plotly figure; `plain` converts
it to JSON values, from which the pages' canvas draws the same chart. Ratios are shares, from 0 to 1; an axis with the
unit "%" shows them times 100.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, Literal

import numpy as np
import pandas as pd

Scale = Literal["linear", "log", "log1p", "cells"]  # log1p: log(1 + value), defined at 0; cells: one unit per index


@dataclass(frozen=True)
class Axis:
    """An axis from low to high."""

    name: str  # of the quantity, in one word
    label: str  # complete, with the unit
    scale: Scale
    low: float
    high: float
    ticks: tuple[float, ...]
    texts: tuple[str, ...]  # of the ticks
    unit: Literal["", "%"] = ""

    @property
    def factor(self) -> int:
        """Return the factor by which a value is multiplied for display."""
        return 100 if self.unit == "%" else 1


@dataclass(frozen=True, eq=False)
class Series:
    """A curve with its spread; NaN where a value is unknown."""

    name: str
    x: np.ndarray  # (points,)
    y: np.ndarray  # (points,)
    sd: np.ndarray  # (points,) NaN with fewer than two trials
    colour: str
    dash: str  # a name, or lengths as "5px,2px"
    marker: str = ""  # the shape at each point; none if empty
    pinned: bool = False  # of a pinned run; drawn without its spread


@dataclass(frozen=True)
class Line:
    """A horizontal reference line."""

    label: str
    value: float
    colour: str
    dash: str


@dataclass(frozen=True)
class Band:
    """A shaded range of the x axis; its upper end is drawn as a line with the label."""

    label: str
    at: str  # its upper end in words; stands after the label
    low: float
    high: float  # may lie beyond the axis
    hatched: bool
    colour: str
    dash: str  # of the line at its end


@dataclass(frozen=True)
class Mark:
    """A vertical line at a value of the x axis, such as the value in use."""

    label: str
    value: float
    colour: str
    dash: str


@dataclass(frozen=True)
class Span:
    """A range of the x axis that is marked at the top of the chart, such as the values that are tied."""

    label: str
    low: float
    high: float
    colour: str


@dataclass(frozen=True, eq=False)
class CurveChart:
    """Curves over a common x axis."""

    series: tuple[Series, ...]
    x: Axis
    y: Axis
    lines: tuple[Line, ...]
    bands: tuple[Band, ...]
    caption: str  # the settings in words
    alt: str
    table: Callable[[], pd.DataFrame] = field(repr=False)  # called only when the table is shown
    x_log: Axis | None = None  # the log axis, if the chart offers a choice
    x_linear: Axis | None = None  # the linear axis, if the chart offers a choice
    marks: tuple[Mark, ...] = ()
    spans: tuple[Span, ...] = ()
    ring: tuple[int, int] | None = None  # the point that is circled: series and index


@dataclass(frozen=True, eq=False)
class MapChart:
    """A map of cells: a larger share has more ink; at most one cell per row is marked as the best.

    Columns stand at the values of a parameter, on the same axis as the curves.
    """

    cells: np.ndarray  # (rows, columns) shares, NaN if unknown
    values: tuple[float, ...]  # of the columns
    edges: dict[str, tuple[float, ...]]  # between the columns, columns + 1, by the scale of the axis
    rows: tuple[str, ...]  # names
    columns: tuple[str, ...]
    best: tuple[int | None, ...]  # per row, the column of the marked cell, or None
    x: Axis
    y: Axis
    label: str  # of the cells' values
    mark: str  # legend of the marked cells
    colour: str  # of the marks
    ink: dict[str, str]  # by theme, "light" and "dark"
    reads: dict[str, str]  # by theme: "darker is better" or "lighter is better"
    opacity: tuple[float, ...]  # of the ink, for equally spaced shares from 0 to 1; linear in between
    caption: str
    alt: str
    table: Callable[[], pd.DataFrame] = field(repr=False)
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True)
class Bar:
    """One bar: a share with its spread, and what a click opens."""

    name: str
    more: str  # in small type beside the name
    value: float  # a share; NaN if unknown
    sd: float
    colour: str
    text: str  # the value in words
    opens: str  # the learner's text
    title: str  # shown while the pointer rests on the bar


@dataclass(frozen=True, eq=False)
class BarChart:
    """Bars of shares, best first."""

    bars: tuple[Bar, ...]
    label: str
    caption: str
    alt: str
    table: Callable[[], pd.DataFrame] = field(repr=False)


@dataclass(frozen=True)
class Dot:
    """One learner on one data set: the published share beside ours."""

    name: str  # of the learner
    paper: float  # NaN if it is not published
    paper_sd: float
    ours: float  # NaN if it has not been played
    ours_sd: float
    paper_best: bool  # the best of its row, or not significantly worse
    ours_best: bool
    colour: str
    marker: str
    paper_text: str  # "49.3 (1.7)"
    ours_text: str
    apart: str  # how far the two differ, in pooled standard deviations
    value: str  # the chosen parameter
    note: str  # beside the dots: why they differ, or what they are; may be empty
    far: bool  # they differ much
    title: str  # all of it in words
    opens: str  # what a click opens


@dataclass(frozen=True)
class DotRow:
    """A data set of a dot chart."""

    name: str
    more: str  # in small type below the name
    dots: tuple[Dot, ...]
    verdict: str  # about the winner
    agrees: bool | None  # the winner is the published one; None if that is not known
    opens: str  # what the row's button opens
    action: str  # the button's label


@dataclass(frozen=True, eq=False)
class DotChart:
    """Published shares and ours as dots on one axis, one lane per learner, grouped by data set."""

    rows: tuple[DotRow, ...]
    x: Axis
    title: str
    legend: str  # what the lines beside the dots are
    caption: str
    alt: str
    table: Callable[[], pd.DataFrame] = field(repr=False)


def plain(part: Any) -> Any:
    """Return the description as JSON values; NaN becomes None, and the table is left out.

    >>> plain(Line("chance", 0.25, "#808080", "dot"))
    {'label': 'chance', 'value': 0.25, 'colour': '#808080', 'dash': 'dot'}
    >>> plain(np.array([0.5, np.nan]))
    [0.5, None]
    """
    if is_dataclass(part):
        return {f.name: plain(getattr(part, f.name)) for f in fields(part) if f.name != "table"}
    if isinstance(part, np.ndarray):
        return plain(part.tolist())
    if isinstance(part, tuple | list):
        return [plain(value) for value in part]
    if isinstance(part, float):
        return part if np.isfinite(part) else None
    return part
