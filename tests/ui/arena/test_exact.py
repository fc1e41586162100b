"""The exact run that a handle's release is answered with."""

from dataclasses import replace

import numpy as np
import pytest

from cspa_explore.experiments.experiment import FIRST
from cspa_explore.inspection.rewind import Rewind
from cspa_explore.learners.branch import learner_of
from cspa_explore.player.grids import grid_points, predicted, run_lengths
from cspa_explore.player.instances import run_id
from cspa_explore.player.packing import unpack
from cspa_explore.running.run import trial_seed
from cspa_explore.streams.raw import raw_rows
from cspa_explore.ui.arena import exact
from cspa_explore.ui.arena.exact import answer, regions
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


KERNEL = SMALL.but(kernel=0.5, support=20)


def asked(**more):
    first = replace(KERNEL.stream, seed=trial_seed(KERNEL.stream.seed, 0))
    return QUERY | {"run": run_id(first, KERNEL.learners), "t": "77"} | more


@pytest.mark.parametrize("sigma", [0.25, 0.5])
def test_the_regions_of_a_handle_that_rests_are_those_of_its_exact_run(sigma):
    header, arrays = unpack(regions(KERNEL, asked(sigma=str(sigma))))
    stream = replace(KERNEL.stream, seed=trial_seed(5, 0), sigma=sigma)
    rewind = Rewind(stream, [learner_of("cspa(beta=1/3)"), *KERNEL.learners[1:]])
    assert arrays["grid_rounds"].tolist() == [77]
    for place in range(3):
        wanted = predicted(stream, grid_points(header["half"]), [(77, rewind.at(place, 76).weights())])
        np.testing.assert_array_equal(arrays[f"grid{place}"], run_lengths(wanted.reshape(200, 200)))
    assert ("raw" in arrays) == (sigma != KERNEL.stream.sigma), "other instances are sent"
    if "raw" in arrays:
        np.testing.assert_array_equal(arrays["raw"], raw_rows(stream, range(1, 151)).astype(np.float32))


@pytest.mark.parametrize("change", [{"t": "0"}, {"t": "151"}, {"t": "x"}, {"run": "other"}, {"value": "seven"}])
def test_no_regions_of_what_is_not_there(change):
    assert regions(KERNEL, asked(**change)) == b""


def test_without_a_kernel_there_are_no_sampled_regions():
    first = replace(SMALL.stream, seed=trial_seed(5, 0))
    assert regions(SMALL, asked(run=run_id(first, SMALL.learners))) == b""
