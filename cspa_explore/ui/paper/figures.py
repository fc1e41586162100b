"""The Figures tab: each figure of the paper from the shipped results, beside what the paper concludes from it."""

from dataclasses import replace
from typing import NamedTuple

import streamlit as st

from cspa_explore.charts.description import CurveChart
from cspa_explore.charts.svg_renderer import sheet
from cspa_explore.errors import UserError
from cspa_explore.paper.figures import TITLES, Panel, frame_of, shipped_panels
from cspa_explore.results.csv_form import csv_of
from cspa_explore.ui.controls.bound import bound
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.paper.claims import known_claims
from cspa_explore.ui.paper.controls import FIGURES, USUAL, Choice
from cspa_explore.ui.session import lesson, state
from cspa_explore.ui.shell import below, foot

COLUMNS = 3
SMALL = 350  # pixels, the height of one of several panels
TWO_COLUMNS = {"entrywidthmode": "fraction", "entrywidth": 0.5, "font": {"size": 11}}


class Said(NamedTuple):
    """A figure in words."""

    concludes: str  # the paper, in our words
    reads: str  # how to read it here
    claims: tuple[str, ...]  # keys of the claims that rest on it


SAID = {
    1: Said(
        "Noise lowers the ratio for every β, but a small β loses less. Inside the range that the theorem covers, "
        "0 < β < 1/(K−1), CSPA loses least.",
        "One curve per noise σ (a variance here); the theory range is shaded.",
        ("robust",),
    ),
    2: Said(
        "The same holds on real data: with noise, values of β inside the theory range are the safe ones. On clean "
        "data the range is not necessarily better.",
        "The paper states no σ for real data, so the σ are ours (a standard deviation per feature).",
        ("robust", "clean"),
    ),
    3: Said(
        "With linear scores, CSPA beats the other three on five of the six data sets and keeps up on the sixth. Its "
        "bands are narrower: it is more stable.",
        "Each learner at its best value in hindsight, as in the paper.",
        ("linear", "stable"),
    ),
    4: Said(
        "With a Gaussian kernel, CSPA beats the other three on almost all data sets.",
        "Each learner at its best value in hindsight, as in the paper.",
        ("kernel",),
    ),
}


def figures_tab(choice: Choice) -> None:
    """Draw the chosen figure."""
    number = choice.figure
    if lesson.shows("page"):
        _chooser(choice)
    said = SAID[number]
    computed = " ".join(claim.numbers for claim in known_claims() if claim.key in said.claims)
    shown = f"**Computed here:** {escaped(computed)}" if computed else ""
    st.markdown(f"**The paper concludes:** {said.concludes}  \n{shown} {said.reads}")
    try:
        panels = shipped_panels(number, window=choice.window)
    except UserError as error:
        st.error(escaped(str(error)))
        return
    notes = {panel.note for panel in panels if panel.chart is not None}
    for start in range(0, len(panels), COLUMNS):
        some = panels[start : start + COLUMNS]
        for place, panel in zip(st.columns(COLUMNS if len(panels) > 1 else 1), some, strict=False):
            with place:
                _panel(panel, small=len(panels) > 1, noted=len(notes) > 1)
    if len(notes) == 1:
        st.caption(escaped(*notes))
    with below("figures"):
        _files(number, panels)
    foot(f"Figure {number} · {TITLES[number]}")


def _chooser(choice: Choice) -> None:
    number = choice.figure
    with st.container(key="paper_figure", horizontal=True, vertical_alignment="bottom"):
        st.segmented_control(
            "Figure", list(FIGURES), default=str(number), key=bound("fig", str(number)), on_change=_figure,
            format_func=lambda text: f"Figure {text}", required=True, label_visibility="collapsed",
        )  # fmt: skip
        if number > 2:
            st.toggle(
                "Show the ratio of every 100 rounds",
                choice.window,
                key=bound("window", choice.window),
                on_change=_window,
            )


def _panel(panel: Panel, small: bool, noted: bool) -> None:
    """Draw a panel; a small one has no caption of its own, and short names in two columns."""
    from cspa_explore.charts.plotly_renderer import figure  # imported lazily, because Plotly is slow to import

    st.markdown(f"## {escaped(panel.title)}")
    if panel.chart is None:
        st.info(escaped(panel.note))
        return
    drawn = figure(short(panel.chart), height=SMALL) if small else figure(panel.chart)
    if small:
        drawn.update_layout(legend=TWO_COLUMNS)
    st.plotly_chart(drawn, key=f"figure_{panel.figure}_{panel.dataset}", alt=panel.chart.alt)
    if noted:
        st.caption(escaped(panel.note))


def short(chart: CurveChart) -> CurveChart:
    """Return the chart with short texts: names without values, one label for both ranges of β, no caption."""
    series = tuple(replace(one, name=one.name.split(", ")[0]) for one in chart.series)
    labels = [f"β ≤ {band.at}" if i == 0 else "" for i, band in enumerate(chart.bands)]
    bands = tuple(replace(band, label=label, at="") for band, label in zip(chart.bands, labels, strict=True))
    return replace(chart, series=series, bands=bands, caption="")


def _files(number: int, panels: tuple[Panel, ...]) -> None:
    """Offer the figure as files, and the command that recomputes it."""
    drawn = [panel for panel in panels if panel.chart is not None]
    more = st.expander("Data, files and command line", key="more_figure", on_change="rerun")
    if not more.open or not drawn:
        return
    with more:
        frame = frame_of(panels)
        st.dataframe(frame, key="figure_numbers", hide_index=True)
        with st.container(key="paper_figure_files", horizontal=True):
            for label, ending, content in _contents(number, drawn, csv_of(frame)):
                name = f"figure{number}.{ending}"
                st.download_button(label, content, name, key=f"get_{name}", on_click="ignore")
        st.code(f"python -m cspa_explore figure {number}", language=None)


def _contents(number: int, drawn: list[Panel], csv: str) -> list[tuple[str, str, str]]:
    """Return label, ending and content of each file."""
    from cspa_explore.charts.html_page import html_page  # imported lazily, because Plotly is slow to import

    title = f"Figure {number}: {TITLES[number]}"
    charts = [(panel.title, panel.chart, panel.note) for panel in drawn if panel.chart is not None]
    picture = sheet([(name, chart) for name, chart, _ in charts], title)
    return [("CSV", "csv", csv), ("SVG", "svg", picture), ("HTML", "html", html_page(title, charts))]


def _figure() -> None:
    figure = st.session_state.w_fig
    state.show(fig=None if figure == USUAL["fig"] else figure)


def _window() -> None:
    state.show(window="100" if st.session_state.w_window else None)
