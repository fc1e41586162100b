"""What the browser is answered when it asks for the run as a file."""

import time

import pytest

from cspa_explore.player.packing import unpack
from cspa_explore.ui.arena.replay_files import ReplayFiles
from tests.player.test_replay_file import contents
from tests.ui.arena.test_film import SECONDS, SMALL, query_of, shown


@pytest.fixture
def files():
    found = ReplayFiles()
    yield found
    found.background.stop()


def answered(files, query):
    """Ask until there is nothing more to come; return the states and the last answer."""
    seen, end = [], time.monotonic() + SECONDS
    while time.monotonic() < end:
        header, arrays = unpack(files.answer(query))
        seen.append(header["state"])
        if header["state"] != "computing":
            return seen, header, arrays
        time.sleep(0.01)
    raise AssertionError(seen)


def test_the_file_is_made_in_the_background_once(files):
    files.shown = first = shown(SMALL)
    seen, _, arrays = answered(files, query_of(first))
    assert seen[-1] == "ready"
    header, parts = contents(arrays["file"].tobytes().decode())
    assert len(header["films"]) == 3
    assert "replay" in parts
    assert answered(files, query_of(first))[0] == ["ready"], "the second time at once"


def test_another_run_comes_later_and_a_failure_says_why(files, monkeypatch):
    files.shown = first = shown(SMALL.but(seed=8))
    assert answered(files, query_of(first, run="other"))[0] == ["later"]
    monkeypatch.setattr("cspa_explore.ui.arena.replay_files.run_file", lambda *args: 1 / 0)
    monkeypatch.setattr("threading.excepthook", lambda args: None)  # the server logs the error
    _, header, _ = answered(files, query_of(first))
    assert (header["state"], header["why"]) == ("none", "The run failed: ZeroDivisionError.")
