"""The Microscope without a browser: its first state, its links, and what the shell does around it."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.test_imports import ROOT


def opened(**query):
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for name, value in query.items():
        app.query_params[name] = value
    app.session_state["go"] = (
        "microscope",
        query,
    )  # as the player's button does; AppTest.switch_page leaves app.py out
    app.run()
    assert not app.exception
    return app


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
