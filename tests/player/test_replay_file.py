"""A run as one HTML file: complete, small, closed to the outside, and safe from names."""

import re
from base64 import b64decode, b64encode
from hashlib import sha256
from html.parser import HTMLParser
from zlib import decompress

import numpy as np
import pytest

from cspa_explore.experiments.experiment import FIRST
from cspa_explore.player import shipped
from cspa_explore.player.film import unpacked_film
from cspa_explore.player.notebook import shown
from cspa_explore.player.packing import pack, unpack
from cspa_explore.player.replay import replay
from cspa_explore.player.replay_file import MOST_BYTES, Making, replay_file, run_file, script
from cspa_explore.results.comparisons import references
from cspa_explore.running.run import run

HOSTILE = """</script><img src=x onerror="window.hacked = 1"><!--'&"</title>"""


class Reader(HTMLParser):
    """The elements of a page, as a parser finds them."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.attributes = [], {}
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes.setdefault(tag, []).append(dict(attrs))


def contents(page):
    """Return header and arrays of the data in the page."""
    return unpack(b64decode(re.search(r'id="contents">([A-Za-z0-9+/=]+)</script>', page)[1]))


@pytest.fixture(scope="module")
def first():
    data, result = shipped.load()
    return data, run_file(result, data, Making())


def test_the_file_of_the_first_page_has_every_learners_film_and_at_most_two_megabytes(first):
    data, page = first
    assert len(page.encode()) <= MOST_BYTES
    header, arrays = contents(page)
    assert decompress(arrays["replay"].tobytes()) == data
    assert header["films"] == [
        {"place": 0, "param": "beta"},
        {"place": 1, "param": "beta"},
        {"place": 2, "param": "gamma"},
    ]
    for i, film in enumerate(header["films"]):
        found, parts = unpacked_film(arrays[f"film{i}"].tobytes())
        assert (found["place"], found["param"], found["state"]) == (film["place"], film["param"], "ready")
        assert found["identity"] == unpack(data)[0]["identity"]
        assert "W" in parts, "regions follow"
        assert len(parts["rounds"]) >= 16
    assert header["command"].startswith(
        "python -m cspa_explore replay --out replay.html --data gaussians4 --sigma 0.25"
    )


def test_the_page_runs_its_own_script_alone_and_connects_to_nothing(first):
    _, page = first
    found = Reader(page)
    policy = next(meta["content"] for meta in found.attributes["meta"] if "http-equiv" in meta)
    digest = b64encode(sha256(script().encode()).digest()).decode()
    assert policy.startswith(f"default-src 'none'; script-src 'sha256-{digest}'; ")
    assert "connect-src" not in policy
    assert f'<script type="module">{script()}</script>' in page
    assert found.tags.count("script") == 2
    assert not {"link", "img", "iframe", "base"} & set(found.tags)
    assert not re.search(r"https?://(?!www\.w3\.org/)", page)


def test_hostile_names_are_only_names():
    result = run(FIRST.but(rounds=40, trials=1))
    header, arrays = unpack(replay(result, references(result)))
    del header["version"]
    names = {"names": [HOSTILE] * 4, "words": header["words"] + HOSTILE}
    page = replay_file(pack(header | names, arrays), command=HOSTILE)
    assert Reader(page).tags == Reader(run_file(result, replay(result, references(result)))).tags
    assert HOSTILE not in page
    assert unpack(decompress(contents(page)[1]["replay"].tobytes()))[0]["names"] == [HOSTILE] * 4


def test_a_file_holds_the_instances_that_it_cannot_ask_for():
    result = run(FIRST.but(dataset="digits", sigma=0.0, rounds=900, trials=1, learners=["cspa"]))
    data = replay(result, references(result))
    _, arrays = unpack(decompress(contents(run_file(result, data))[1]["replay"].tobytes()))
    assert arrays["shown"].tolist() == list(range(1, 901))
    before = unpack(data)[1]
    np.testing.assert_array_equal(arrays["x"][before["shown"] - 1], before["x"])


def test_a_cancelled_run_and_a_stopped_film_leave_a_file_without_films():
    result = run(FIRST.but(rounds=60, trials=1))
    data = replay(result, references(result))
    assert contents(run_file(result, data, Making(should_stop=lambda: True)))[0]["films"] == []
    assert contents(run_file(result, data))[0]["films"] == []


def test_a_notebook_gets_a_sandboxed_frame():
    result = run(FIRST.but(rounds=60, trials=1))
    page = result._repr_html_()
    assert page == shown(result)
    found = Reader(page)
    assert found.tags == ["iframe"], "everything else is in the frame"
    (frame,) = found.attributes["iframe"]
    assert frame["sandbox"] == "allow-scripts allow-downloads"
    assert Reader(frame["srcdoc"]).tags[0] == "html"
    assert frame["title"].startswith("Replay: Four Gaussians")
    nothing = run(FIRST.but(rounds=60, trials=1), should_stop=lambda: True)
    assert nothing._repr_html_() is None
