"""The page without a browser: its first state, and after each control."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from tests.test_imports import ROOT


@pytest.fixture
def app():
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    test.run()
    assert not test.exception
    return test


def chart(app):
    (element,) = app.get("plotly_chart")
    return json.loads(element.proto.spec)


def names(app):
    return [trace["name"] for trace in chart(app)["data"] if "=" in trace.get("name", "")]


def test_the_first_view_is_useful_without_touching_anything(app):
    assert app.header[0].value == "Learning from *right* or *wrong*"
    assert names(app) == ["CSPA β=1/6", "Banditron γ=0.05"]
    assert chart(app)["layout"]["yaxis"]["range"] == [0, 100]
    assert "±1 sd over 10 trials" in chart(app)["layout"]["xaxis"]["title"]["text"]
    assert "seed 7" in app.caption[0].value


def test_every_control_changes_what_it_names(app):
    app.select_slider(key="beta").set_value("1").run()
    app.select_slider(key="gamma").set_value("0.4").run()
    app.select_slider(key="sigma").set_value(1.0).run()
    app.number_input(key="seed").set_value(3).run()
    assert not app.exception
    assert names(app) == ["CSPA β=1", "Banditron γ=0.4"]
    assert "σ=1 (variance)" in app.caption[0].value
    assert "seed 3" in app.caption[0].value


def test_a_single_trial_claims_no_spread(app):
    app.slider(key="trials").set_value(1).run()
    assert not app.exception
    assert "one trial, so no spread is known" in app.markdown[-1].value
    assert "±" not in app.markdown[-1].value
    assert "one trial: no interval" in app.markdown[-1].value
    assert chart(app)["layout"]["xaxis"]["title"]["text"] == "round"
    assert not [trace for trace in chart(app)["data"] if "fill" in trace]
