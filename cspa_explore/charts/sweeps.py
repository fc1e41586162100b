"""Charts of a sweep: the final ratio against the parameter, one curve per σ, and the map of σ × parameter."""

import numpy as np

from cspa_explore.charts.axes import cell_axis, ends_and_middle, param_axis, share_axis
from cspa_explore.charts.colours import GREY, MAP_INK, THEORY, sigma_looks
from cspa_explore.charts.description import Band, CurveChart, Line, MapChart, Series
from cspa_explore.learners.text import param_of
from cspa_explore.results.sentences import FLAT, short
from cspa_explore.results.sweep import SweepResult
from cspa_explore.theory.ranges import PROOF, THEOREM, proof_limit, theorem_beta

SHADES = 20  # steps of ink from 0 to 100 %


def sweep_curves(result: SweepResult, alpha: float = 0.0, words: str = "") -> CurveChart:
    """Return the chart of mean ± sd against the parameter; for β of CSPA, with the theory ranges at α.

    `words` replaces `result.words` as the caption.
    """
    spec, K = result.learner.spec, result.stream.n_classes
    param = param_of(spec, result.param)
    theory = has_theory(result)
    return CurveChart(
        series=_series(result),
        x=param_axis(param, result.values, spec.label, result.spread if result.seeds else "", linear=theory),
        y=share_axis("% right after the last round"),
        lines=(Line("chance", 1 / K, GREY, "dot"),),
        bands=_ranges(K, alpha) if theory else (),
        caption=words or result.words,
        alt=f"Final ratio against {param.symbol}: {_extent(result)}",
        table=result.to_frame,
    )


def sweep_map(result: SweepResult, words: str = "") -> MapChart:
    """Return the map of the means over σ × parameter; the best value is marked for each σ at which it matters."""
    symbol = param_of(result.learner.spec, result.param).symbol
    rows, columns = ([short(value) for value in values] for values in (result.sigmas, result.values))
    shares = np.linspace(0, 1, SHADES + 1)
    return MapChart(
        cells=result.mean,
        rows=tuple(f"σ={row}" for row in rows),
        columns=tuple(f"{symbol}={column}" for column in columns),
        best=best_cells(result.mean),
        x=cell_axis(symbol, "one column per value", columns, ends_and_middle(len(columns))),
        y=cell_axis("σ", result.stream.spec.noise, rows, range(len(rows))),
        label="right, %",
        mark="the best for each σ where it matters",
        colour=THEORY,
        ink=MAP_INK,
        reads={"light": "darker is better", "dark": "lighter is better"},
        opacity=tuple((0.04 + 0.9 * shares**2).round(4).tolist()),  # squared, to spread out the high ratios
        caption=words or result.words,
        alt=f"Map of σ and {symbol}; {_best_words(result, symbol)}",
        table=result.to_frame,
    )


def has_theory(result: SweepResult) -> bool:
    """Say whether the swept parameter has theory ranges: only β of CSPA has."""
    return (result.learner.key, result.param) == ("cspa", "beta")


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
    styles = sigma_looks(result.sigmas, result.stream.spec.sigmas.figure)
    return tuple(Series(f"σ={short(sigma)}", x, mean[i], sd[i], *styles[i]) for i, sigma in enumerate(result.sigmas))


def _ranges(K: int, alpha: float) -> tuple[Band, ...]:
    theorem, proof = float(theorem_beta(K, alpha)), float(proof_limit(K, alpha))
    return (
        Band(THEOREM, 0.0, theorem, hatched=False, colour=THEORY, dash="solid"),
        Band(PROOF, theorem, proof, hatched=True, colour=THEORY, dash="3px,4px"),
    )


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
