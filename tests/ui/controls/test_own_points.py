"""The user's own points: as rows, as text, and after edits in the table."""

import pytest
import streamlit
from hypothesis import given
from hypothesis import strategies as st

from cspa_explore.datasets import DATASETS, describe
from cspa_explore.datasets.own_points import Point, labels_from_one, pasted_rows, rows_of, text_of
from cspa_explore.errors import UserError
from cspa_explore.ui.controls import own_points
from cspa_explore.ui.controls.own_points import ANSWERED, edited

ROWS = [Point(0, 1, 1), Point(1, 0, 2), Point(-1, 0, 3)]
NUMBER = st.integers(-500, 500).map(lambda value: value / 100)


@given(st.lists(st.tuples(NUMBER, NUMBER, st.integers(1, 8)), min_size=2, max_size=20))
def test_rows_and_text_are_the_same_points(rows):
    used = sorted({label for _, _, label in rows})
    if len(used) < 2:
        with pytest.raises(UserError, match=r"need at least two classes, got 1\."):
            text_of(rows)
        return
    text = text_of(rows)
    assert len(used) == describe(text).shape.K
    assert rows_of(text) == [(x, y, used.index(label) + 1) for x, y, label in rows]
    assert labels_from_one(text) is None, "labels in a written text start at 0"
    assert labels_from_one(text_with(rows, used, 1))[0] == text


def text_with(rows, used, first):
    return f"points({'; '.join(f'{x:g} {y:g} {used.index(label) + first}' for x, y, label in rows)})"


def test_too_many_points_are_refused():
    with pytest.raises(UserError, match="at most 500, got 501"):
        text_of([(0, i, 1 + i % 2) for i in range(501)])


def test_a_pasted_table_may_begin_with_a_blank_line_and_a_header():
    assert pasted_rows("\n x y class\n0.5 1 1\n-1 0.3 2") == [(0.5, 1, 1), (-1, 0.3, 2)]


@pytest.mark.parametrize("line", ["0.5 nan 1", "nan 0.5 1", "0 inf 1", "0 1 27", "0 1", "x y class", "0 1 1 1"])
def test_a_pasted_line_that_is_no_point_is_named(line):
    with pytest.raises(UserError, match=rf"Line 2 must be x y class \(1 to 26\), got '{line}'\."):
        pasted_rows(f"0.5 1 1\n{line}\n1 1 2")


def test_the_example_has_three_classes_of_four_points():
    assert describe(DATASETS["points"].example).shape.counts == (4, 4, 4)


@pytest.mark.parametrize(
    ("changes", "after"),
    [
        ({}, [(0, 1, 1), (1, 0, 2), (-1, 0, 3)]),
        ({"edited_rows": {1: {"class": 4, "x": 0.5}}}, [(0, 1, 1), (0.5, 0, 4), (-1, 0, 3)]),
        ({"deleted_rows": [0, 2]}, [(1, 0, 2)]),
        ({"added_rows": [{"x": 2, "y": 3, "class": 1}]}, [(0, 1, 1), (1, 0, 2), (-1, 0, 3), (2, 3, 1)]),
        ({"added_rows": [{"x": 2}, {}]}, [(0, 1, 1), (1, 0, 2), (-1, 0, 3)]),
        ({"edited_rows": {0: {"y": None}}, "deleted_rows": [1]}, [(-1, 0, 3)]),
    ],
)
def test_edits_of_the_table(changes, after):
    assert edited(ROWS, {"edited_rows": {}, "deleted_rows": [], "added_rows": []} | changes) == after


@pytest.mark.parametrize(
    "text",
    ["iris", "points", "points()", "points(0 1 0; 1 0 1)", "points(0 1 1)", "points(0 1 1; 1 0 3)",
     "points(0 1 a; 1 0 2)", "points(0 1; 1 0 2)", "pointers(0 1 1; 1 0 2)", "points(0 1 1; 1 0 2",
     "points(0 1 -1; 1 0 1)"],
)  # fmt: skip
def test_other_texts_are_left_as_they_are(text):
    assert labels_from_one(text) is None


class Session(dict):
    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__


@pytest.mark.parametrize(
    "asked", [{}, {"points_editor": None}, {"points_editor": {}}, {"points_editor": {"ask": None}}]
)
def test_a_question_that_is_gone_changes_nothing(monkeypatch, asked):
    state = Session(asked)
    monkeypatch.setattr(streamlit, "session_state", state)
    own_points._clicked()
    assert state == asked, "no answer, no error message, no other points"


@pytest.mark.parametrize("accepted", [True, False])
def test_only_an_accepted_change_says_that_classes_were_left_out(monkeypatch, accepted):
    told, asked = [], {"number": 3, "points": [[0, 1, 1], [1, 0, 3]]}
    monkeypatch.setattr(streamlit, "session_state", Session(points_editor={"ask": asked}))
    monkeypatch.setattr(own_points.state, "change", lambda make: accepted)
    monkeypatch.setattr(own_points.state, "tell", told.append)
    own_points._clicked()
    assert streamlit.session_state[ANSWERED] == 3
    assert told == (["Classes without points are left out: your classes are now 1 to 2."] if accepted else [])
