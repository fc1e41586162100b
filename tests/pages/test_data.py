"""The Data page, and what stands in the place of a page that lacks its data."""

import pytest
from streamlit.testing.v1 import AppTest

from cspa_explore.datasets import DATASETS, own
from cspa_explore.datasets.readers.whole_file import read_file
from tests.pages.conftest import settled
from tests.test_imports import ROOT

CSV = b"height,width,kind\n" + b"".join(
    b"%d,%d,%b\n" % (i, i % 5, (b"rose", b"lily", b"<b>oak</b>")[i % 3]) for i in range(60)
)


def opened(page="data", **query):
    """Open a page of the app."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for name, value in query.items():
        app.query_params[name] = value
    app.session_state["go"] = (page, query)
    app.run()
    assert not app.exception, [e.value for e in app.exception]
    return app


def texts(app):
    return " ".join(element.value for kind in ("markdown", "caption", "info", "error") for element in app.get(kind))


def test_every_listed_set_has_a_card_and_the_experiments_set_is_looked_at():
    app = settled(opened())
    keys = {button.key for button in app.button}
    assert {f"look_{key}" for key, spec in DATASETS.items() if spec.listed} <= keys
    assert "## Four Gaussians" in texts(app)
    assert "use_sensorless" not in keys, "it cannot be used before it is fetched"


def test_a_set_that_is_not_here_offers_to_be_fetched():
    app = settled(opened(set="sensorless"))
    assert "Not on this machine" in texts(app)
    assert any(button.key == "fetch_sensorless" for button in app.button)


def test_a_bad_set_in_the_link_is_left_out():
    app = opened(set="nothing")
    assert "set" not in app.query_params


def test_use_opens_the_arena_with_the_set():
    app = settled(opened(set="iris"))
    app.button(key="use").click().run()
    assert app.session_state["session"].experiment.stream.dataset == "iris"
    assert app.session_state["go"] == ("arena", {}), "in a browser, the next script run opens it"


@pytest.mark.parametrize("page", ["arena", "microscope", "beta_lab"])
@pytest.mark.parametrize("more", [{}, {"imb": "3"}])
def test_a_link_to_a_file_of_another_session_asks_for_it_and_shows_nothing_of_it(page, more):
    reading = read_file(CSV, "plants.csv")
    elsewhere = own.Shelf()  # of another session on this server
    text = elsewhere.add(CSV, "plants.csv", reading.data, reading)
    app = opened(page, v="2", d=text, n="2", **more)
    assert "This experiment needs plants" in texts(app)
    assert "rose" not in texts(app)
    assert "last_run" not in app.session_state
    app.session_state["shelf"].add(CSV, "plants.csv", reading.data, reading)
    app.run()
    assert not app.exception
    assert "This experiment needs" not in texts(settled(app)), "the same bytes were given"


def test_a_pinned_run_of_a_missing_file_can_be_unpinned():
    reading = read_file(CSV, "plants.csv")
    elsewhere = own.Shelf()
    text = elsewhere.add(CSV, "plants.csv", reading.data, reading)
    app = opened("arena", v="2", n="1", T="50", pin=f"v=2&d={text}")
    assert "The pinned run needs plants" in texts(app)
    app.button(key="unpin").click().run()
    assert "needs plants" not in texts(settled(app))


def test_a_missing_fetched_set_offers_to_be_fetched_in_the_arena():
    app = opened("arena", v="2", d="sensorless")
    assert "This experiment needs Sensorless" in texts(app)
    assert any(button.key == "fetch_sensorless" for button in app.button)
