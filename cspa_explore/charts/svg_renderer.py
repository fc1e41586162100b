"""Draws chart descriptions of curves as SVG text, without a drawing library."""

from collections.abc import Sequence
from html import escape
from math import isfinite, log, log10
from textwrap import wrap

import numpy as np

from cspa_explore.charts.description import Axis, CurveChart, Series

WIDTH, HEIGHT = 560, 400
LEFT, RIGHT, TOP, BOTTOM = 46, 26, 34, 96  # margins; the legend and the caption are below the axis
INK, PALE = "#31333f", "#d5d6da"
DASHES = {
    "solid": "", "dash": "9,9", "dot": "3,3", "dashdot": "9,3,3,3", "longdash": "15,15", "longdashdot": "15,3,3,3",
}  # fmt: skip
LEGEND_ROWS = 2


def svg(chart: CurveChart, title: str) -> str:
    """Return the chart as a complete SVG document."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" role="img" '
    return f'{head}viewBox="0 0 {WIDTH} {HEIGHT}" {FONT}>{_inside(chart, title)}</svg>\n'


def sheet(panels: Sequence[tuple[str, CurveChart]], title: str, columns: int = 3) -> str:
    """Return several charts as one SVG document, row by row."""
    columns = min(columns, max(1, len(panels)))
    rows = -(-len(panels) // columns)
    width, height = columns * WIDTH, rows * HEIGHT + 30
    parts = [f"<title>{escape(title)}</title>", _text(width / 2, 20, title, 'text-anchor="middle" font-size="16"')]
    for place, (name, chart) in enumerate(panels):
        x, y = place % columns * WIDTH, place // columns * HEIGHT + 30
        parts.append(f'<svg x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}">{_inside(chart, name)}</svg>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
    return f'{head}viewBox="0 0 {width} {height}" {FONT}>{"".join(parts)}</svg>\n'


FONT = 'font-family="sans-serif" font-size="11"'


def _inside(chart: CurveChart, title: str) -> str:
    parts = [f"<title>{escape(title)}</title><desc>{escape(chart.alt)}</desc>"]
    parts += [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>']
    parts += [_text(LEFT, 20, title, 'font-size="14" font-weight="bold"'), *_bands(chart), *_axes(chart)]
    for line in chart.lines:
        y = _y(chart.y, line.value)
        parts.append(_path([(LEFT, y), (WIDTH - RIGHT, y)], line.colour, line.dash, 1.2))
    for series in chart.series:
        parts += _series(chart, series)
    for mark in chart.marks:
        x = _x(chart.x, mark.value)
        parts.append(_path([(x, TOP), (x, HEIGHT - BOTTOM)], mark.colour, mark.dash, 1.5))
    return "".join([*parts, *_legend(chart), *_caption(chart)])


def _bands(chart: CurveChart) -> list[str]:
    found = []
    for band in chart.bands:
        low, high = (_x(chart.x, min(max(end, chart.x.low), chart.x.high)) for end in (band.low, band.high))
        opacity = 0.05 if band.hatched else 0.14
        found.append(
            f'<rect x="{low:.1f}" y="{TOP}" width="{max(0.0, high - low):.1f}" height="{HEIGHT - BOTTOM - TOP}" '
            f'fill="{band.colour}" fill-opacity="{opacity}"/>'
        )
        if band.high <= chart.x.high:
            found.append(_path([(high, TOP), (high, HEIGHT - BOTTOM)], band.colour, band.dash, 1.2))
            place = f'fill="{band.colour}" transform="rotate(-90 {high - 3:.1f} {HEIGHT - BOTTOM - 6})"'
            found.append(_text(high - 3, HEIGHT - BOTTOM - 6, f"{band.label} {band.at}", place))
    return found


def _axes(chart: CurveChart) -> list[str]:
    bottom, found = HEIGHT - BOTTOM, []
    for tick, text in zip(chart.y.ticks, chart.y.texts, strict=True):
        y = _y(chart.y, tick)
        found.append(_path([(LEFT, y), (WIDTH - RIGHT, y)], PALE, "solid", 0.8))
        found.append(_text(LEFT - 6, y + 4, text, 'text-anchor="end"'))
    for tick, text in zip(chart.x.ticks, chart.x.texts, strict=True):
        x = _x(chart.x, tick)
        found.append(_path([(x, bottom), (x, bottom + 4)], INK, "solid", 0.8))
        found.append(_text(x, bottom + 16, text, 'text-anchor="middle"'))
    found.append(_path([(LEFT, TOP), (LEFT, bottom), (WIDTH - RIGHT, bottom)], INK, "solid", 1))
    found.append(_text((LEFT + WIDTH - RIGHT) / 2, bottom + 31, chart.x.label, 'text-anchor="middle"'))
    turned = f'text-anchor="middle" transform="rotate(-90 12 {(TOP + bottom) / 2})"'
    found.append(_text(12, (TOP + bottom) / 2, chart.y.label, turned))
    return found


def _series(chart: CurveChart, series: Series) -> list[str]:
    """Return the spread as a filled outline, the means as a line, and a dot per point if the series has markers."""
    known, found = ~np.isnan(series.y), []
    spread = known & ~np.isnan(series.sd)
    if spread.any() and not series.pinned:
        high, low = series.y + series.sd, series.y - series.sd
        x = [_x(chart.x, value) for value in series.x[spread]]
        edge = [(a, _y(chart.y, b)) for a, b in zip(x, high[spread], strict=True)]
        edge += [(a, _y(chart.y, b)) for a, b in zip(x[::-1], low[spread][::-1], strict=True)]
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in edge)
        found.append(f'<polygon points="{points}" fill="{series.colour}" fill-opacity="0.2"/>')
    line = [(_x(chart.x, a), _y(chart.y, b)) for a, b in zip(series.x[known], series.y[known], strict=True)]
    found.append(_path(line, series.colour, series.dash, 2))
    if series.marker:
        found += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6" fill="{series.colour}"/>' for x, y in line]
    return found


def _legend(chart: CurveChart) -> list[str]:
    names = [(one.name, one.colour, one.dash) for one in chart.series]
    names += [(f"{line.label} {100 * line.value:.1f} %", line.colour, line.dash) for line in chart.lines]
    columns = -(-len(names) // LEGEND_ROWS)
    step, found = (WIDTH - LEFT - RIGHT) / max(1, columns), []
    for place, (name, colour, dash) in enumerate(names):
        x, y = LEFT + place % columns * step, HEIGHT - BOTTOM + 47 + place // columns * 15
        found.append(_path([(x, y - 4), (x + 22, y - 4)], colour, dash, 2))
        found.append(_text(x + 26, y, name, ""))
    return found


def _caption(chart: CurveChart) -> list[str]:
    lines = wrap(chart.caption, 115)[:2]
    return [_text(LEFT, HEIGHT - 17 + 11 * i, line, 'font-size="9" fill="#666"') for i, line in enumerate(lines)]


def _x(axis: Axis, value: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * _share(axis, value)


def _y(axis: Axis, value: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * min(1.0, max(0.0, _share(axis, value)))


def _share(axis: Axis, value: float) -> float:
    """Return where a value lies between the ends of its axis, 0 to 1."""
    if axis.scale == "log":
        low, high, at = log10(axis.low), log10(axis.high), log10(max(value, axis.low))
    elif axis.scale == "log1p":
        low, high, at = log(1 + axis.low), log(1 + axis.high), log(1 + value)
    else:
        low, high, at = axis.low, axis.high, value
    return (at - low) / (high - low)


def _path(points: Sequence[tuple[float, float]], colour: str, dash: str, width: float) -> str:
    if not points or not all(isfinite(part) for point in points for part in point):
        return ""
    steps = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    lengths = DASHES.get(dash, dash.replace("px", ""))
    dashes = f' stroke-dasharray="{lengths}"' if lengths else ""
    return f'<path d="M{steps}" fill="none" stroke="{colour}" stroke-width="{width:g}"{dashes}/>'


def _text(x: float, y: float, text: str, how: str) -> str:
    fill = "" if "fill=" in how else f' fill="{INK}"'
    return f'<text x="{x:.1f}" y="{y:.1f}"{fill} {how}>{escape(text)}</text>'
