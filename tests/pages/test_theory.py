"""The Theory page without a browser: presets, controls, links and errata."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from cspa_explore.running import theorem
from cspa_explore.ui.session.arrival import Event, arrive
from cspa_explore.ui.theory.controls import LINK_KEYS
from tests.pages.conftest import opened_page, settled, until
from tests.test_imports import ROOT


def opened(**query):
    return settled(opened_page("theory", **query))


def drawn(app):
    """Return what the drawing was given."""
    (found,) = [block for block in app.get("bidi_component") if "theory" in str(block.proto.id)]
    return json.loads(found.proto.json)


def test_the_first_view_says_that_the_bound_is_vacuous():
    app = opened()
    data = drawn(app)
    assert data["badge"] == "vacuous"
    assert data["learner"] == "CSPA β=1/6"
    assert "certified" in data["reason"]
    assert app.get("latex") or app.latex
    assert any("One-vs-rest" in m.value or "one" in m.value for m in app.markdown)


@pytest.mark.parametrize("name", ["bites", "vacuous", "violated"])
def test_a_preset_shows_its_badge(name):
    app = opened()
    settled(app.button(key=f"preset_{name}").click().run())
    data = drawn(app)
    assert data["badge"] == name
    assert bool(data["why"]) == (name == "vacuous")
    if name == "violated":
        assert app.session_state["session"].view == {"stated": "printed", "u": "counter"}


def test_every_control_changes_what_it_names():
    app = opened(d="gaussians3", sig="0.0001", a="cspa(beta=0.485)~banditron")
    assert drawn(app)["badge"] == "bites"
    settled(app.selectbox(key="w_of").set_value(1).run())
    data = drawn(app)
    assert data["badge"] == "does not apply"
    assert "in expectation" in " ".join(m.value for m in app.markdown)
    settled(app.selectbox(key="w_of").set_value(0).run())
    assert "of" not in app.session_state["session"].view, "the first CSPA is the default"
    settled(app.get("button_group")[1].set_value("means").run())
    assert drawn(app)["comparator"].startswith("class means ×")
    settled(app.slider(key="w_scale").set_value(0.9).run())
    assert drawn(app)["comparator"] == "class means × 0.9"
    assert app.session_state["session"].view["scale"] == "0.9"
    settled(app.get("button_group")[0].set_value("printed").run())
    assert drawn(app)["statement"] == "printed"


def test_an_erratum_runs():
    app = opened(T="200")
    app.button(key="run_E11").click().run()
    until(app, lambda app: any("287.9" in box.value for box in app.success))


def test_a_run_whose_rows_are_too_many_to_hold_gets_a_verdict_too(monkeypatch):
    monkeypatch.setattr(theorem, "MOST", 1000)
    app = opened(T="900", a="cspa(beta=1/7)")
    assert not app.error
    assert drawn(app)["badge"] in ("vacuous", "undecided")
    settled(app.get("button_group")[1].set_value("means").run())
    assert drawn(app)["comparator"].startswith("class means")


def test_both_statements_stand_side_by_side_with_their_numbers_whichever_the_chart_shows():
    app = opened(d="gaussians3", sig="0.0001", a="cspa(beta=0.485)", u="means", scale="0.7")
    texts = [" ".join(m.value for m in column.markdown) for column in app.columns if column.markdown]
    printed, corrected = [text for text in texts if "The statement claims" in text]
    assert "As printed" in printed
    assert "Corrected (in the chart)" in corrected
    assert len(app.get("latex") or app.latex) == 7


def test_without_learners_the_page_offers_some():
    app = opened(a="")
    assert not app.exception
    assert app.button(key="preset_bites")


@pytest.mark.parametrize(
    ("name", "text", "value", "why"),
    [
        ("u", "mean", None, "it must be one of best, zero, means, final, counter."),
        ("u", "counter", None, "the counter-example's u needs 4 classes and 3 features."),
        ("u", "zero", "zero", ""),
        ("stated", "x", None, "it must be one of printed, corrected."),
        ("scale", "9", None, "it must be a number from 0 to 4 with at most 3 decimals."),
        ("scale", "0.75", "0.75", ""),
        ("of", "7", "0", "the learners are 0 to"),
        ("t", "120", "120", ""),
        ("t", "0", "1", ""),
        ("t", "9999", "4000", "rounds go from 1 to 4,000."),
        ("t", "x", "1", "rounds go from 1 to 4,000."),
        ("alpha", "0.3", "0.3", ""),
        ("alpha", "1", None, "it must be a number from 0 to 0.99."),
        ("alpha", "0.995", None, "it must be a number from 0 to 0.99."),
    ],
)
def test_bad_values_of_a_link_are_put_right(name, text, value, why):
    found = arrive({name: text}, None, Event("theory"), {"theory": LINK_KEYS})
    assert found.address.get(name) == value
    assert why in " ".join(found.notes)
    assert bool(found.notes) == bool(why)


def test_the_arena_shows_the_badges_one_click_from_the_page():
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run()
    settled(app)
    until(app, lambda app: app.get("page_link")[0].proto.label.count(" · ") == 1)
    (link,) = app.get("page_link")
    assert link.proto.page == "theory"
    assert link.proto.label.startswith("Does the theorem cover this run?")
    wanted = ["CSPA β=1/6: vacuous", "CSPA β=1: does not apply"]
    said = link.proto.label.replace("\\", "")
    assert all(text in said for text in wanted)
    assert "Banditron" not in said
