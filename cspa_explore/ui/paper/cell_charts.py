"""The charts of an opened cell: the curves of its data set, and all values that were tried."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from cspa_explore.charts.axes import param_axis, share_axis
from cspa_explore.charts.colours import BEST, GREY, SIGMA_LOOKS, looks
from cspa_explore.charts.description import Bar, BarChart, CurveChart, Line, Mark, Series
from cspa_explore.charts.theory_bands import theory_bands
from cspa_explore.learners.text import param_of, spec_of
from cspa_explore.paper.cells import Cell
from cspa_explore.paper.figures import curve_panel
from cspa_explore.paper.published import PaperSet
from cspa_explore.results.points import mean_words

MOST_BARS = 16


def cell_curves(row: PaperSet, cells: Sequence[Cell], window: bool = False) -> CurveChart:
    """Return the curves of several cells of a data set, the opened one first, with its published mean as a line."""
    first = cells[0]
    chart = curve_panel({1: 3, 2: 4}[first.table], first.dataset, cells, window).chart
    assert chart is not None
    paper = row.results.get(first.learner) if first.variant != "baseline" else None
    if paper is None:
        return chart
    label = spec_of(first.learner).label
    return replace(chart, lines=(*chart.lines, Line(f"{label} in the paper", paper.mean, BEST, "2px,6px")))


def grid_chart(cell: Cell) -> CurveChart | BarChart:
    """Return the ratio of every candidate: curves over one parameter, one per kernel width, or else bars."""
    K = cell.stream.n_classes
    values = [candidate.learner.hyper(K)._asdict() for candidate in cell.candidates]
    moved = [name for name in values[0] if len({one[name] for one in values}) > 1]
    return _bars(cell) if len(moved) != 1 else _over(cell, moved[0], np.array([one[moved[0]] for one in values]), K)


def grid_frame(cell: Cell) -> pd.DataFrame:
    """Return one row per candidate: mean, sd and the ratio of every trial."""
    ratio = cell.ratio
    names = [cell.words_of(one) for one in cell.candidates]
    sd = ratio.std(axis=1, ddof=1) if ratio.shape[1] > 1 else np.full(len(ratio), np.nan)
    trials = {f"seed {cell.seeds[k]}": ratio[:, j] for j, k in enumerate(cell.played)}
    return pd.DataFrame({"candidate": names, "mean": ratio.mean(axis=1), "sd": sd, **trials})


def _over(cell: Cell, name: str, values: np.ndarray, K: int) -> CurveChart:
    spec = cell.candidates[0].learner.spec
    param = param_of(spec, name)
    widths = sorted({one.width for one in cell.candidates})
    ratio = cell.ratio
    series = []
    for width, (colour, dash, marker) in zip(widths, SIGMA_LOOKS, strict=False):
        mine = [i for i, one in enumerate(cell.candidates) if one.width == width]
        mine.sort(key=lambda i: values[i])
        sd = ratio[mine].std(axis=1, ddof=1) if ratio.shape[1] > 1 else np.full(len(mine), np.nan)
        label = f"g = {width:g}" if width else "mean"
        series.append(Series(label, values[mine], ratio[mine].mean(axis=1), sd, colour, dash, marker))
    chosen = values[cell.choice.hindsight]
    at = (widths.index(cell.chosen.width), sorted(values[[i for i, one in enumerate(cell.candidates)
          if one.width == cell.chosen.width]]).index(chosen))  # fmt: skip
    top = float(max(np.nanmax(one.y + np.nan_to_num(one.sd)) for one in series))
    theory = cell.learner == "cspa" and name == "beta"
    return CurveChart(
        series=tuple(series),
        x=param_axis(param, [float(value) for value in values], spec.label),
        y=share_axis("% right after the last round", top),
        lines=(Line("chance", 1 / K, GREY, "dot"),),
        bands=theory_bands(K) if theory else (),
        caption=f"{len(cell.candidates)} candidates × {len(cell.played)} trials",
        alt=f"{spec.label}: {len(cell.candidates)} candidates, best {cell.best_value} with "
        f"{mean_words(cell.mean, cell.sd)}",
        table=lambda: grid_frame(cell),
        marks=(Mark(f"chosen: {param.symbol} = {_short(float(chosen))}", float(chosen), BEST, "5px,4px"),),
        ring=at,
    )


def _short(value: float) -> str:
    return f"{value:.4g}"


def _bars(cell: Cell) -> BarChart:
    frame = grid_frame(cell)
    ((colour, _),) = looks([cell.learner])
    best = frame.sort_values("mean", ascending=False).head(MOST_BARS)
    bars = [
        Bar(name, "", mean, sd, colour, mean_words(mean, sd), "", f"{name}: {mean_words(mean, sd)}")
        for name, mean, sd in best[["candidate", "mean", "sd"]].itertuples(index=False)
    ]
    shown = f"the best {len(bars)} of {len(frame)} candidates" if len(bars) < len(frame) else "all candidates"
    return BarChart(
        tuple(bars),
        "% right after the last round",
        f"{shown} × {len(cell.played)} trials",
        f"{cell.label}: {shown}, best {cell.best_value} with {mean_words(cell.mean, cell.sd)}",
        lambda: grid_frame(cell),
    )
