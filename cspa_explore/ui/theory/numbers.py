"""The Theory page's numbers as a chart, as a table and as files."""

from shlex import quote

import streamlit as st

from cspa_explore.charts.theory import bound_chart
from cspa_explore.experiments.command import run_command
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.results.csv_form import csv_of
from cspa_explore.theory.cover import SCALED, Cover
from cspa_explore.ui.controls.downloads import settings_download


def theory_command(experiment: Experiment, found: Cover) -> str:
    """Return the command line that prints the same verdict."""
    flags = run_command(experiment).removeprefix("python -m cspa_explore run")
    scale = f" --scale {found.scale!r}" if found.name in SCALED else ""
    shown = f"--statement {quote(found.statement.key)} --comparator {quote(found.name)}{scale}"
    return f"python -m cspa_explore theory{flags} {shown}"


def numbers(experiment: Experiment, found: Cover) -> None:
    """Offer the chart in Plotly, the table behind it, files, and the command line."""
    more = st.expander("Data, CSV and command line", key="more_theory", on_change="rerun")
    if not more.open:  # Streamlit runs the body of a closed expander too
        return
    from cspa_explore.charts.plotly_renderer import figure  # imported lazily, because Plotly is slow to import

    with more:
        chart = bound_chart(found, str(experiment.stream))
        st.plotly_chart(figure(chart), key="bound_chart", alt=chart.alt)
        table = chart.table()
        st.dataframe(table, key="bound_numbers", hide_index=True)
        left, right = st.columns(2)
        left.download_button(
            "Numbers as CSV",
            csv_of(table),
            "bound.csv",
            key="get_bound.csv",
            on_click="ignore",
            width="stretch",
        )
        settings_download(experiment, right)
        st.markdown("The same numbers from the command line:")
        st.code(theory_command(experiment, found), language=None, wrap_lines=True)
