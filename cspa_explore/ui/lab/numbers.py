"""The β Lab's numbers as charts, as a table and as files."""

import streamlit as st

from cspa_explore.charts.sweeps import sweep_curves, sweep_map
from cspa_explore.results.sweep import SweepResult
from cspa_explore.ui.controls.downloads import settings_download
from cspa_explore.ui.lab.picture import sentences
from cspa_explore.ui.lab.plan import Plan, command, plan_fields
from cspa_explore.ui.session.settings import Settings


def numbers(settings: Settings, plan: Plan, result: SweepResult) -> None:
    """Offer the sweep as Plotly charts, the table behind them, files, and the command line."""
    more = st.expander("The same as charts, and the numbers behind them", key="more_sweep", on_change="rerun")
    if more.open:  # Streamlit runs the body of a closed expander too
        with more:
            st.plotly_chart(sweep_curves(result), key="sweep_curves", alt=" ".join(sentences(plan, result)))
            st.plotly_chart(sweep_map(result), key="sweep_map", alt="The same as a map of σ and the parameter")
            st.dataframe(result.to_frame(), key="sweep_numbers", hide_index=True)
            _downloads(settings, plan, result)


def _downloads(settings: Settings, plan: Plan, result: SweepResult) -> None:
    """Offer the numbers and the plan as files, and the command line that prints the same numbers."""
    table, everything, config = st.columns(3)
    files = (
        (table, "Numbers as CSV", result.to_frame().to_csv(index=False), "sweep.csv"),
        (everything, "Everything as JSON", result.to_json(), "sweep.json"),
    )
    for place, label, content, name in files:
        place.download_button(label, content, name, key=f"get_{name}", on_click="ignore", width="stretch")
    settings_download(settings, config, plan_fields(plan))
    st.markdown("The same numbers from the command line:")
    st.code(command(plan), language=None, wrap_lines=True)
