"""The charts of an opened cell: the curves of its data set, and all values that were tried."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from cspa_explore.charts.axes import share_axis
from cspa_explore.charts.candidates import Candidates, candidate_bars, candidate_curves
from cspa_explore.charts.description import BarChart, CurveChart
from cspa_explore.charts.learning import published_line
from cspa_explore.learners.text import param_of, spec_of
from cspa_explore.paper.cells import Cell
from cspa_explore.paper.figures import curve_panel
from cspa_explore.paper.published import PaperSet
from cspa_explore.results.points import mean_words


def cell_curves(row: PaperSet, cells: Sequence[Cell], window: bool = False) -> CurveChart:
    """Return the curves of several cells of a data set, the opened one first, with its published mean as a line."""
    first = cells[0]
    chart = curve_panel({1: 3, 2: 4}[first.table], first.dataset, cells, window).chart
    assert chart is not None
    paper = row.results.get(first.learner) if first.variant != "baseline" else None
    if paper is None:
        return chart
    lines = (*chart.lines, published_line(spec_of(first.learner).label, paper.mean))
    return replace(chart, lines=lines, y=share_axis(chart.y.label, max(chart.y.high, paper.mean)))


def grid_chart(cell: Cell) -> CurveChart | BarChart:
    """Return the ratio of every candidate: curves over one parameter, one per kernel width, or else bars."""
    K, spec = cell.stream.n_classes, cell.candidates[0].learner.spec
    ours = mean_words(cell.mean, cell.sd)
    found = Candidates(
        spec=spec,
        K=K,
        names=[cell.words_of(one) for one in cell.candidates],
        widths=[one.width for one in cell.candidates],
        ratio=cell.ratio,
        chosen=cell.choice.hindsight,
        best=ours if len(cell.candidates) == 1 else f"{cell.best_value} with {ours}",
        table=lambda: grid_frame(cell),
    )
    values = [candidate.learner.hyper(K)._asdict() for candidate in cell.candidates]
    moved = [name for name in values[0] if len({one[name] for one in values}) > 1]
    if len(moved) != 1:
        return candidate_bars(found, cell.label)
    return candidate_curves(found, param_of(spec, moved[0]), np.array([one[moved[0]] for one in values]))


def grid_frame(cell: Cell) -> pd.DataFrame:
    """Return one row per candidate: mean, sd and the ratio of every trial."""
    ratio = cell.ratio
    names = [cell.words_of(one) for one in cell.candidates]
    sd = ratio.std(axis=1, ddof=1) if ratio.shape[1] > 1 else np.full(len(ratio), np.nan)
    trials = {f"seed {cell.seeds[k]}": ratio[:, j] for j, k in enumerate(cell.played)}
    return pd.DataFrame({"candidate": names, "mean": ratio.mean(axis=1), "sd": sd, **trials})
