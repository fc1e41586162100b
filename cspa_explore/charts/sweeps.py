"""Charts of a sweep: the final ratio against the parameter, one curve per σ, and the map of σ × parameter."""

import numpy as np

from cspa_explore.charts.axes import cell_axis, cell_edges, other_scale, param_axis, share_axis
from cspa_explore.charts.colours import BEST, GREY, MAP_INK, YOU, sigma_looks
from cspa_explore.charts.description import Axis, CurveChart, Line, MapChart, Mark, Scale, Series, Span
from cspa_explore.charts.theory_bands import theory_bands
from cspa_explore.learners.text import param_of
from cspa_explore.results.decision import Decision
from cspa_explore.results.sentences import FLAT, runs, short
from cspa_explore.results.sweep import SweepResult
from cspa_explore.theory.ranges import figure_limit

SHADES = 20  # steps of ink from 0 to 100 %
NARROW = 0.1  # the largest β of the theory below which the axis of β is logarithmic


def sweep_curves(
    result: SweepResult,
    alpha: float = 0.0,
    words: str = "",
    decision: Decision | None = None,
    yours: tuple[int, str] | None = None,
) -> CurveChart:
    """Return the chart of mean ± sd against the parameter; for β of CSPA, with the theory ranges at α.

    `words` replaces `result.words` as the caption. A decision adds what is tied with the best; `yours` are the index
    and the text of the value in use.
    """
    spec, K = result.learner.spec, result.stream.n_classes
    param = param_of(spec, result.param)
    x, other = _axes(result)
    log, linear = (x, other) if x.scale == "log" else (other, x)
    ring = (result.sigmas.index(decision.sigma), decision.choice.picked) if decision else None
    return CurveChart(
        series=_series(result),
        x=x,
        y=share_axis("% right after the last round", max(_largest(result), 1 / K)),
        lines=(Line("chance", 1 / K, GREY, "dot"),),
        bands=theory_bands(K, alpha) if has_theory(result) else (),
        caption=words or result.words,
        alt=f"Final ratio against {param.symbol}: {_extent(result)}",
        table=result.to_frame,
        x_log=log if other else None,
        x_linear=linear if other else None,
        marks=_marks(result, yours),
        spans=_tied(decision) if decision else (),
        ring=ring,
    )


def sweep_map(result: SweepResult, words: str = "", yours: tuple[int, str] | None = None) -> MapChart:
    """Return the map of the means over σ × parameter; the best value is marked for each σ at which it matters."""
    symbol = param_of(result.learner.spec, result.param).symbol
    rows, columns = ([short(value) for value in values] for values in (result.sigmas, result.values))
    shares = np.linspace(0, 1, SHADES + 1)
    axes = [axis for axis in _axes(result) if axis]
    return MapChart(
        cells=result.mean,
        values=result.values,
        edges={axis.scale: cell_edges(result.values, axis) for axis in axes},
        rows=tuple(f"σ={row}" for row in rows),
        columns=tuple(f"{symbol}={column}" for column in columns),
        best=best_cells(result.mean),
        x=axes[0],
        y=cell_axis("σ", result.stream.spec.noise, rows, range(len(rows))),
        label="right, %",
        mark=f"best {symbol}, shown where {symbol} matters",
        colour=BEST,
        ink=MAP_INK,
        reads={"light": "darker is better", "dark": "lighter is better"},
        opacity=tuple((0.04 + 0.9 * shares**2).round(4).tolist()),  # squared, to spread out the high ratios
        caption=words or result.words,
        alt=f"Map of σ and {symbol}; {_best_words(result, symbol)}",
        table=result.to_frame,
        marks=_marks(result, yours),
    )


def _axes(result: SweepResult) -> tuple[Axis, Axis | None]:
    """Return the axis of the values and the one with the other scale, if there is one.

    β of CSPA has a linear axis, unless the theory range would be a narrow strip of it.
    """
    spec = result.learner.spec
    param, note = param_of(spec, result.param), result.spread if result.seeds else ""
    scale: Scale | None = None
    if has_theory(result):
        scale = "log" if figure_limit(result.stream.n_classes) < NARROW else "linear"
    axis = param_axis(param, result.values, spec.label, note, scale)
    return axis, other_scale(param, result.values, axis, spec.label, note)


def _marks(result: SweepResult, yours: tuple[int, str] | None) -> tuple[Mark, ...]:
    if yours is None:
        return ()
    place, text = yours
    symbol = param_of(result.learner.spec, result.param).symbol
    return (Mark(f"you: {symbol} = {text}", result.values[place], YOU, "5px,4px"),)


def _tied(decision: Decision) -> tuple[Span, ...]:
    values = decision.result.values
    return tuple(Span("tied best", values[a], values[b], BEST) for a, b in runs(decision.choice.tied))


def has_theory(result: SweepResult) -> bool:
    """Say whether the swept parameter has theory ranges: only β of CSPA has, and only if answers are true."""
    return (result.learner.key, result.param) == ("cspa", "beta") and not result.stream.noisy


def best_cells(mean: np.ndarray) -> tuple[int | None, ...]:
    """Return per row the column of the highest mean, the first one if several are equal.

    It is None if no mean is known, or if all means lie so close together that the parameter hardly matters.

    >>> best_cells(np.array([[0.5, 0.9, 0.9], [0.8, 0.81, 0.8], [np.nan, np.nan, np.nan]]))
    (1, None, None)
    """
    known = [row[~np.isnan(row)] for row in mean]
    flat = [not len(row) or row.max() - row.min() <= FLAT for row in known]
    return tuple(None if flat[i] else int(np.nanargmax(row)) for i, row in enumerate(mean))


def _series(result: SweepResult) -> tuple[Series, ...]:
    mean, sd, x = result.mean, result.sd, np.array(result.values)
    styles = sigma_looks(result.sigmas, result.stream.info.sigmas.figure)
    return tuple(Series(f"σ={short(sigma)}", x, mean[i], sd[i], *styles[i]) for i, sigma in enumerate(result.sigmas))


def _largest(result: SweepResult) -> float:
    """Return the largest mean with its spread; 1 if nothing has been played."""
    top = result.mean + np.nan_to_num(result.sd)
    return 1.0 if np.isnan(top).all() else float(np.nanmax(top))


def _extent(result: SweepResult) -> str:
    parts = []
    for sigma, row in zip(result.sigmas, result.mean, strict=True):
        known = row[~np.isnan(row)]
        extent = f"{100 * known.min():.0f} to {100 * known.max():.0f} %" if len(known) else "not yet"
        parts.append(f"σ={short(sigma)} {extent}")
    return ", ".join(parts)


def _best_words(result: SweepResult, symbol: str) -> str:
    best = zip(result.sigmas, best_cells(result.mean), strict=True)
    found = [f"{short(result.values[j])} at σ={short(sigma)}" for sigma, j in best if j is not None]
    otherwise = "not yet played" if np.isnan(result.mean).all() else f"{symbol} hardly matters"
    return f"best {symbol}: {', '.join(found)}" if found else otherwise
