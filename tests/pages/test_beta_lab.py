"""The β Lab without a browser: at first, after each control, and with long work that waits for a click."""

import json
from threading import Event

import pytest

from cspa_explore.datasets import DATASETS
from cspa_explore.running.contest import contest
from cspa_explore.ui.lab import contests, sweeps
from cspa_explore.ui.work import follow
from tests.pages.conftest import opened_page, settled


def opened(more=True, **query):
    return opened_page("beta_lab", {"more_sweep": more}, **query)


def finished(app):
    """Return the page once its sweep is complete."""
    assert settled(app).get("plotly_chart"), "the sweep did not end"
    return app


def test_the_first_view_fills_itself_and_says_what_it_shows():
    app = finished(opened(T="300", fill="quick"))
    assert "σ=0.25" in app.markdown[1].value
    assert "β ≤ 1/3 for 4 classes" in app.markdown[1].value
    assert len(app.get("plotly_chart")) == 2
    assert "python -m cspa_explore sweep" in app.code[0].value
    labels = [element.proto.label for element in app.get("download_button")]
    learners = ["Learners as CSV", "Learners as JSON"]
    assert labels == ["Numbers as CSV", "Everything as JSON", "Decision as JSON", *learners, "Settings as JSON"]
    assert "python -m cspa_explore recommend" in app.code[1].value


def test_closed_the_charts_cost_nothing():
    app = finished(opened(T="200", fill="quick"))
    app.session_state["more_sweep"] = False
    app.run()
    assert "σ=0.25" in app.markdown[1].value
    assert not app.get("plotly_chart")
    assert not app.dataframe


def test_without_a_learner_to_compare_the_papers_four_come_back_and_it_is_said():
    app = finished(opened(T="200", fill="quick", best="cspa~bpa"))
    app.multiselect(key="w_contest").set_value([]).run()
    assert app.session_state["notes"] == ["At least one learner is compared: the paper's four are back."]
    assert app.multiselect(key="w_contest").value == ["cspa", "banditron", "confidit", "bpa"]


@pytest.mark.parametrize(("lab", "swept"), [("cspa", "β of CSPA · 23 values from 1/72 to 1"), ("bpa", "γ of BPA · ")])
def test_the_foot_says_what_is_swept_not_what_the_arena_plays(lab, swept):
    app = opened(d="usps", lab=lab, seed="3", fill="quick")
    foot = app.main.caption[-1].value.replace("\\", "")
    assert foot.startswith(swept)
    assert " · σ=0, 0.7, 1.4, 2.1 (sd) · 3 seeds per point · USPS · seed 3 · 7,291 rounds" in foot
    assert "Banditron" not in foot


def test_every_control_changes_what_it_names():
    app = finished(opened(T="200", fill="quick"))
    app.selectbox(key="w_subject").set_value("banditron").run()
    app = finished(app)
    assert "γ=" in app.markdown[1].value
    app.selectbox(key="w_subject").set_value("cspa").run()
    app = finished(app)
    assert "β=" in app.markdown[1].value


def test_long_work_waits_and_says_how_long_it_takes(monkeypatch):
    monkeypatch.setattr(sweeps, "AT_ONCE", 0.0)
    monkeypatch.setattr(contests, "AT_ONCE", 0.0)
    app = settled(opened(d="usps"))
    assert "seeds take about" in app.info[0].value
    assert len(app.info) == 1, "both offers are in one box"
    assert "Comparing the learners takes about" in app.info[0].value
    kinds = {key: app.button(key=key).proto.type for key in ("lab_start", "contest_start")}
    assert set(kinds.values()) == {"secondary"}, "the page's primary action is the card's"
    said = app.markdown[1].value
    assert said.startswith("- σ=0: best")
    assert "σ=0.7" not in said, "meanwhile the first version is shown: the sidebar's σ alone"


@pytest.fixture
def estimate(monkeypatch):
    """Let estimates last until `go` is set; no page waits for them."""

    def seconds_of(plan):
        assert go.wait(60)
        return 1000.0

    go = Event()
    monkeypatch.setattr(sweeps, "seconds_of", seconds_of)
    monkeypatch.setattr(follow, "PATIENCE", 0.0)
    yield go
    go.set()


def test_the_page_says_that_it_estimates_and_a_sweep_can_be_started_and_cancelled(estimate):
    app = opened(T="301", fill="quick")
    assert app.get("progress")[0].proto.text == "Estimating how long this takes…"
    estimate.set()
    app = settled(app)
    assert app.info[0].value == "4 σ (0.05, 0.25, 0.5, 1) × 21 values × 3 seeds take about 8 minutes."
    app.button(key="lab_start").click().run()
    app.session_state["job"].cancel()
    app = settled(app)
    assert app.info[0].value.startswith("Cancelled. 4 σ (0.05, 0.25, 0.5, 1) × 21 values")
    app.button(key="lab_start").click().run()
    assert len(finished(app).get("plotly_chart")) == 2


def contest_of(app):
    """Return what the drawing is given of the comparison."""
    (found,) = [one for one in app.get("bidi_component") if str(one.proto.id).endswith("-lab")]
    return json.loads(found.proto.json)["contest"]


def test_a_comparison_shows_what_it_has_and_can_be_cancelled(monkeypatch):
    shown = Event()

    def compute(plan, tell, show, stop):
        def part(result):
            show(result)
            shown.set()
            while not stop():
                ended.wait(0.01)

        return contest(plan, on_progress=tell, on_part=part, should_stop=stop)

    ended = Event()
    monkeypatch.setattr(contests, "compute", compute)
    monkeypatch.setattr(contests, "seconds_of", lambda plan: 1.0)
    monkeypatch.setattr(follow, "PATIENCE", 0.0)
    app = opened(T="303", fill="quick")
    while not shown.is_set():
        assert "job" in app.session_state
        app.session_state["job"].join(0.1)
        app.run()
    app.run()
    some = contest_of(app)
    assert len(some["chart"]["bars"]) == 1, "the first learner alone has played"
    assert some["note"].endswith("so far.")
    assert app.get("progress")[0].proto.text.startswith("Comparing the learners: ")
    app.button(key="cancel_job").click().run()
    app = settled(app)
    assert app.info[0].value.startswith("Cancelled. Comparing the learners takes ")
    assert contest_of(app)["chart"] == some["chart"], "what was played stays"
    assert app.button(key="contest_start").label == "Compare"


@pytest.mark.parametrize("query", [{"lab": "nobody"}, {"fill": "much"}, {"lab": "cspa_as_printed", "T": "50"}])
def test_links(query):
    app = opened(**{"T": "100", **query})
    assert not app.error


@pytest.mark.parametrize("key", ["vehicle", "pendigits", "usps"])
def test_figure_2_fills_itself_on_real_sets(key):
    app = opened(d=key, fill="quick")
    assert "is in the paper's Figure 2" in app.main.caption[0].value
    app = finished(app)
    assert not app.error
    sigmas = DATASETS[key].sigmas.figure
    lines = app.markdown[1].value
    assert [line.split(":")[0] for line in lines.splitlines()[:4]] == [f"- σ={sigma:g}" for sigma in sigmas]
    assert f"β ≤ 1/{DATASETS[key].default_shape.K - 1} for" in lines


def test_sets_that_are_not_in_the_figure_say_nothing_of_it():
    assert len(opened(d="mnist").main.caption) == 1


def test_a_learner_whose_matrices_are_too_large_for_the_data_is_refused_in_a_sentence():
    app = opened(d="letter", kern="1", lab="linucb", fill="quick")
    (error,) = app.error
    assert error.value.replace("\\", "").startswith("linucb keeps a d × d matrix per class, at most ")
    app.selectbox(key="w_subject").set_value("cspa").run()
    assert not app.error
