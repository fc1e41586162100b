"""The Data page, and what stands in the place of a page that lacks its data."""

import threading
from html import escape

import pytest

from cspa_explore.datasets import DATASETS, describe, own
from cspa_explore.datasets.readers import whole_file
from cspa_explore.datasets.readers.whole_file import read_file
from cspa_explore.datasets.shared_folder import VARIABLE
from cspa_explore.ui.data.page import about
from cspa_explore.wording import escaped
from tests.pages.conftest import opened_page, settled, until

CSV = b"height,width,kind\n" + b"".join(
    b"%d,%d,%b\n" % (i, i % 5, (b"rose", b"lily", b"<b>oak</b>")[i % 3]) for i in range(60)
)


def opened(page="data", **query):
    return opened_page(page, **query)


def texts(app):
    return " ".join(element.value for kind in ("markdown", "caption", "info", "error") for element in app.get(kind))


def test_every_listed_set_has_a_card_and_the_experiments_set_is_looked_at():
    app = settled(opened())
    keys = {button.key for button in app.button}
    assert {f"look_{key}" for key, spec in DATASETS.items() if spec.listed} <= keys
    assert "## Four Gaussians" in texts(app)
    assert "use_sensorless" not in keys, "it cannot be used before it is fetched"


def uploaded(app, name, content):
    app.file_uploader(key="own_file").set_value((name, content, "text/csv")).run()
    assert not app.exception, [e.value for e in app.exception]
    return app


def keys_of(app):
    return {button.key for button in app.button}


def test_the_oldest_upload_is_dropped_with_a_notice():
    """The frame around the pages, which shows the notes, is not run here after a page was chosen."""
    app = settled(opened())
    app.session_state["shelf"] = own.Shelf(most_bytes=1000)  # one of these files needs 600
    settled(uploaded(app, "plants.csv", CSV))
    assert "use_upload" in keys_of(app)
    assert "notes" not in app.session_state
    settled(uploaded(app, "more plants.csv", CSV + b"7,2,rose\n"))
    assert app.session_state["notes"] == [
        "plants.csv was dropped: your files may need at most 0 MB of memory together."
    ]
    (kept,) = app.session_state["shelf"].texts
    assert describe(kept).title == "more plants.csv"


def test_a_long_reading_shows_how_far_it_is_and_can_be_cancelled(monkeypatch):
    reached, go_on = threading.Event(), threading.Event()

    def slow(content, name, label, scale, tell, binary):
        tell(0.4)
        reached.set()
        assert go_on.wait(60)
        tell(1.0)
        return read_file(content, name, label, scale, tell, binary)

    monkeypatch.setattr(whole_file, "read_file", slow)
    app = uploaded(settled(opened()), "plants.csv", CSV)
    assert reached.wait(60)
    app.run()
    (bar,) = app.get("progress")
    assert (bar.proto.value, bar.proto.text) == (40, "Reading the file: 40 %")
    assert "use_upload" not in keys_of(app)
    app.button(key="cancel_read").click().run()
    go_on.set()
    assert "Reading was cancelled." in texts(settled(app))
    app.button(key="read_again").click().run()
    assert "use_upload" in keys_of(settled(app))
    assert not app.get("progress")


@pytest.fixture
def shared(tmp_path, monkeypatch):
    """Put a file into the server's folder; return the text of its data set."""
    (tmp_path / "plants.csv").write_bytes(CSV)
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    reading = read_file(CSV, "plants.csv")
    text = own.Shelf().add(CSV, "plants.csv", reading.data, reading)
    yield text
    own.HERE.remove(own.place_of(**describe(text).arguments))


def test_a_file_of_the_servers_folder_is_listed_for_everybody_and_played(shared):
    for _ in range(2):  # sessions
        app = settled(opened())
        choice = app.selectbox(key="shared_wanted")
        assert choice.options == ["plants.csv · 0.711 KB"]
        choice.select_index(0).run()
        settled(app).button(key="use_shared").click().run()
        assert app.session_state["session"].experiment.stream.dataset == shared
        assert app.session_state["shelf"].texts == (), "it belongs to the server, not to the session"


def test_an_upload_and_a_file_of_the_servers_folder_are_read_side_by_side(shared, monkeypatch):
    go_on = threading.Event()

    def slow(content, name, label, scale, tell, binary):
        assert go_on.wait(60)
        return read_file(content, name, label, scale, tell, binary)

    monkeypatch.setattr(whole_file, "read_file", slow)
    app = uploaded(settled(opened()), "plants.csv", CSV + b"7,2,rose\n")
    app.selectbox(key="shared_wanted").select_index(0).run()
    assert not app.exception, [e.value for e in app.exception]
    assert {"cancel_read", "cancel_read_shared"} <= keys_of(app)
    go_on.set()
    assert {"use_upload", "use_shared"} <= keys_of(until(app, lambda app: {"use_upload", "use_shared"} <= keys_of(app)))


def test_without_a_folder_no_file_is_listed():
    assert not [box for box in settled(opened()).selectbox if box.key == "shared_wanted"]


def test_a_link_to_a_file_of_the_servers_folder_opens_without_being_given_it(shared):
    app = settled(opened("arena", v="2", d=shared, n="2", T="50"))
    assert "needs plants" not in texts(app)
    assert not app.file_uploader or "needed_file" not in {file.key for file in app.file_uploader}
    assert app.session_state["session"].experiment.stream.dataset == shared


def test_every_card_says_what_the_set_is():
    html = " ".join(element.proto.body for element in settled(opened()).get("html"))
    for key, spec in DATASETS.items():
        if spec.listed:
            assert escape(spec.what or spec.note) in html, key


def test_a_set_that_is_not_here_offers_to_be_fetched():
    app = settled(opened(set="sensorless"))
    assert "Not on this machine" in texts(app)
    assert f"From `{DATASETS['sensorless'].remote.url}` into" in texts(app), "an address to be copied"
    assert any(button.key == "fetch_sensorless" for button in app.button)


def test_what_is_said_about_a_set_repeats_nothing_and_ends_its_sentences():
    origin = "Source: drawn by this program. Licence: MIT. Made for this project."
    assert about(DATASETS["gaussians3"]).endswith(escaped(origin))
    assert about(DATASETS["digits"]).startswith("Handwritten digits, 8×8 pixels. Pixel values from 0 to 16.")


def test_a_bad_set_in_the_link_is_left_out():
    app = opened(set="nothing")
    assert "set" not in app.query_params


def test_use_opens_the_arena_with_the_set():
    app = settled(opened(set="iris"))
    app.button(key="use").click().run()
    assert app.session_state["session"].experiment.stream.dataset == "iris"
    page, _, query = app.session_state["wanted"]
    assert (page, app.session_state["go"][0]) == ("arena", "arena"), "in a browser, the next script run opens it"
    assert query["d"] == "iris"
    assert "set" not in query


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


def test_a_file_with_one_feature_says_so_here_and_where_it_is_missing():
    content = b"height,kind\n" + b"".join(b"%d,%b\n" % (i, (b"rose", b"lily")[i % 2]) for i in range(20))
    reading = read_file(content, "tall.csv")
    text = own.Shelf().add(content, "tall.csv", reading.data, reading)
    app = opened("arena", v="2", d=text, n="1")
    assert "20 rows, 1 feature, 2 classes" in texts(app)
    shelf = own.Shelf()
    shelf.add(content, "tall.csv", reading.data, reading)
    assert "2 classes · 20 rows · 1 feature  \n" in texts(settled(opened_page("data", {"shelf": shelf}, set=text)))
