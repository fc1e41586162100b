"""The Arena's two curve charts in the form that the player reads: descriptions, with the numbers as arrays."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from cspa_explore.charts.curves import ratio_curves
from cspa_explore.charts.description import plain
from cspa_explore.results.comparisons import References
from cspa_explore.results.run import RunResult

STYLE = ("name", "colour", "dash", "marker", "pinned")  # the fields of a series other than its numbers


def curve_charts(
    result: RunResult, lines: References, pinned: Sequence[RunResult] = ()
) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Return the charts by name, "mean" (ratio so far) and "recent" (over the last 100 rounds), and all arrays.

    Instead of the numbers x, y and sd, a series holds the names of their arrays. Array names of a pinned run begin with
    "ghost" and its index.
    """
    runs = [("", result), *((f"ghost{place}_", run) for place, run in enumerate(pinned))]
    owners = [(prefix, place) for prefix, run in runs for place in range(len(run.results))]
    charts: dict[str, Any] = {}
    arrays = {f"{prefix}points": run.checkpoints.astype(np.int32) for prefix, run in runs}
    for name in ("mean", "recent"):
        chart = ratio_curves(result, lines, name == "recent", pinned)
        charts[name] = plain(replace(chart, series=()))
        for (prefix, place), series in zip(owners, chart.series, strict=True):
            names = {"x": f"{prefix}points", "y": f"{prefix}{name}{place}", "sd": f"{prefix}{name}_sd{place}"}
            arrays |= {names["y"]: series.y.astype(np.float32), names["sd"]: series.sd.astype(np.float32)}
            charts[name]["series"].append({part: getattr(series, part) for part in STYLE} | {"arrays": names})
    return charts, arrays
