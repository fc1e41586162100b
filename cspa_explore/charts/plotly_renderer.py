"""Draws chart descriptions as Plotly figures. No other module imports Plotly."""

from html import escape
from math import log10
from textwrap import wrap
from typing import Any

import numpy as np
import plotly.graph_objects as go

from cspa_explore.charts.colours import GREY, faded
from cspa_explore.charts.description import Axis, BarChart, CurveChart, Dot, DotChart, MapChart, Series

HEIGHT = 430  # pixels
AROUND = 180  # pixels above and below the plot: tool bar, one or two rows of the legend, and the x axis
TOOLS = 34  # pixels of the tool bar, which a touch screen always shows, above the legend
LABEL, RISE = 16, 4  # pixels per label of a vertical line, and below the lowest one
FILLED, HATCHED = 0.12, 0.05  # opacity of a band; Plotly's shapes cannot be hatched


def figure(
    chart: CurveChart | MapChart | BarChart | DotChart, *, dark: bool = False, height: int = HEIGHT
) -> go.Figure:
    """Return the chart as a figure; `dark` selects the ink of a map, `height` is that of curves in pixels."""
    if isinstance(chart, BarChart):
        return _bars(chart)
    if isinstance(chart, DotChart):
        return _dots(chart)
    return _map(chart, dark) if isinstance(chart, MapChart) else _curves(chart, height)


def _layout(height: int = HEIGHT) -> dict[str, Any]:
    """Return the layout of a figure of this height: the tool bar, the legend below it, and the plot."""
    return {
        "dragmode": False,  # a swipe scrolls the page instead of zooming; the tool bar zooms
        "height": height,
        "margin": {"t": 50, "b": 10, "l": 10, "r": 20},
        "legend": {"orientation": "h", "yref": "container", "y": 1 - TOOLS / height, "yanchor": "top"},
    }


def _dots(chart: DotChart) -> go.Figure:
    """Draw the published shares hollow and ours filled, one line of the y axis per learner and data set."""
    lanes = [(row, dot) for row in chart.rows for dot in row.dots][::-1]  # Plotly draws from the bottom
    names = [f"{row.name} · {dot.name}" for row, dot in lanes]
    found = go.Figure()
    for name, ours in (("paper", False), ("ours", True)):
        values, spreads = (np.array([part(dot, ours) for _, dot in lanes]) for part in (_share, _spread))
        found.add_scatter(
            x=100 * values, y=names, name=name, mode="markers", hovertext=[dot.title for _, dot in lanes],
            hoverinfo="text", error_x={"type": "data", "array": 100 * spreads, "width": 0, "color": GREY},
            marker={
                "symbol": [_symbol(dot.marker, ours) for _, dot in lanes], "size": 10,
                "color": [dot.colour for _, dot in lanes],
            },
        )  # fmt: skip
    found.update_layout(_layout(120 + 20 * len(lanes)), xaxis=_axis(chart.x, chart.caption))
    found.update_layout(yaxis={"dtick": 1}, title=chart.title)
    return found


def _share(dot: Dot, ours: bool) -> float:
    return dot.ours if ours else dot.paper


def _spread(dot: Dot, ours: bool) -> float:
    return dot.ours_sd if ours else dot.paper_sd


def _symbol(marker: str, filled: bool) -> str:
    name = {"triangle": "triangle-up", "plus": "cross"}.get(marker, marker)
    return name if filled else f"{name}-open"


def _bars(chart: BarChart) -> go.Figure:
    bars = chart.bars[::-1]  # Plotly draws from the bottom
    found = go.Figure(
        go.Bar(
            x=[100 * bar.value for bar in bars], y=[f"{bar.name} {bar.more}" for bar in bars], orientation="h",
            error_x={"type": "data", "array": [100 * bar.sd for bar in bars]},
            marker={"color": [bar.colour for bar in bars]}, text=[bar.text for bar in bars],
            hovertext=[bar.title for bar in bars], hoverinfo="text", textposition="inside", insidetextanchor="start",
        )
    )  # fmt: skip
    found.update_layout(_layout(), xaxis={"title": with_settings(chart.label, chart.caption), "range": [0, 100]})
    return found


def _curves(chart: CurveChart, height: int) -> go.Figure:
    found = go.Figure()
    for series in chart.series:
        _add_series(found, series, chart.y)
    for line in chart.lines:
        value = chart.y.factor * line.value
        style = {"dash": line.dash, "width": 1.2, "color": line.colour}
        found.add_scatter(
            x=_ends(chart.x), y=[value] * 2, mode="lines", line=style, hoverinfo="skip",
            name=f"{line.label} {value:.1f}\u00a0%" if chart.y.unit else line.label,
        )  # fmt: skip
    labels: list[tuple[float, str]] = []  # of vertical lines
    for band in chart.bands:
        fill = faded(band.colour, HATCHED if band.hatched else FILLED)
        low, high = (min(max(end, chart.x.low), chart.x.high) for end in (band.low, band.high))
        found.add_vrect(low, high, fillcolor=fill, line_width=0, layer="below", name=band.label)
        if band.high <= chart.x.high:
            edge = {"dash": band.dash, "color": band.colour, "width": 1.5}
            found.add_vline(band.high, line=edge)
            labels.append((band.high, f"{band.label} {band.at}".strip()))
    for mark in chart.marks:
        edge = {"dash": mark.dash, "color": mark.colour, "width": 1.5}
        found.add_vline(mark.value, line=edge, name=mark.label)
        labels.append((mark.value, escape(mark.label)))
    for span in chart.spans:
        style = {"color": span.colour, "width": 6}
        found.add_shape(
            type="line", x0=span.low, x1=span.high, y0=1, y1=1, yref="y domain", line=style, name=span.label
        )
    room = _add_labels(found, _axis(chart.x), labels) / (height - AROUND)
    found.update_layout(_layout(height), hovermode="x unified", xaxis=_axis(chart.x, chart.caption))
    found.update_layout(yaxis=_axis(chart.y) | {"domain": [0, 1 - room]})
    found.update_layout(xaxis_unifiedhovertitle_text=f"{chart.x.name} %{{x:,.7~g}}")
    return found


def _add_labels(found: go.Figure, x: dict[str, Any], labels: list[tuple[float, str]]) -> int:
    """Write the labels of vertical lines above the plot, where no line crosses them; return the pixels that they take.

    A label begins or ends at its line and reaches towards the other half of the plot. Those on the same side form
    stairs, so that no label lies between a line and its own label.
    """
    middle = sum(x["range"]) / 2
    places = [(log10(value) if x["type"] == "log" else value, words) for value, words in labels if words]
    places.sort(key=lambda place: (place[0] <= middle, abs(place[0] - middle)))
    for row, (at, words) in enumerate(places):
        found.add_annotation(
            x=at, y=1, yref="y domain", text=words, showarrow=False, yanchor="bottom", yshift=RISE + LABEL * row,
            xanchor="left" if at <= middle else "right",
        )  # fmt: skip
    return RISE + LABEL * len(places) if places else 0


def _add_series(found: go.Figure, series: Series, axis: Axis) -> None:
    """Draw the known means as a curve and ± sd as a faded band; the band has no legend entry."""
    factor, unit = axis.factor, f" {axis.unit}" if axis.unit else ""
    x, mean, sd = series.x, factor * series.y, factor * series.sd
    drawn, spread = ~np.isnan(mean), ~np.isnan(mean + sd)
    if spread.any() and not series.pinned:
        upper, lower = mean[spread] + sd[spread], mean[spread] - sd[spread]
        found.add_scatter(
            x=np.concatenate([x[spread], x[spread][::-1]]),
            y=np.clip(np.concatenate([upper, lower[::-1]]), 0, factor),
            mode="lines", line={"width": 0}, fill="toself", fillcolor=faded(series.colour, 0.2),
            hoverinfo="skip", showlegend=False,
        )  # fmt: skip
    found.add_scatter(
        x=x[drawn], y=mean[drawn], customdata=sd[drawn], name=series.name, cliponaxis=not series.marker,
        mode="lines+markers" if series.marker else "lines",
        line={"color": series.colour, "dash": series.dash, "width": 2.5},
        marker={"symbol": series.marker} if series.marker else None,
        hovertemplate=f"%{{y:,.1f}} ± %{{customdata:.1f}}{unit}" if spread.any() else f"%{{y:,.1f}}{unit}",
    )  # fmt: skip


def _map(chart: MapChart, dark: bool) -> go.Figure:
    theme = "dark" if dark else "light"
    steps = np.linspace(0, 1, len(chart.opacity)).tolist()
    heat = go.Heatmap(
        x=chart.edges[chart.x.scale],
        z=100 * chart.cells,
        text=[[f"{column}, {row}" for column in chart.columns] for row in chart.rows],
        colorscale=[[at, faded(chart.ink[theme], o)] for at, o in zip(steps, chart.opacity, strict=True)],
        zmin=0, zmax=100, colorbar={"title": chart.label}, hovertemplate="%{text}: %{z:.1f} %<extra></extra>",
    )  # fmt: skip
    found = go.Figure(heat)
    marked = [(chart.values[j], i) for i, j in enumerate(chart.best) if j is not None]
    found.add_scatter(
        x=[x for x, _ in marked], y=[y for _, y in marked], mode="lines+markers", showlegend=True,
        name=f"{chart.mark} ({chart.reads[theme]})", hoverinfo="skip",
        line={"color": chart.colour, "width": 3},
        marker={"size": 11, "color": "white", "line": {"width": 2, "color": chart.colour}},
    )  # fmt: skip
    found.update_layout(_layout(), xaxis=_axis(chart.x, chart.caption), yaxis=_axis(chart.y))
    return found


def _axis(axis: Axis, caption: str = "") -> dict[str, Any]:
    log = axis.scale in ("log", "log1p")
    ends = [axis.factor * end for end in _ends(axis)]
    return {
        "title": with_settings(axis.label, caption) if caption else axis.label,
        "type": "log" if log else "linear",
        "range": [log10(end) for end in ends] if log else ends,
        "tickvals": [axis.factor * tick for tick in axis.ticks],
        "ticktext": list(axis.texts),
        "zeroline": False,
    }


def _ends(axis: Axis) -> list[float]:
    """Return where an axis begins and ends. Plotly cannot draw log(1 + t): such an axis begins at 1, as a log axis."""
    return [max(1.0, axis.low) if axis.scale == "log1p" else axis.low, axis.high]


def with_settings(title: str, words: str) -> str:
    """Return an axis title with the settings below it, so that a saved figure contains them.

    >>> with_settings("round", "Four Gaussians · seed 7")
    'round<br><span style="font-size:11px">Four Gaussians · seed 7</span>'
    """
    lines = "<br>".join(wrap(escape(words), 100))
    return f'{title}<br><span style="font-size:11px">{lines}</span>'
