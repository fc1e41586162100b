"""What the browser is answered when it asks for a film."""

import time

import pytest

from cspa_explore.experiments.experiment import FIRST
from cspa_explore.player.film import unpacked_film
from cspa_explore.player.packing import unpack
from cspa_explore.player.replay import replay
from cspa_explore.results.comparisons import references
from cspa_explore.running.run import run
from cspa_explore.ui.arena.film import Films
from cspa_explore.ui.arena.runs import ArenaRun
from cspa_explore.ui.work.background import Background

SECONDS = 60
SMALL = FIRST.but(rounds=200, trials=2)


def shown(experiment, partial=False):
    result = run(experiment)
    lines = references(result)
    return ArenaRun(experiment, result, lines, replay(result, lines), partial)


@pytest.fixture
def films():
    found = Films(Background())
    yield found
    found.background.stop()


def query_of(replayed, **more):
    """Return the query as the browser makes it from the replay."""
    header, _ = unpack(replayed.replay)
    return {"run": header["id"], "identity": header["identity"], "place": "0", "param": "beta", "here": "0"} | more


def states(films, query):
    """Ask until there is nothing more to come; return the states and the last answer."""
    found, end = [], time.monotonic() + SECONDS
    while time.monotonic() < end:
        header, arrays = unpacked_film(films.answer(query))
        found.append(header["state"])
        query = query | {"here": str(len(header.get("done", [])))} if header.get("done") else query
        if header["state"] in ("ready", "none", "later"):
            return found, header, arrays
        time.sleep(0.01)
    raise AssertionError(found)


def test_a_film_is_computed_once_and_serves_all_its_values(films):
    films.shown = first = shown(SMALL)
    seen, header, _ = states(films, query_of(first))
    assert seen[-1] == "ready"
    assert seen.count("ready") == 1
    assert (header["place"], header["param"]) == (0, "beta")
    assert set(seen[:-1]) <= {"computing", "row", "same"}
    films.shown = other = shown(SMALL.but(learners=["cspa(beta=1/3)", *SMALL.texts[1:]]))
    assert states(films, query_of(other))[0] == ["ready"]


def test_another_parameter_is_another_film(films):
    films.shown = first = shown(SMALL)
    place = SMALL.texts.index(next(text for text in SMALL.texts if text.startswith("banditron")))
    _, header, _ = states(films, query_of(first, place=str(place), param="gamma"))
    assert (header["state"], header["param"]) == ("ready", "gamma")


def test_a_part_is_sent_once(films):
    films.shown = first = shown(SMALL)
    seen, _, _ = states(films, query_of(first))
    assert seen.count("row") <= 8  # there are at most so many σ


def test_another_run_comes_later(films):
    films.shown = first = shown(SMALL)
    for stale in ({"run": "other"}, {"identity": "other"}):
        assert states(films, query_of(first, **stale))[0] == ["later"]
    films.shown = None
    assert states(films, query_of(first))[0] == ["later"]


@pytest.mark.parametrize(
    "handle", [{"place": "9"}, {"place": "-1"}, {"place": "x"}, {"place": "²"}, {"param": "nothing"}, {"param": ""}]
)
def test_there_is_no_film_of_a_handle_that_does_not_exist(films, handle):
    films.shown = first = shown(SMALL)
    assert states(films, query_of(first, **handle))[0] == ["none"]


def test_a_run_that_was_cancelled_has_no_film(films):
    films.shown = first = shown(SMALL, partial=True)
    assert states(films, query_of(first))[0] == ["none"]
