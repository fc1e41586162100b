"""The instances in a replay are the stream's rows, in bytes or floats."""

import numpy as np
import pytest

from cspa_explore.datasets import load
from cspa_explore.datasets.registry import DATASETS
from cspa_explore.learners.branch import learner_of
from cspa_explore.player.instances import (
    MOST_BYTES,
    instance_arrays,
    instances_around,
    picture_of,
    run_id,
    travelling_rounds,
)
from cspa_explore.player.packing import unpack
from cspa_explore.player.replay import replay
from cspa_explore.results.comparisons import references
from cspa_explore.streams.order import instance_order
from cspa_explore.streams.raw import raw_rows
from cspa_explore.streams.stream import Stream
from tests.sample_experiments import played


def test_pixels_by_hand():
    stream = Stream("points(-1 1 0; 0 0.5 1)", order="cyclic", rounds=2, sigma=0.0)
    picture = {"kind": "image", "low": -1.0, "high": 1.0}
    found = instance_arrays(stream, picture, np.array([2, 1]))
    assert found["shown"].tolist() == [2, 1]
    assert found["x"].tolist() == [[128, 191], [0, 255]]  # 127.5 is rounded to the even number


def test_an_image_of_mnist_is_the_stored_image():
    stream = Stream("mnist", seed=3)
    rounds = np.array([1, 77, 60_000])
    found = instance_arrays(stream, picture_of(stream), rounds)
    data = load("mnist")
    np.testing.assert_array_equal(found["x"], data.X[instance_order(stream, data.y, 60_000)[rounds - 1]])


def test_noise_widens_the_range_and_is_in_the_image():
    stream = Stream("digits", seed=3, sigma=2.0)
    picture = picture_of(stream)
    assert (picture["low"], picture["high"]) == (-4, 20)
    x = instance_arrays(stream, picture, np.array([9]))["x"][0] / 255 * 24 - 4
    row = raw_rows(stream, [9])[0]
    np.testing.assert_allclose(x, np.clip(row, -4, 20), atol=24 / 255 / 2 + 1e-9)
    assert np.abs(row - np.rint(row)).max() > 0.01, "the noise is drawn"


def test_bars_are_floats_within_the_range_of_the_data():
    stream = Stream("iris", seed=1)
    picture = picture_of(stream)
    assert picture["features"][0] == "sepal length (cm)"
    X = load("iris").X
    assert (picture["low"], picture["high"]) == (X.min(axis=0).tolist(), X.max(axis=0).tolist())
    found = instance_arrays(stream, picture, np.arange(1, 151))
    np.testing.assert_array_equal(found["x"], raw_rows(stream, range(1, 151)).astype(np.float32))
    scaled = picture_of(Stream("vehicle"))
    np.testing.assert_allclose(scaled["low"] + scaled["high"], [-1] * 18 + [1] * 18)


@pytest.mark.parametrize("key", [key for key, spec in DATASETS.items() if spec.listed])
def test_every_data_set_has_a_picture_that_fits_it(key):
    spec = DATASETS[key]
    d, picture = spec.default_shape.d, spec.picture
    assert picture.kind != "image" or picture.rows * picture.columns == d
    assert picture.kind != "pen" or d % 2 == 0
    assert len(picture.names(d)) == d
    if picture.kind != "bars":
        X = load(key).X * (load(key).factor or 1.0)
        assert (X.min(), X.max()) == (picture.low, picture.high)


@pytest.mark.parametrize("T", [1, 30, 51, 400, 60_000, 2_000_000])
@pytest.mark.parametrize("nbytes", [16, 784, 4096])
def test_the_rounds_that_travel(T, nbytes):
    rounds = travelling_rounds(T, nbytes)
    assert len(rounds) * nbytes <= MOST_BYTES
    assert rounds[0] == 1
    assert (np.diff(rounds) > 0).all()
    assert set(range(1, min(T, 50) + 1)) <= set(rounds.tolist())
    assert rounds[-1] == T


def test_the_replay_carries_instances_where_there_is_no_plane():
    result = played([learner_of("cspa")], Stream("pendigits", rounds=120, seed=4), 1)
    header, arrays = unpack(replay(result, references(result)))
    assert header["picture"]["kind"] == "pen"
    assert arrays["x"].shape == (len(arrays["shown"]), 16)
    again = instance_arrays(Stream("pendigits", rounds=120, seed=result.seeds[0]), header["picture"], arrays["shown"])
    np.testing.assert_array_equal(arrays["x"], again["x"])
    plane = played([learner_of("cspa")], Stream("gaussians4", rounds=20), 1)
    header, arrays = unpack(replay(plane, references(plane)))
    assert header["picture"] is None
    assert "x" not in arrays


def test_neighbours_stop_at_the_ends():
    stream = Stream("iris")
    picture = picture_of(stream)
    assert instances_around(stream, picture, 1)["shown"].tolist() == list(range(1, 25))
    assert instances_around(stream, picture, 100)["shown"].tolist() == list(range(92, 124))
    assert instances_around(stream, picture, 150)["shown"].tolist() == list(range(142, 151))


def test_runs_have_different_ids():
    one, other = [learner_of("cspa(beta=1/6)")], [learner_of("cspa(beta=1)")]
    ids = {run_id(Stream("iris", seed=s), texts) for s in (1, 2) for texts in (one, other)}
    assert len(ids) == 4
