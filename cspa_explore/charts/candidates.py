"""The candidates of a grid search: curves over the one parameter that differs, or else bars."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from cspa_explore.algorithms import AlgorithmSpec, Param
from cspa_explore.charts.axes import param_axis, share_axis
from cspa_explore.charts.colours import BEST, GREY, SIGMA_LOOKS, looks
from cspa_explore.charts.description import Bar, BarChart, CurveChart, Line, Mark, Series
from cspa_explore.charts.theory_bands import theory_bands
from cspa_explore.results.points import mean_words
from cspa_explore.wording import counted

MOST_BARS = 16
RATIO = "% right after the last round"


@dataclass(frozen=True, eq=False)
class Candidates:
    """The ratios of all candidates of one algorithm on one data set."""

    spec: AlgorithmSpec
    K: int
    names: Sequence[str]  # per candidate, its parameters in words
    widths: Sequence[float]  # per candidate, the width of its kernel; 0 without one
    ratio: np.ndarray  # (candidates, trials)
    chosen: int  # the best candidate
    best: str  # its parameters and its ratio in words
    table: Callable[[], pd.DataFrame]


def candidate_curves(found: Candidates, param: Param, values: np.ndarray) -> CurveChart:
    """Return the ratio over a parameter, whose value per candidate is given: one curve per width of the kernel."""
    widths = sorted(set(found.widths))
    series, places = [], []
    for width, (colour, dash, marker) in zip(widths, SIGMA_LOOKS, strict=False):
        mine = sorted((i for i, own in enumerate(found.widths) if own == width), key=lambda i: values[i])
        label = f"g = {width:g}" if width else "mean"
        series.append(Series(label, values[mine], *_mean_sd(found.ratio[mine]), colour, dash, marker))
        places.append(mine)
    at = widths.index(found.widths[found.chosen])
    chosen = float(values[found.chosen])
    top = float(max(np.nanmax(one.y + np.nan_to_num(one.sd)) for one in series))
    theory = found.spec.key == "cspa" and param.name == "beta"
    return CurveChart(
        series=tuple(series),
        x=param_axis(param, [float(value) for value in values], found.spec.label),
        y=share_axis(RATIO, max(top, 1 / found.K)),
        lines=(Line("chance", 1 / found.K, GREY, "dot"),),
        bands=theory_bands(found.K) if theory else (),
        caption=f"{counted(len(values), 'candidate')} × {counted(found.ratio.shape[1], 'trial')}",
        alt=f"{found.spec.label}: {counted(len(values), 'candidate')}, best {found.best}",
        table=found.table,
        marks=(Mark(f"chosen: {param.symbol} = {chosen:.4g}", chosen, BEST, "5px,4px"),),
        ring=(at, places[at].index(found.chosen)),
    )


def candidate_bars(found: Candidates, label: str) -> BarChart:
    """Return the best candidates as bars; `label` names the learner."""
    ((colour, _),) = looks([found.spec.key])
    mean, spread = _mean_sd(found.ratio)
    order = sorted(range(len(mean)), key=lambda i: -mean[i])[:MOST_BARS]
    bars = []
    for i in order:
        words = mean_words(float(mean[i]), float(spread[i]))
        name = found.names[i]
        bars.append(Bar(name, "", float(mean[i]), float(spread[i]), colour, words, "", f"{name}: {words}"))
    shown = f"the best {len(bars)} of {len(mean)} candidates" if len(bars) < len(mean) else "all candidates"
    caption = f"{shown} × {counted(found.ratio.shape[1], 'trial')}"
    return BarChart(tuple(bars), RATIO, caption, f"{label}: {shown}, best {found.best}", found.table)


def _mean_sd(ratio: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the mean and the standard deviation of each row; the latter is NaN with one trial."""
    return ratio.mean(axis=1), ratio.std(axis=1, ddof=1) if ratio.shape[1] > 1 else np.full(len(ratio), np.nan)
