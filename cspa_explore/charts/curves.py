"""Ratio of right proposals against the round."""

import numpy as np
import plotly.graph_objects as go

from cspa_explore.charts.theme import GREY, add_band, look, with_settings
from cspa_explore.results.comparisons import References
from cspa_explore.results.run import RunResult

REFERENCE_DASHES = ("dot", "2px,6px", "8px,4px,2px,4px", "12px,6px")


def ratio_curves(result: RunResult, *, lines: References | None = None, recent: bool = False) -> go.Figure:
    """Return ratios in percent with ±1 sd bands; cumulative, or of the last 100 rounds. The y axis is 0…100."""
    figure = go.Figure()
    trials, x = len(result.seeds), result.checkpoints
    keys = [r.learner.key for r in result.results]
    for place, r in enumerate(result.results if trials else ()):
        colour, dash = look(keys[place], keys[:place].count(keys[place]))
        values = 100 * (r.recent if recent else r.curve)
        drawn = ~np.isnan(values).any(axis=0)
        mean, sd = values[:, drawn].mean(axis=0), values[:, drawn].std(axis=0, ddof=min(1, trials - 1))
        if trials > 1:
            add_band(figure, x[drawn], mean, sd, colour)
        figure.add_scatter(
            x=x[drawn],
            y=mean,
            customdata=sd,
            name=r.learner.words,
            line={"color": colour, "dash": dash, "width": 2.5},
            hovertemplate="%{y:.1f} ± %{customdata:.1f} %" if trials > 1 else "%{y:.1f} %",
        )
    T = int(x[-1])
    for dash, (name, value) in zip(REFERENCE_DASHES, _reference_lines(lines), strict=False):
        line = {"dash": dash, "width": 1.2, "color": GREY}
        figure.add_scatter(
            x=[0, T], y=[100 * value] * 2, mode="lines", line=line, name=f"{name} {100 * value:.1f} %", hoverinfo="skip"
        )
    band = f" (band: ±1 sd over {trials} seeds)" if trials > 1 else ""
    figure.update_layout(
        dragmode=False,  # a swipe scrolls the page; the tool bar zooms
        hovermode="x unified",
        height=400,
        margin={"t": 50, "b": 10, "l": 10, "r": 20},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom"},
        xaxis={
            "title": with_settings(f"round{band}", result.words),
            "range": [0, T],
            "dtick": max(1, T // 4),
            "tickformat": ",d",
        },
        xaxis_unifiedhovertitle_text="round %{x}",
        yaxis={"title": f"right proposals {'in the last 100 rounds' if recent else 'so far'}, %", "range": [0, 100]},
    )
    return figure


def _reference_lines(lines: References | None) -> list[tuple[str, float]]:
    if lines is None:
        return []
    named = [("chance", lines.chance)]
    if lines.majority > 1.05 * lines.chance:
        named.append(("most frequent class", lines.majority))
    if lines.best is not None:
        named.append((f"best possible ({lines.best_name})", lines.best))
    if lines.full is not None:
        named.append(("SPA, told every label", lines.full))
    return named
