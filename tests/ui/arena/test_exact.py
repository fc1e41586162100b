"""The exact run that a handle's release is answered with."""

import pytest

from cspa_explore.experiments.experiment import FIRST
from cspa_explore.player.packing import unpack
from cspa_explore.ui.arena import exact
from cspa_explore.ui.arena.exact import answer
from cspa_explore.ui.arena.runs import cached_runs, kernels_of
from cspa_explore.ui.work.kernels import compilers

SMALL = FIRST.but(rounds=150, trials=2, seed=5)
QUERY = {"place": "0", "key": "cspa", "param": "beta", "value": "1/3", "sigma": "0.5"}


@pytest.fixture(autouse=True)
def _kernels():
    assert compilers().wait(kernels_of(SMALL))


def test_the_answer_is_the_replay_that_the_script_run_finds():
    replay = answer(SMALL, None, QUERY)
    header, _ = unpack(replay)
    assert header["learners"][0]["text"] == "cspa(beta=1/3)"
    assert header["sigma"]["value"] == 0.5
    wanted = SMALL.but(sigma=0.5, learners=["cspa(beta=1/3)", *SMALL.texts[1:]])
    assert cached_runs().get((wanted, None)).replay == replay
    assert answer(SMALL, None, QUERY) is replay


def test_a_pinned_run_is_in_the_replay():
    header, _ = unpack(answer(SMALL, SMALL.but(sigma=0.0), QUERY))
    assert len(header["ghosts"]) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"place": "9"},
        {"place": "-1"},
        {"place": "x"},
        {"sigma": "much"},
        {"sigma": "nan"},
        {"sigma": "-1"},
        {"value": "seven"},
        {"value": ""},
        {"param": "nothing"},
    ],
)
def test_bad_values_are_left_to_the_script_run(change):
    query = QUERY | change
    found = answer(SMALL, None, query)
    assert not found or unpack(found)[0]["learners"][0]["text"] == SMALL.texts[0], "a stale question changes nothing"


def test_what_is_missing_is_refused():
    assert answer(SMALL, None, {}) == b""


def test_a_long_run_is_left_to_the_script_run(monkeypatch):
    monkeypatch.setattr(exact, "is_small", lambda experiment: False)
    assert answer(SMALL, None, QUERY) == b""
