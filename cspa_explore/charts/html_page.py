"""Several charts as one interactive HTML page that works without a network: Plotly's script is inside it once."""

from collections.abc import Sequence
from html import escape

from cspa_explore.charts.description import CurveChart
from cspa_explore.charts.plotly_renderer import figure

_STYLE = "<style>body{font:14px sans-serif;max-width:1000px;margin:1em auto}h2{margin:1.5em 0 0}</style>"


def html_page(title: str, panels: Sequence[tuple[str, CurveChart, str]], words: str = "") -> str:
    """Return the page; a panel is its title, its chart and a sentence below it."""
    parts = [f"<!doctype html><html lang=en><meta charset=utf-8><title>{escape(title)}</title>{_STYLE}"]
    parts.append(f"<h1>{escape(title)}</h1><p>{escape(words)}</p>")
    for place, (name, chart, note) in enumerate(panels):
        drawn = figure(chart).to_html(full_html=False, include_plotlyjs=place == 0, config={"displaylogo": False})
        parts.append(f"<h2>{escape(name)}</h2><p>{escape(note)}</p>{drawn}")
    return "\n".join([*parts, "</html>", ""])
