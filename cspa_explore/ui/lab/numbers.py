"""The β Lab's numbers as charts, as a table and as files."""

import streamlit as st

from cspa_explore.experiments.command import sweep_command
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.plan import Plan
from cspa_explore.results.sweep import SweepResult
from cspa_explore.ui.controls.downloads import settings_download
from cspa_explore.ui.lab.picture import charts_of


def numbers(experiment: Experiment, plan: Plan, result: SweepResult) -> None:
    """Offer the sweep as Plotly charts, the table behind them, files, and the command line."""
    more = st.expander("The same as charts, and the numbers behind them", key="more_sweep", on_change="rerun")
    if more.open:  # Streamlit runs the body of a closed expander too
        from cspa_explore.charts.plotly_renderer import figure  # imported lazily, because Plotly is slow to import

        with more:
            curves, cells = charts_of(plan, result)
            st.plotly_chart(figure(curves), key="sweep_curves", alt=curves.alt)
            st.plotly_chart(figure(cells, dark=st.context.theme.type == "dark"), key="sweep_map", alt=cells.alt)
            st.dataframe(curves.table(), key="sweep_numbers", hide_index=True)
            _downloads(experiment, plan, result)


def _downloads(experiment: Experiment, plan: Plan, result: SweepResult) -> None:
    """Offer the numbers and the plan as files, and the command line that prints the same numbers."""
    table, everything, config = st.columns(3)
    files = (
        (table, "Numbers as CSV", result.to_frame().to_csv(index=False), "sweep.csv"),
        (everything, "Everything as JSON", result.to_json(), "sweep.json"),
    )
    for place, label, content, name in files:
        place.download_button(label, content, name, key=f"get_{name}", on_click="ignore", width="stretch")
    settings_download(experiment, config, plan)
    st.markdown("The same numbers from the command line:")
    st.code(sweep_command(plan), language=None, wrap_lines=True)
