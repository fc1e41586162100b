"""Lesson links: which controls they hide, and that they outlast everything but the link that shows all."""

import pytest

from cspa_explore.experiments.experiment import FIRST
from cspa_explore.ui.arena.link_keys import LINK_KEYS as ARENA
from cspa_explore.ui.lab.controls import LINK_KEYS as LAB
from cspa_explore.ui.session.arrival import Event, Session, arrive
from cspa_explore.ui.session.lesson import GROUPS, LINK_KEYS, hidden_by, read_hide, style_of

PAGES = {"arena": ARENA, "beta_lab": LAB, "": LINK_KEYS}
STAY, VISIT = Event("arena"), Event("beta_lab")
FEW = "all-but~sigma~play"
LESSON = {"v": "2", "hide": FEW}


@pytest.mark.parametrize(
    ("text", "found", "hidden"),
    [
        ("jumps", "jumps", {"jumps"}),
        ("eyes~jumps", "jumps~eyes", {"jumps", "eyes"}),
        ("Eyes, jumps", "jumps~eyes", {"jumps", "eyes"}),
        (FEW, FEW, set(GROUPS) - {"sigma", "play"}),
        ("play~all-but", "all-but~play", set(GROUPS) - {"play"}),
        ("all-but", "all-but", set(GROUPS)),
    ],
)
def test_a_text_names_groups_to_hide_or_to_keep(text, found, hidden):
    assert read_hide(text, FIRST) == (found, "")
    assert hidden_by(found) == hidden


@pytest.mark.parametrize(
    ("text", "said", "why"),
    [
        ("jumps~hops", {"hide": "jumps"}, "now jumps: there is no control 'hops'; known: data, sigma, "),
        ("hops", {}, "left out: there is no control 'hops'; known: data, sigma, "),
        ("all-but~hops", {"hide": "all-but"}, "now all-but: there is no control 'hops'; known: "),
        ("~", {}, "left out: it must name controls, such as data~jumps."),
    ],
)
def test_an_unknown_name_gives_a_note(text, said, why):
    arrival = arrive({"hide": text}, None, STAY, PAGES)
    assert arrival.address == {"v": "2", **said}
    note = f"hide={text} in the link is {why}"
    assert [one[: len(note)] for one in arrival.notes] == [note]
    assert arrive({"present": "yes"}, None, STAY, PAGES).notes == [
        "present=yes in the link is left out: it must be 1."
    ]  # fmt: skip


def test_a_lesson_survives_visits_reruns_and_other_experiments():
    first = arrive({"hide": FEW, "present": "1"}, None, STAY, PAGES)
    assert first.address == {**LESSON, "present": "1"}
    assert first.notes == []
    again = arrive(first.address, first.session, STAY, PAGES)
    assert (again.session, again.address) == (first.session, first.address), "a rerun"
    assert arrive(first.address, None, STAY, PAGES).address == first.address, "a reload"
    visit = arrive({}, first.session, VISIT, PAGES)
    assert visit.address == LESSON, "the browser adds its own keys"
    back = arrive({}, visit.session, STAY, PAGES)
    assert dict(back.session.view) == {"hide": FEW}
    other = arrive({**LESSON, "sig": "0.5"}, back.session, Event("arena", asked=True), PAGES)
    assert (other.session.experiment, dict(other.session.view)) == (FIRST.but(sigma=0.5), {"hide": FEW})
    shown = Session(FIRST, view=first.session.view_with(hide=None), page="arena")
    assert arrive({}, shown, VISIT, PAGES).address == {"v": "2"}, "all controls are shown"


def test_the_style_hides_the_sidebar_when_nothing_is_left_in_it():
    assert style_of(frozenset(), "arena") == ""
    assert "stSidebar]" in style_of(hidden_by(FEW), "arena"), "the stage has a handle of σ"
    assert "stSidebar]" not in style_of(hidden_by(FEW), "microscope")
    assert "stSidebar]" in style_of(hidden_by("all-but~play"), "microscope")
    assert "stTopNav" not in style_of(hidden_by("jumps"), "arena")
    assert "[class*=st-key-below_] { display: none !important; }" in style_of(hidden_by("numbers"), "theory")
    assert ":root { --cspa-page: none; }" in style_of(hidden_by("page"), "theory")
    assert "--cspa-sigma" not in style_of(hidden_by(FEW), "arena")
