"""The β Lab's numbers as charts, as tables and as files."""

import json

import streamlit as st

from cspa_explore.experiments.command import recommend_command, sweep_command
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.plan import Plan
from cspa_explore.results.contest import ContestResult
from cspa_explore.results.csv_form import csv_of
from cspa_explore.results.sweep import SweepResult
from cspa_explore.ui.controls.downloads import settings_download
from cspa_explore.ui.lab.picture import charts_of, decision_of


def numbers(
    experiment: Experiment, plan: Plan, result: SweepResult, contest: ContestResult | None, keys: tuple[str, ...]
) -> None:
    """Offer the sweep and the comparison as Plotly charts, as tables, as files, and as command lines."""
    more = st.expander("Data, CSV and command line", key="more_sweep", on_change="rerun")
    if more.open:  # Streamlit runs the body of a closed expander too
        from cspa_explore.charts.plotly_renderer import figure  # imported lazily, because Plotly is slow to import

        with more:
            curves, cells = charts_of(plan, result, experiment)
            st.plotly_chart(figure(curves), key="sweep_curves", alt=curves.alt)
            st.plotly_chart(figure(cells, dark=st.context.theme.type == "dark"), key="sweep_map", alt=cells.alt)
            st.dataframe(curves.table(), key="sweep_numbers", hide_index=True)
            if contest is not None:
                known = contest.to_frame().dropna(axis=1, how="all")  # few seeds have no honest score
                st.dataframe(known, key="contest_numbers", hide_index=True)
            _downloads(experiment, plan, result, contest)
            st.markdown("The same numbers from the command line: the sweep, the decision with the learners")
            st.code(sweep_command(plan), language=None, wrap_lines=True)
            st.code(recommend_command(experiment, plan, keys), language=None, wrap_lines=True)


def _downloads(experiment: Experiment, plan: Plan, result: SweepResult, contest: ContestResult | None) -> None:
    """Offer the numbers and the plan as files."""
    decision = decision_of(plan, experiment, result)
    files = [
        ("Numbers as CSV", csv_of(result.to_frame()), "sweep.csv"),
        ("Everything as JSON", result.to_json(), "sweep.json"),
    ]
    if decision is not None:
        files.append(("Decision as JSON", json.dumps(decision.fields(), ensure_ascii=False), "decision.json"))
    if contest is not None:
        files.append(("Learners as CSV", csv_of(contest.to_frame()), "learners.csv"))
        files.append(("Learners as JSON", contest.to_json(), "learners.json"))
    with st.container(key="lab_files", horizontal=True):
        for label, content, name in files:
            st.download_button(label, content, name, key=f"get_{name}", on_click="ignore")
        settings_download(experiment, st.container(width="content"), plan)
