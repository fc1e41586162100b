"""What the player is answered when it asks for a round."""

from dataclasses import replace

import numpy as np

from cspa_explore.inspection.rewind import Rewind
from cspa_explore.learners.branch import learner_of
from cspa_explore.player.details import Details
from cspa_explore.player.grids import grid_points, half_width, predicted, run_lengths
from cspa_explore.player.instances import instances_around, picture_of, run_id
from cspa_explore.player.packing import unpack
from cspa_explore.streams.raw import raw_rows
from cspa_explore.streams.stream import Stream
from cspa_explore.ui.arena.pictures import answer

LEARNERS = (learner_of("cspa(beta=1/6)"), learner_of("banditron"))
DIGITS = Stream("digits", seed=3, sigma=2.7)


def test_a_round_and_its_neighbours():
    wanted = {"run": run_id(DIGITS, LEARNERS), "t": "777"}
    header, arrays = unpack(answer(DIGITS, LEARNERS, wanted))
    assert (header["id"], header["t"]) == (wanted["run"], 777)
    expected = instances_around(DIGITS, picture_of(DIGITS), 777)
    assert 777 in arrays["shown"]
    np.testing.assert_array_equal(arrays["x"], expected["x"])
    assert arrays.keys() == expected.keys()


def test_nothing_for_another_run_or_a_round_that_does_not_exist():
    here = run_id(DIGITS, LEARNERS)
    for wanted in (
        {},
        {"run": "other", "t": "3"},
        {"run": here, "t": "0"},
        {"run": here, "t": "1798"},
        {"run": here, "t": "³"},
        {"run": here, "t": "9" * 5000},
    ):
        header, arrays = unpack(answer(DIGITS, LEARNERS, wanted))
        assert (header["id"], header["t"]) == (here, None)
        assert not arrays


def test_in_the_plane_there_is_nothing_to_ask_for():
    plane = Stream("gaussians4")
    assert not unpack(answer(plane, LEARNERS, {"run": run_id(plane, LEARNERS), "t": "3"}))[1]


def test_the_sampled_regions_of_a_round():
    stream = replace(Stream("gaussians4", seed=5, sigma=0.25, rounds=300), kernel=0.5, support=40)
    _, arrays = unpack(answer(stream, LEARNERS, {"run": run_id(stream, LEARNERS), "t": "123"}))
    assert arrays["grid_rounds"].tolist() == [123]
    rewind = Rewind(stream, LEARNERS)
    half = half_width(raw_rows(stream, range(1, 301)).astype(np.float32))
    for place in (0, 1):
        wanted = predicted(stream, grid_points(half), [(123, rewind.at(place, 122).weights())])
        np.testing.assert_array_equal(arrays[f"grid{place}"], run_lengths(wanted.reshape(200, 200)))


def test_the_details_around_a_round_and_a_block_of_one_learner():
    stream = Stream("gaussians4", seed=3, rounds=2000)
    W = np.arange(2001 * 8, dtype=np.float32).reshape(-1, 4, 2)
    details = Details({"W0": W, "W1": -W, "loss0": W[:, 0, 0], "loss1": W[:, 0, 1]})
    wanted = {"run": run_id(stream, LEARNERS), "t": "1500"}
    header, arrays = unpack(answer(stream, LEARNERS, wanted, details=details))
    first = header["first"]
    assert first <= 1500 - 1 - 101, "the learner's last 100 updates can be compared"
    assert arrays.keys() == details.arrays.keys()
    np.testing.assert_array_equal(arrays["W1"], -W[first : first + len(arrays["W1"])])
    header, arrays = unpack(answer(stream, LEARNERS, wanted | {"learner": "1"}, details=details))
    assert (header["first"], set(arrays)) == (1499, {"W1", "loss1"})
    np.testing.assert_array_equal(arrays["W1"], -W[1499:])
    for nobody in ("7", "²", "x"):
        answer(stream, LEARNERS, wanted | {"learner": nobody}, details=details)
    assert unpack(answer(stream, LEARNERS, wanted | {"t": "2001"}, details=details))[0]["t"] is None


def test_images_travel_with_details():
    details = Details({"loss0": np.zeros(1798, np.float32)})
    _, arrays = unpack(answer(DIGITS, LEARNERS, {"run": run_id(DIGITS, LEARNERS), "t": "777"}, details=details))
    assert {"loss0", "shown", "x"} == arrays.keys()
