"""The Microscope without a browser: at first, from links, and while its jobs run."""

from threading import Event

import pandas as pd
import pytest

from cspa_explore.experiments.command import run_command
from cspa_explore.experiments.experiment import FIRST
from cspa_explore.inspection import biggest_changes
from cspa_explore.ui.microscope.inspected_run import InspectedRun, cached_runs
from cspa_explore.ui.microscope.probe import Probe
from cspa_explore.ui.microscope.round_tables import class_table, rule_table
from cspa_explore.ui.microscope.scene import scene
from cspa_explore.ui.work import follow
from tests.pages.conftest import opened_page, settled


def opened(**query):
    return opened_page("microscope", **query)


def test_the_first_view_is_useful_without_touching_anything():
    app = opened()
    assert "One round" in app.markdown[0].value
    assert "seed 7" in app.caption[0].value


@pytest.mark.parametrize(
    "query",
    [
        {"t": "12", "who": "1", "x": "0.3_0.4", "told": "1"},
        {"t": "-1", "who": "99", "x": "here", "told": "perhaps"},
        {"d": "vehicle", "t": "800"},
        {"a": "uniform"},
    ],
)
def test_links(query):
    app = opened(**query)
    assert not app.error


def test_without_a_learner_it_offers_some():
    app = opened(a="")
    assert "Pick at least one learner" in app.info[0].value
    app.button(key="pick_cspa(beta=1/6)").click().run()
    assert not app.exception
    assert not app.info


def drawn(app):
    """Return the data of the drawing as text; "" if there is no drawing."""
    found = [part.proto.json for part in app.main.get("bidi_component") if "scores_before" in part.proto.json]
    return found[0] if found else ""


@pytest.fixture
def slow(monkeypatch):
    """Let the search for the biggest changes last until `go` is set; no page waits for it."""
    go, real = Event(), biggest_changes.churns

    def churns(history):
        assert go.wait(60)
        return real(history)

    monkeypatch.setattr(biggest_changes, "churns", churns)
    monkeypatch.setattr(follow, "PATIENCE", 0.0)
    cached_runs.clear()
    yield go
    go.set()


def looking(app):
    """Return the page once the run has been played and the search for its biggest changes has begun."""
    while not drawn(app):
        assert app.session_state["job"].join(60)
        app.run()
        assert not app.exception
    return app


def test_the_round_is_there_while_the_worst_rounds_are_looked_for(slow):
    app = looking(opened(T="9000", seed="31"))
    assert "Looking for the biggest changes" in app.get("progress")[0].proto.text
    assert '"rounds":null' in drawn(app).replace(" ", "")
    slow.set()
    app = settled(app)
    assert not app.get("progress")
    assert '"rounds":[[' in drawn(app).replace(" ", "")


def test_looking_for_the_worst_rounds_can_be_cancelled_and_begun_again(slow):
    app = looking(opened(T="9000", seed="32"))
    app.button(key="cancel_job").click().run()
    slow.set()
    app = settled(app)
    assert app.info[0].value == "Looking for the biggest changes: cancelled."
    assert '"rounds":null' in drawn(app).replace(" ", "")
    app.button(key="scope_again").click().run()
    app = settled(app)
    assert not app.info
    assert '"rounds":[[' in drawn(app).replace(" ", "")


def test_a_run_that_takes_long_is_played_behind_a_bar(monkeypatch):
    monkeypatch.setattr(follow, "PATIENCE", 0.0)
    app = opened(d="usps", T="100000", sig="0.7", seed="33")
    assert "This run" in app.get("progress")[0].proto.text
    assert not drawn(app)
    app.button(key="cancel_job").click().run()
    assert settled(app).info[0].value == "This run: cancelled."


def test_the_table_is_there_when_it_is_opened_and_costs_nothing_before():
    app = opened(t="12", who="1")
    assert not app.dataframe
    assert not app.main.get("download_button")
    app.session_state["more_round"] = True
    app.run()
    assert not app.exception
    shown = scene(InspectedRun(FIRST), Probe(1, 12))["look"]
    pd.testing.assert_frame_equal(app.dataframe[0].value, class_table(shown))
    assert app.dataframe[1].value["what"].tolist() == rule_table(shown)["what"].tolist()
    assert app.code[0].value == run_command(FIRST)
    labels = [element.proto.label for element in app.main.get("download_button")]
    assert labels == ["Table as CSV", "Everything as JSON", "Settings as JSON"]
    assert f"Round 12 · {shown['words']} · {shown['branch']}" in [m.value for m in app.markdown]
