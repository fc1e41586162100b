"""An opened cell: its numbers in a sentence, its curve, all values that were tried, and its command."""

from dataclasses import replace

import streamlit as st

from cspa_explore.charts.description import BarChart, CurveChart
from cspa_explore.datasets import describe
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.learners.text import spec_of
from cspa_explore.paper.cells import Cell
from cspa_explore.paper.protocol import VARIANTS, how_to_get
from cspa_explore.paper.published import TABLES
from cspa_explore.results.csv_form import csv_of
from cspa_explore.results.points import mean_words
from cspa_explore.ui.classroom.from_state import ask_about
from cspa_explore.ui.controls.bound import bound
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.paper.cell_charts import cell_curves, grid_chart, grid_frame
from cspa_explore.ui.paper.controls import BASELINE, Choice, Opened, open_cell
from cspa_explore.ui.paper.live import live_panel, tasks_of
from cspa_explore.ui.paper.shown import Ours, ShownRow, ShownTable
from cspa_explore.ui.session import lesson, state
from cspa_explore.ui.session.link import to_query
from cspa_explore.ui.shell import below, foot
from cspa_explore.wording import counted

CURVES = {"": "ratio so far", "100": "every 100 rounds"}


def cell_title(choice: Choice, table: ShownTable) -> str:
    """Return the headline of the opened cell."""
    opened = choice.cell
    assert opened is not None
    row = next(row for row in table.rows if row.row.key == opened.dataset)
    one = entry_of(row, opened, table, choice)
    name = f"{spec_of(opened.learner).label} on {row.row.name}"
    if one is None or one.cell is None:
        return f"{name}: not played yet"
    ours = f"{100 * one.mean:.1f} % right here"
    return f"{name}: {ours}, {100 * one.paper.mean:.1f} % in the paper" if one.paper else f"{name}: {ours}"


def cell_view(choice: Choice, table: ShownTable) -> None:
    """Draw the opened cell."""
    opened = choice.cell
    assert opened is not None
    row = next(row for row in table.rows if row.row.key == opened.dataset)
    if lesson.shows("page"):
        chooser(choice, row)
    one = entry_of(row, opened, table, choice)
    if one is None or one.cell is None:
        st.info(escaped(how_to_get(opened.dataset) or "This learner has no shipped result on this data set."))
    else:
        if describe(opened.dataset).present:
            ask_about(run_of(one.cell), one.cell.rounds)
        st.markdown(summary(one, table))
        _charts(choice, row, one.cell)
    with below("cell"):
        if one is not None and one.cell is not None:
            _behind(one.cell)
        if lesson.shows("page"):
            live_panel(
                tasks_of(opened.table, choice.variant, (opened.dataset,)), f"Play {row.row.name} here", "run_set"
            )
    note = VARIANTS[one.variant if one is not None else choice.variant].note
    foot(f"Table {opened.table} · {row.row.name} · {note.rstrip('.')}")


def entry_of(row: ShownRow, opened: Opened, table: ShownTable, choice: Choice) -> Ours | None:
    """Return the opened learner's numbers, also if its table does not show it."""
    for one in row.ours:
        if one.learner == opened.learner and (one.variant == BASELINE) == (opened.variant == BASELINE):
            return one
    entries = next(found for found in table.source.rows if found.row.key == opened.dataset).entries
    named = (opened.learner, opened.variant)
    found = next((one for one in entries if (one.learner, one.variant) == named), None)
    return Ours(row.row, *named, found.paper, found.cell, choice.honest, False) if found else None


def chooser(choice: Choice, row: ShownRow) -> None:
    """Draw the way back, and the choice of another data set or learner."""
    opened = choice.cell
    assert opened is not None
    texts = {one.learner: Opened(opened.table, opened.dataset, one.learner, one.variant).text for one in row.main}
    shown = {text: spec_of(key).label for key, text in texts.items()}
    shown.setdefault(opened.text, "baseline code" if opened.variant == BASELINE else spec_of(opened.learner).label)
    names = {paper.key: paper.name for paper in TABLES[opened.table]}
    with st.container(key="paper_cell", horizontal=True, vertical_alignment="bottom"):
        st.button(f"← Table {opened.table}", key="paper_back", on_click=open_cell, args=(None,))
        st.selectbox(
            "Data set", list(names), list(names).index(opened.dataset), format_func=names.__getitem__, width=190,
            key=bound("paper_set", opened.dataset), on_change=_other_set, args=(opened,),
        )  # fmt: skip
        st.segmented_control(
            "Learner", list(shown), default=opened.text, format_func=shown.__getitem__, on_change=_other_learner,
            key=bound("paper_learner", opened.text), required=True,
        )  # fmt: skip
        window = "100" if choice.window else ""
        st.segmented_control(
            "Curve", list(CURVES), default=window, format_func=CURVES.__getitem__, key=bound("window", window),
            on_change=_window, required=True,
        )  # fmt: skip


def _other_set(opened: Opened) -> None:
    open_cell(opened._replace(dataset=st.session_state.w_paper_set).text)


def _other_learner() -> None:
    open_cell(st.session_state.w_paper_learner)


def _window() -> None:
    state.show(window=st.session_state.w_window or None)


def summary(one: Ours, table: ShownTable) -> str:
    """Return the cell's numbers as Markdown: ours, the paper's, the honest choice, and inputs that are not scaled."""
    cell = one.cell
    assert cell is not None
    name = f"**{escaped(cell.label)} on {escaped(one.row.name)}**"
    n = len(cell.candidates)
    ours = f"{mean_words(cell.mean, cell.sd)} right (mean ± sd, {len(cell.played)} trials)"
    at = f" at {cell.best_value}, the best of {n} in hindsight" if n > 1 else ""
    honest = f"Chosen on other seeds than scored: {mean_words(cell.honest_mean, cell.honest_sd)}."
    known = [] if n == 1 or cell.choice.provisional else [escaped(honest)]
    lines = [f"{name}: {escaped(ours + at)}."]
    lines += known if one.honest else []  # before the difference to the paper, which is then that of the honest choice
    if one.paper is not None and one.variant != BASELINE:
        far = abs(one.difference)
        side = "above" if one.difference > 0 else "below"
        lines.append(escaped(f"The paper has {one.paper.words} %: ours is {far:.1f} pooled sd {side}."))
    if one.reason:
        lines.append(escaped("Unexplained." if one.reason == "unexplained" else one.reason))
    if one.variant == BASELINE:
        lines.append(escaped(VARIANTS[BASELINE].note))
    lines += [] if one.honest else known
    lines += [escaped(text) for text in _other_inputs(one, table)]
    return " ".join(lines)


def _other_inputs(one: Ours, table: ShownTable) -> list[str]:
    """Return our number with inputs scaled and with inputs not scaled, whichever is not shown."""
    other = {"paper": "unscaled", "unscaled": "paper"}.get(one.variant, "")
    for row in table.source.rows:
        for found in row.entries:
            if (found.row.key, found.learner, found.variant) == (one.row.key, one.learner, other) and found.cell:
                cell = found.cell
                label = "With inputs not scaled" if other == "unscaled" else "With inputs scaled to length 1"
                return [f"{label}: {mean_words(cell.mean, cell.sd)} at {cell.best_value}."]
    return []


def _charts(choice: Choice, row: ShownRow, cell: Cell) -> None:
    others = [one.cell for one in row.main if one.cell is not None and one.cell is not cell]
    left, right = st.columns([3, 2])
    curves = cell_curves(row.row, [cell, *others], choice.window)
    grid = grid_chart(cell)
    left.markdown(f"## Curves on {escaped(row.row.name)}")
    _draw(left, curves, "cell_curves")
    right.markdown(f"## {counted(len(cell.candidates), 'candidate')} of {escaped(cell.label)}")
    _draw(right, grid, "cell_grid")


def _draw(place: st.delta_generator.DeltaGenerator, chart: CurveChart | BarChart, key: str) -> None:
    from cspa_explore.charts.plotly_renderer import figure  # imported lazily, because Plotly is slow to import

    place.plotly_chart(figure(replace(chart, caption="")), key=key, alt=chart.alt)


def _behind(cell: Cell) -> None:
    """Draw the command, what recorded the numbers, the tables, the files and the way into the Arena."""
    st.markdown("The command that recomputes this cell:")
    st.code(cell.command, language=None, wrap_lines=True)
    if cell.provenance is not None:
        st.caption(escaped(f"Recorded by {cell.provenance.words}."))
    frame = grid_frame(cell)
    more = st.expander("All candidates, trial by trial", key="paper_grid", on_change="rerun")
    if more.open:
        more.dataframe(frame, key="paper_grid_numbers", hide_index=True)
    with st.container(key="paper_cell_files", horizontal=True):
        name = f"table{cell.table}_{cell.dataset}_{cell.learner}"
        st.download_button("Candidates as CSV", csv_of(frame), f"{name}.csv", key="get_candidates", on_click="ignore")
        if describe(cell.dataset).present and lesson.shows("page"):
            st.button("Watch this run in the Arena", key="paper_watch", on_click=_watch, args=(cell,))


def run_of(cell: Cell) -> Experiment:
    """Return the run of the chosen candidate on its stream."""
    return Experiment(cell.stream, (cell.chosen.learner,), len(cell.seeds))


def _watch(cell: Cell) -> None:
    """Open the Arena with the cell's run."""
    state.open_link("arena", {**to_query(run_of(cell)), "t": str(cell.rounds)})
