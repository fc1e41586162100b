"""The editor of a user's own points: clicks on a plane, and a table; both edit the same list."""

import hashlib
from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from cspa_explore.charts.colours import classes
from cspa_explore.datasets.own_points import KEY, Point, pasted_rows, rows_of, text_of
from cspa_explore.datasets.toys import MOST_POINTS
from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.player.component import component
from cspa_explore.player.replay import MOST_CLASSES
from cspa_explore.ui.session import state
from cspa_explore.ui.session.changes import with_points
from cspa_explore.ui.session.questions import question_of

ANSWERED = "points_answered"  # the number of the last request of the plane


def edit_points(experiment: Experiment) -> None:
    """Draw the editor if the experiment plays the user's own points."""
    if experiment.stream.spec.key != KEY:
        return
    editor = st.expander("Edit your points", expanded=True, key="points_open", on_change="rerun")
    if not editor.open:
        return
    with editor:
        draw_editor(experiment)


def draw_editor(experiment: Experiment, where: str = "") -> None:
    """Draw the plane, the table and the field for pasted rows; `where` tells two editors apart."""
    rows = rows_of(experiment.stream.dataset)
    if where:
        st.caption("Click the plane to add a point of the chosen class. Drag one to move it, click it to remove it.")
    data = {
        "points": [list(row) for row in rows], "classes": classes(MOST_CLASSES), "most": MOST_POINTS,
        "answer": st.session_state.get(f"{ANSWERED}{where}", 0),
    }  # fmt: skip
    component("points_editor")(data=data, key=f"points_editor{where}", on_ask_change=lambda: _clicked(where))
    if st.toggle("As a table", key=f"points_as_table{where}"):
        _table(rows, where)
    if where:
        key = "pasted_points"
        st.text_area("Paste a table: one point per line, x y class", key=key, placeholder="0.5 1.2 1\n-1, 0.3, 2")
        st.button("Take these points", key="take_pasted", on_click=_pasted, args=(key,))


def _table(rows: Sequence[Point], where: str) -> None:
    """Draw the points as a table. Its key depends on the points: Streamlit keeps edits relative to the rows as sent."""
    frame = pd.DataFrame([tuple(row) for row in rows], columns=["x", "y", "class"])
    key = f"points{where}_{hashlib.sha256(repr(rows).encode()).hexdigest()[:12]}"
    number = {"x": st.column_config.NumberColumn(required=True), "y": st.column_config.NumberColumn(required=True)}
    label = st.column_config.NumberColumn(min_value=1, max_value=26, step=1, required=True)
    st.data_editor(
        frame, key=key, num_rows="dynamic", hide_index=True, height=240, column_config=number | {"class": label},
        on_change=_edited, args=(rows, key),
    )  # fmt: skip


def _clicked(where: str = "") -> None:
    question = question_of(f"points_editor{where}", "ask")
    if not question:
        return
    st.session_state[f"{ANSWERED}{where}"] = question["number"]
    _take([(float(x), float(y), int(label)) for x, y, label in question["points"]])


def _pasted(key: str) -> None:
    try:
        _take(pasted_rows(st.session_state[key]))
    except UserError as error:
        state.refuse(str(error))


def _edited(rows: Sequence[Point], key: str) -> None:
    _take(edited(rows, st.session_state[key]))


def edited(rows: Sequence[Point], changes: dict[str, Any]) -> list[tuple[float, float, int]]:
    """Return the points after the changes of a table, without rows that are not complete yet.

    >>> changes = {"edited_rows": {0: {"class": 3}}, "deleted_rows": [1], "added_rows": [{"x": 5}]}
    >>> edited([Point(0, 1, 1), Point(1, 0, 2)], changes)
    [(0.0, 1.0, 3)]
    """
    names = ("x", "y", "class")
    kept = [dict(zip(names, row, strict=True)) for row in rows]
    for place, values in changes["edited_rows"].items():
        kept[int(place)] |= values
    kept = [row for place, row in enumerate(kept) if place not in changes["deleted_rows"]] + changes["added_rows"]
    whole = [row for row in kept if all(row.get(name) is not None for name in names)]
    return [(float(row["x"]), float(row["y"]), int(row["class"])) for row in whole]


def _take(points: list[tuple[float, float, int]]) -> None:
    try:
        text = text_of(points)
    except UserError as error:
        state.refuse(str(error))
        return
    accepted = state.change(lambda now: with_points(now, text))
    used = {label for _, _, label in points}
    if accepted and max(used) > len(used):
        state.tell(f"Classes without points are left out: your classes are now 1 to {len(used)}.")
