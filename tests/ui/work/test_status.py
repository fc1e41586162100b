"""The state machine of long work: every event in every state, without a page."""

import pytest

from cspa_explore.ui.work.status import (
    NEEDS_CLICK,
    UNDER_WAY,
    Agreed,
    Begun,
    Estimated,
    Prepared,
    Raised,
    Returned,
    Shown,
    State,
    Status,
    after,
)

NEW, PREPARING, ESTIMATING, WAITING, RUNNING, PARTIAL, CANCELLED, FAILED, DONE = State
CHANGES = [
    (Status(), Begun(), Status(PREPARING)),
    (Status(PREPARING), Prepared(), Status(RUNNING)),
    (Status(PREPARING), Prepared(estimates=True), Status(ESTIMATING)),
    (Status(PREPARING, seconds=60, agreed=True), Prepared(estimates=True), Status(RUNNING, seconds=60, agreed=True)),
    (Status(PREPARING), Returned(None, False), Status(CANCELLED)),
    (Status(PREPARING), Raised("No."), Status(FAILED, error="No.")),
    (Status(ESTIMATING), Estimated(10, 10), Status(RUNNING, seconds=10)),
    (Status(ESTIMATING), Estimated(11, 10), Status(WAITING, seconds=11)),
    (Status(ESTIMATING, agreed=True), Estimated(11, 10), Status(RUNNING, seconds=11, agreed=True)),
    (Status(ESTIMATING), Returned(None, False), Status(CANCELLED)),
    (Status(ESTIMATING), Raised("No."), Status(FAILED, error="No.")),
    (Status(WAITING, seconds=60), Agreed(), Status(seconds=60, agreed=True)),
    (Status(RUNNING), Shown("a part"), Status(PARTIAL, "a part")),
    (Status(RUNNING), Returned("all", True), Status(DONE, "all")),
    (Status(RUNNING), Returned("a part", False), Status(CANCELLED, "a part")),
    (Status(RUNNING), Returned(None, False), Status(CANCELLED)),
    (Status(RUNNING), Raised("No."), Status(FAILED, error="No.")),
    (Status(PARTIAL, "a part"), Shown("more"), Status(PARTIAL, "more")),
    (Status(PARTIAL, "a part"), Returned("all", True), Status(DONE, "all")),
    (Status(PARTIAL, "a part"), Returned("more", False), Status(CANCELLED, "more")),
    (Status(PARTIAL, "a part"), Raised("No."), Status(FAILED, "a part", error="No.")),
    (Status(CANCELLED, "a part"), Agreed(), Status(agreed=True)),
    (Status(FAILED, error="No."), Agreed(), Status(agreed=True)),
]
EVENTS = [Begun(), Prepared(), Estimated(11, 10), Shown("a part"), Returned("all", True), Raised("No."), Agreed()]


@pytest.mark.parametrize(("before", "event", "then"), CHANGES, ids=lambda value: getattr(value, "state", value))
def test_what_changes(before, event, then):
    assert after(before, event) == then


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
@pytest.mark.parametrize("state", State, ids=lambda state: state.name)
def test_nothing_else_changes(state, event):
    listed = {(before.state, type(change)) for before, change, _ in CHANGES}
    if (state, type(event)) not in listed:
        assert after(Status(state, "a part"), event) == Status(state, "a part")


def test_every_state_is_new_or_done_or_under_way_or_needs_a_click():
    assert UNDER_WAY | NEEDS_CLICK | {NEW, DONE} == set(State)
    assert not UNDER_WAY & NEEDS_CLICK
