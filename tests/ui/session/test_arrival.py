"""Address, session and event decide the state: a table of cases."""

import pytest

from cspa_explore.experiments.experiment import FIRST
from cspa_explore.ui.session.arrival import Event, Session, arrive
from tests.page_links import BAD, GOOD, LINKS, NAMES, PAGES

QUIET = FIRST.but(sigma=0.5)
ON_ARENA = Session(QUIET, page="arena", written={"v": "2", "sig": "0.5"})
VISIT, STAY, ASKED = Event("microscope"), Event("arena"), Event("arena", asked=True)


@pytest.mark.parametrize(
    ("why", "address", "session", "event", "sigma", "said"),
    [
        ("a first visit without a query", {}, None, STAY, 0.25, {"v": "2"}),
        ("a first visit by a link", {"sig": "1"}, None, STAY, 1.0, {"v": "2", "sig": "1"}),
        ("a link of version 1", {"v": "1", "sig": "0.5"}, None, STAY, 0.5, {"v": "2", "sig": "0.5"}),
        ("a link without a version", {"sig": "0.5"}, None, STAY, 0.5, {"v": "2", "sig": "0.5"}),
        ("a rerun: the address is what was written", {"v": "2", "sig": "0.5"}, ON_ARENA, STAY, 0.5, ON_ARENA.written),
        ("the browser's keys do not count", {"v": "2", "sig": "0.5", "t": "7"}, ON_ARENA, STAY, 0.5,
         {**ON_ARENA.written, "t": "7"}),
        ("a widget was used: the address is stale", {"v": "2", "sig": "1"}, ON_ARENA, Event("arena", acted=True), 0.5,
         ON_ARENA.written),
        ("navigation empties the address", {}, ON_ARENA, VISIT, 0.5, ON_ARENA.written),
        ("navigation keeps a browser's key", {"t": "9"}, ON_ARENA, VISIT, 0.5, {**ON_ARENA.written, "t": "9"}),
        ("an old address: the browser has yet to get the one written last", {"v": "2", "sig": "1"}, ON_ARENA, STAY, 0.5,
         ON_ARENA.written),
        ("Back, or a link within the app", {"v": "2", "sig": "1"}, ON_ARENA, ASKED, 1.0, {"v": "2", "sig": "1"}),
        ("a link of version 1 within the app", {"sig": "1"}, ON_ARENA, ASKED, 1.0, {"v": "2", "sig": "1"}),
        ("Back after a change that the address does not have yet", {"v": "2", "sig": "1"}, ON_ARENA,
         Event("arena", acted=True, asked=True), 1.0, {"v": "2", "sig": "1"}),
        ("Back to the entry before the first address", {}, ON_ARENA, ASKED, 0.5, ON_ARENA.written),
        ("Back to another page", {"v": "2", "sig": "1"}, ON_ARENA, Event("microscope", asked=True), 1.0,
         {"v": "2", "sig": "1"}),
        ("a link to another page", {"v": "2", "sig": "1"}, ON_ARENA, VISIT, 1.0, {"v": "2", "sig": "1"}),
        ("an emptied address on the same page", {}, ON_ARENA, STAY, 0.5, ON_ARENA.written),
        ("a widget was used, then a page with an old address", {"v": "2", "sig": "1"}, ON_ARENA,
         Event("microscope", acted=True), 0.5, ON_ARENA.written),
        ("back to the first experiment", {"v": "2"}, ON_ARENA, ASKED, 0.25, {"v": "2"}),
    ],
)  # fmt: skip
def test_whether_address_or_session_wins(why, address, session, event, sigma, said):
    arrival = arrive(dict(address), session, event, LINKS)
    assert arrival.session.experiment.stream.sigma == sigma, why
    assert arrival.address == said, why
    assert arrival.session.page == event.page
    assert arrival.notes == []
    again = arrive(arrival.address, arrival.session, Event(event.page), LINKS)
    assert (again.session, again.address, again.notes) == (arrival.session, arrival.address, []), "it is stable"


@pytest.mark.parametrize(
    ("address", "event", "said", "note"),
    [
        ({"t": "9999"}, STAY, {"t": "4000"}, "t=9999 in the link is now 4000: rounds go from 0 to 4,000."),
        ({"t": "-5"}, STAY, {"t": "0"}, "t=-5 in the link is now 0: rounds go from 0 to 4,000."),
        ({"t": "x"}, VISIT, {"t": "1"}, "t=x in the link is now 1: rounds go from 1 to 4,000."),
        ({"t": "-1"}, VISIT, {"t": "1"}, "t=-1 in the link is now 1: rounds go from 1 to 4,000."),
        ({"x": "here"}, VISIT, {}, "x=here in the link is left out: it must be two numbers up to 1,000,000, such as"),
        ({"told": "2"}, VISIT, {}, "told=2 in the link is left out: it must be 0 or 1."),
        ({"who": "9"}, VISIT, {"who": "0"}, "who=9 in the link is now 0: the learners are 0 to 2."),
        ({"t": "1" * 99}, STAY, {"t": "4000"}, "t=11111111111111111111 in the link is now 4000"),
        ({"eye": "third"}, STAY, {}, "eye=third in the link is left out: it must be god or learner."),
        ({"last": "50"}, STAY, {}, "last=50 in the link is left out: it must be 100."),
        ({"who": "7"}, STAY, {"who": "0"}, "who=7 in the link is now 0: the learners are 0 to 2."),
        ({"alpha": "2"}, Event("beta_lab"), {}, "alpha=2 in the link is left out: it must be a number from 0 to 0.99."),
        ({"lab": "x"}, Event("beta_lab"), {}, "lab=x in the link is now cspa: it must be one of"),
        ({"pin": "abc"}, STAY, {}, "pin=abc in the link is left out: it must be the settings of a run, such as v=2."),
        ({"pin": "sig=-1"}, STAY, {"pin": "v=2&sig=0"}, "Pinned run: sig=-1 in the link is now 0"),
    ],
)
def test_a_bad_value_is_corrected_with_a_note(address, event, said, note):
    arrival = arrive(address, None, event, LINKS)
    assert arrival.address == {"v": "2", **said}
    assert [text[: len(note)] for text in arrival.notes] == [note]


@pytest.mark.parametrize(
    ("address", "page", "note"),
    [
        ({"alpha": "3"}, "microscope", "alpha=3 in the link is left out: it must be a number from 0 to 0.99."),
        ({"alpha": "9"}, "arena", "alpha=9 in the link is left out: it must be a number from 0 to 0.99."),
        ({"eye": "third"}, "beta_lab", "eye=third in the link is left out: it must be god or learner."),
        (
            {"x": "1_2_3"},
            "arena",
            "x=1_2_3 in the link is left out: it must be two numbers up to 1,000,000, such as 0.6_-0.8.",
        ),
        ({"told": "yes"}, "arena", "told=yes in the link is left out: it must be 0 or 1."),
        ({"t": "-1"}, "beta_lab", "t=-1 in the link is now 0: rounds go from 0 to 4,000."),
    ],
)
def test_a_bad_value_of_another_pages_key_is_corrected_with_a_note(address, page, note):
    arrival = arrive(address, None, Event(page), LINKS)
    assert arrival.notes == [note]
    assert not {"alpha", "eye", "x", "told"} & set(arrival.address)


def test_the_tables_know_every_key_of_every_page():
    assert set(GOOD) == set(BAD) == set(NAMES)


@pytest.mark.parametrize("page", LINKS)
def test_good_values_of_all_pages_keys_stay_in_the_link(page):
    arrival = arrive(dict(GOOD), None, Event(page), LINKS)
    assert (arrival.address, arrival.notes) == ({"v": "2", **GOOD}, [])
    elsewhere = arrive({}, arrival.session, Event("arena" if page == "data" else "data"), LINKS)
    owned = {key.name for keys in LINKS.values() for key in keys if key.server}
    assert elsewhere.address == {"v": "2", **{name: GOOD[name] for name in owned}}, "also after a visit elsewhere"


@pytest.mark.parametrize("name", BAD)
def test_a_bad_value_of_any_key_gives_a_note_on_every_page(name):
    value, note = BAD[name]
    for page in PAGES:
        arrival = arrive({name: value}, None, Event(page), LINKS)
        (said,) = arrival.notes
        assert said.startswith(f"{name}={value} in the link is {note}"), page
        again = arrive(arrival.address, None, Event(page), LINKS)
        assert (again.address, again.notes) == (arrival.address, []), "the corrected link needs no note"


def test_before_the_first_round_the_microscope_shows_the_first():
    assert arrive({"t": "0"}, None, VISIT, LINKS).address["t"] == "1"
    assert arrive({"t": "0"}, None, STAY, LINKS).address["t"] == "0"


def test_a_pages_keys_survive_a_visit_to_another_page():
    lab = arrive({"lab": "banditron", "fill": "quick"}, None, Event("beta_lab"), LINKS).session
    arena = arrive({}, lab, Event("arena"), LINKS)
    assert arena.address == {"v": "2", "lab": "banditron", "fill": "quick"}
    back = arrive({}, arena.session, Event("beta_lab"), LINKS)
    assert dict(back.session.view) == {"lab": "banditron", "fill": "quick"}


def test_a_pin_is_a_link_of_its_own():
    session = Session(FIRST, pin=QUIET)
    assert session.address == {"v": "2", "pin": "v=2&sig=0.5"}
    assert arrive(session.address, None, STAY, LINKS).session.pin == QUIET
    assert Session(QUIET, pin=FIRST).address["pin"] == "v=2"


def test_a_pin_of_version_1_keeps_its_learners():
    pin = arrive({"v": "1", "pin": "d=letter"}, None, STAY, LINKS).session.pin
    assert pin is not None
    assert pin.texts == FIRST.texts
    again = arrive(Session(FIRST, pin=pin).address, None, STAY, LINKS)
    assert (again.session.pin, again.notes) == (pin, [])


def test_a_page_changes_its_own_keys_and_no_others():
    session = Session(FIRST, view={"lab": "bpa", "page": "2"})
    assert session.view_with(lab=None, fill="quick") == {"page": "2", "fill": "quick"}
