"""Charts of the ratio of right proposals against the round."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from cspa_explore.charts.axes import round_axis, share_axis
from cspa_explore.charts.colours import GREY, looks
from cspa_explore.charts.description import CurveChart, Line, Mark, Series
from cspa_explore.results.comparisons import References
from cspa_explore.results.run import RECENT, RunResult

REFERENCE_DASHES = ("dot", "2px,6px", "8px,4px,2px,4px", "12px,6px")
NOTICEABLE = 1.05  # the most frequent class gets a reference line if its share exceeds this times chance


def ratio_curves(
    result: RunResult,
    lines: References | None = None,
    recent: bool = False,
    pinned: Sequence[RunResult] = (),
) -> CurveChart:
    """Return the chart of mean ± sd over the trials: the ratio so far or, with `recent`, over the last 100 rounds."""
    trials, T = len(result.seeds), int(result.checkpoints[-1])
    series = _series(result, recent)
    spread = f"band ±1 sd over {trials} seeds" if trials > 1 else "one seed: no band"
    when = f"in the last {RECENT} rounds" if recent else "so far"
    told = any(r.learner.key == "spa" for r in result.results)  # SPA's curve makes its reference line redundant
    return CurveChart(
        series=(*series, *(curve for run in pinned for curve in _series(run, recent, pinned=True))),
        x=round_axis(T, spread),
        x_log=round_axis(T, spread, log=True),
        y=share_axis(f"% right {when}"),
        lines=reference_lines(
            lines, told, result.stream.order == "shuffled", bool(result.stream.drift_words), _others(result, pinned)
        ),
        bands=(),
        marks=_drift(result),
        caption=result.words,
        alt=f"Right proposals {when}: {', '.join(_last(curve) for curve in series)}",
        table=result.to_frame,
    )


def _series(result: RunResult, recent: bool, pinned: bool = False) -> tuple[Series, ...]:
    """Return one series per learner; none if no trial was played."""
    x, trials = result.checkpoints, len(result.seeds)
    found = []
    styles = looks([r.learner.key for r in result.results])
    for r, words, (colour, dash) in zip(result.results if trials else (), result.names, styles, strict=False):
        values = r.recent if recent else r.curve
        sd = values.std(axis=0, ddof=1) if trials > 1 else np.full(len(x), np.nan)
        name = f"pinned {words}" if pinned else words
        found.append(Series(name, x, values.mean(axis=0), sd, GREY if pinned else colour, dash, pinned=pinned))
    return tuple(found)


def _last(curve: Series) -> str:
    """Return name, mean and sd at the last known point."""
    known = np.flatnonzero(~np.isnan(curve.y))
    if not len(known):
        return curve.name
    mean, sd = curve.y[known[-1]], curve.sd[known[-1]]
    spread = "" if np.isnan(sd) else f"\u00a0±\u00a0{100 * sd:.1f}"
    return f"{curve.name} {100 * mean:.1f}{spread}\u00a0%"


def _others(result: RunResult, pinned: Sequence[RunResult]) -> bool:
    """Return whether a pinned run has another stream: the best possible ratio is then not that of all curves."""
    return any(replace(run.stream, seed=result.stream.seed) != result.stream for run in pinned)


def _drift(result: RunResult) -> tuple[Mark, ...]:
    """Return the mark of the first round after the drift."""
    words = result.stream.drift_words
    return (Mark(words, result.stream.before_drift + 1, GREY, "5px,4px"),) if words else ()


def reference_lines(
    lines: References | None, told: bool = False, shuffled: bool = True, drifts: bool = False, others: bool = False
) -> tuple[Line, ...]:
    """Return the reference lines; with `told`, SPA has its own curve and gets no line.

    On rows that are not shuffled a learner may beat the rule that is best otherwise: the line then bears its name. With
    drift, it takes a rule that knows the drift. With `others`, curves of other streams are in the same chart.
    """
    if lines is None:
        return ()
    named = [("chance", lines.chance)]
    if lines.majority > NOTICEABLE * lines.chance:
        named.append(("most frequent class", lines.majority))
    if lines.best is not None:
        best = "best possible" if shuffled else lines.best_name
        best = f"{best} for this run" if others else best
        named.append((f"{best}, knowing the drift" if drifts else best, lines.best))
    if lines.full is not None and not told:
        named.append(("SPA, told every label", lines.full))
    return tuple(Line(name, value, GREY, dash) for (name, value), dash in zip(named, REFERENCE_DASHES, strict=False))
