"""The β Lab without a browser: its first state, after each control, and long work that waits to be started."""

import time

import pytest
from streamlit.testing.v1 import AppTest

from tests.test_imports import ROOT


def opened(**query):
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for name, value in query.items():
        app.query_params[name] = value
    app.session_state["go"] = ("beta_lab", query)  # AppTest.switch_page leaves app.py out
    app.run()
    assert not app.exception
    return app


def finished(app):
    """Run the page again until its sweep is there; in a browser a fragment does so."""
    for _ in range(100):
        if app.get("plotly_chart"):
            return app
        time.sleep(0.2)
        app.run()
        assert not app.exception
    raise AssertionError("the sweep did not end")


def test_the_first_view_fills_itself_and_says_what_it_shows():
    app = finished(opened(T="300", fill="quick"))
    assert "σ=0.25" in app.markdown[1].value
    assert "The range 0 < β ≤ 0.333" in app.markdown[1].value
    assert len(app.get("plotly_chart")) == 2
    assert "python -m cspa_explore sweep" in app.code[0].value


def test_every_control_changes_what_it_names():
    app = finished(opened(T="200", fill="quick"))
    app.selectbox(key="w_subject").set_value("banditron").run()
    app = finished(app)
    assert "γ=" in app.markdown[1].value
    app.selectbox(key="w_subject").set_value("cspa").run()
    app = finished(app)
    assert "β=" in app.markdown[1].value


def test_long_work_waits_and_says_how_long_it_takes():
    app = opened(d="usps")
    assert "seeds take about" in app.info[0].value
    assert app.button(key="lab_start")
    assert not app.get("plotly_chart")


@pytest.mark.parametrize("query", [{"lab": "nobody"}, {"fill": "much"}, {"lab": "cspa_as_printed", "T": "50"}])
def test_links(query):
    app = opened(**{"T": "100", **query})
    assert not app.error
