"""σ values for data sets that nobody has measured."""

import itertools
from types import SimpleNamespace

import numpy as np
import pytest

from cspa_explore.datasets import Dataset, describe, load
from cspa_explore.datasets.spec import Sigmas
from cspa_explore.running import own_sigmas
from cspa_explore.running.own_sigmas import estimated, sigmas_of
from cspa_explore.running.play import play
from cspa_explore.streams.stream import Stream
from tests.sample_datasets import own_file, sparse_iris


@pytest.mark.parametrize("key", ["vehicle", "digits", "letter"])
def test_they_are_near_the_measured_ones_of_a_bundled_set(key):
    data = load(key)
    info = describe(own_file(Dataset(data.X, data.y, data.n_classes, data.names, *data.scaling), f"{key}.csv"))
    assert info.sigmas.how == "guessed"
    found = sigmas_of(info, seconds=60)
    known = describe(key).sigmas.figure[-1]
    assert found.how == "measured"
    assert known / 2 < found.figure[-1] < 2 * known
    assert describe(info.text).sigmas == found, "it is remembered"


def test_without_time_they_are_estimated(monkeypatch):
    data = load("wine")
    info = describe(own_file(Dataset(data.X, data.y, data.n_classes, data.names), "wine.csv"))
    found = sigmas_of(info, seconds=0)
    assert found.how == "estimated"
    assert found.figure[-1] == float(f"{2 * np.sqrt(data.X.var(axis=0).mean()):.2g}")
    assert found.high == pytest.approx(2 * found.figure[-1], rel=0.05)


def test_one_long_measurement_ends_in_time_too(monkeypatch):
    """With 100 × 20,000 weights there is a look at the clock every four rounds; here each look takes half a second."""
    rng = np.random.default_rng(0)
    data = Dataset(rng.random((300, 20_000)), np.arange(300) % 100, 100, tuple(map(str, range(100))))
    info = describe(own_file(data, "wide.csv"))
    played = []
    monkeypatch.setattr(own_sigmas, "play", lambda *args, **more: play(*args, on_rounds=played.append, **more))
    looks = itertools.count()
    monkeypatch.setattr(own_sigmas, "time", SimpleNamespace(monotonic=lambda: next(looks) / 2))
    assert sigmas_of(info, seconds=5).how == "estimated"
    assert played == [4] * 10, "of 300 rounds"


def test_sparse_rows_and_constant_ones():
    data = load(sparse_iris())
    assert estimated(data) == pytest.approx(2 * np.sqrt(data.X.toarray().var(axis=0).mean()))
    assert estimated(Dataset(np.ones((4, 2)), np.array([0, 1, 0, 1]), 2, ("a", "b"))) == 0.5


def test_known_values_are_kept():
    assert sigmas_of(describe("iris")) is describe("iris").spec.sigmas
    assert isinstance(own_sigmas.sigmas_around(1.0, "measured"), Sigmas)


@pytest.mark.parametrize("scale", [1e6, 1e9])
def test_features_with_large_values_have_values_that_a_stream_takes(scale):
    data = load("wine")
    info = describe(own_file(Dataset(scale * data.X, data.y, data.n_classes, data.names), f"wine {scale:g}.csv"))
    found = sigmas_of(info, seconds=60)
    assert found.how == "estimated", "no σ that a stream takes halves the margin"
    assert (found.high, found.figure) == (1e6, (0.0, 330_000.0, 670_000.0, 1e6))
    Stream(info.text, sigma=found.high)
