"""The rows of streams: independent of chunks, and computed as the settings describe."""

import hashlib
import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse

from cspa_explore.core.loop import Trace
from cspa_explore.core.rows import CSR, Dense, dense_row
from cspa_explore.datasets import load
from cspa_explore.datasets.spec import Dataset
from cspa_explore.learners import LearnerText
from cspa_explore.running.play import play
from cspa_explore.running.playing import Player
from cspa_explore.streams import blocks
from cspa_explore.streams.blocks import chunks, zero_rounds
from cspa_explore.streams.stream import Stream
from tests.sample_datasets import own_file
from tests.test_imports import ROOT

STREAMS = {
    "noise on a toy": Stream("gaussians4", seed=7, sigma=0.25, rounds=5000),
    "plain": Stream("vehicle", seed=1),
    "noise": Stream("vehicle", seed=1, sigma=0.3),
    "kernel": Stream("vehicle", seed=2, kernel=1.0, support=300),
    "kernel and noise": Stream("iris", seed=2, kernel=1.0, sigma=0.1),
    "bias, raw rows": Stream("iris", seed=3, bias=True, normalise=False, rounds=400),
    "flips and imbalance": Stream("digits", seed=4, flip=0.2, imbalance=4, order="cyclic"),
    "counter-example": Stream("counter", rounds=100),
}
GOLDEN = {
    "noise on a toy": "78c50c79c806",
    "plain": "ce1e47b97e63",
    "noise": "97d5b69c7d2f",
    "kernel": "9b0f4ea4bc06",
    "kernel and noise": "30253f65d51e",
    "bias, raw rows": "46e12c980e37",
    "flips and imbalance": "cb3e8e3e2bdb",
    "counter-example": "7a5979f8511f",
}


def table(stream, size=4096):
    """Return all rounds at once: X (T, d), y (T,), u (T,)."""
    X, y, u, at = [], [], [], 0
    for block in chunks(stream, size):
        assert block.start == at
        assert len(block.order) <= size
        at += len(block.order)
        X += [dense_row(block.rows, i) for i in block.order]
        y.append(block.y[block.order])
        u.append(block.u)
    assert at == stream.n_rounds
    return np.array(X), np.concatenate(y), np.concatenate(u)


@pytest.mark.parametrize("name", STREAMS)
def test_golden_digests(name):
    """The first 100 rounds are compared to 9 digits: last bits of exp and matrix products depend on the processor."""
    X, y, u = (array[:100] for array in table(STREAMS[name]))
    h = hashlib.blake2b(digest_size=6)
    for array in (np.round(X, 9) + 0.0, y, u):
        h.update(np.ascontiguousarray(array).tobytes())
    assert h.hexdigest() == GOLDEN[name]


@pytest.mark.parametrize("size", [1, 7, 100, 4096])
@pytest.mark.parametrize("name", STREAMS)
def test_the_chunk_size_changes_no_bit(name, size):
    for whole, parts in zip(table(STREAMS[name]), table(STREAMS[name], size), strict=True):
        np.testing.assert_array_equal(whole, parts)


@pytest.mark.parametrize("name", STREAMS)
def test_fewer_rounds_are_the_beginning_of_more(name):
    stream = STREAMS[name]
    for whole, part in zip(table(stream), table(replace(stream, rounds=60)), strict=True):
        np.testing.assert_array_equal(whole[:60], part)


def test_the_seed_decides_everything_and_nothing_else_does():
    a, b = (table(Stream("iris", seed=seed, sigma=0.1)) for seed in (1, 2))
    assert all((p != q).any() for p, q in zip(a, b, strict=True))
    # Noise, flips and features leave order and uniforms alone.
    plain, loud = Stream("iris", seed=1), Stream("iris", seed=1, sigma=0.5, bias=True, normalise=False)
    for one, two in zip(table(plain)[1:], table(loud)[1:], strict=True):
        np.testing.assert_array_equal(one, two)


def test_noise_is_drawn_once_and_scaled_by_sigma():
    real = [table(Stream("iris", normalise=False, sigma=s))[0] for s in (0.0, 0.1, 0.4)]
    np.testing.assert_allclose(real[2] - real[0], 4 * (real[1] - real[0]), atol=1e-12)
    toy = [table(Stream("gaussians4", normalise=False, sigma=s))[0] for s in (0.0, 0.1, 0.4)]
    np.testing.assert_allclose(toy[2] - toy[0], 2 * (toy[1] - toy[0]), atol=1e-12)
    assert (real[1] - real[0]).std() == pytest.approx(0.1, rel=0.1), "sd on real sets"
    assert (toy[1] - toy[0]).var() == pytest.approx(0.1, rel=0.1), "variance on toys"
    assert abs(np.corrcoef((toy[1] - toy[0])[:-1].ravel(), (toy[1] - toy[0])[1:].ravel())[0, 1]) < 0.05


def test_noise_comes_before_the_norm():
    X, _, _ = table(Stream("gaussians4", sigma=0.5))
    raw, _, _ = table(Stream("gaussians4", sigma=0.5, normalise=False))
    np.testing.assert_allclose(np.linalg.norm(X, axis=1), 1)
    np.testing.assert_allclose(X, raw / np.linalg.norm(raw, axis=1, keepdims=True))


def test_the_constant_feature_comes_before_the_norm():
    raw, _, _ = table(Stream("iris", normalise=False))
    X, _, _ = table(Stream("iris", bias=True))
    homogeneous = np.column_stack([raw, np.ones(150)])
    np.testing.assert_allclose(X, homogeneous / np.linalg.norm(homogeneous, axis=1, keepdims=True))


def order_of(**values):
    return np.concatenate([block.order for block in chunks(Stream("iris", **values))])


def test_orders():
    y = load("iris").y
    shuffled = order_of(order="shuffled", rounds=300)
    assert sorted(shuffled[:150]) == sorted(shuffled[150:]) == list(range(150)), "each pass shows each once"
    assert (shuffled[:150] != shuffled[150:]).any()
    np.testing.assert_array_equal(order_of(order="file"), np.arange(150))
    assert (np.diff(y[order_of(order="class")]) >= 0).all()
    np.testing.assert_array_equal(y[order_of(order="cyclic")], np.tile([0, 1, 2], 50))
    np.testing.assert_array_equal(
        order_of(order="cyclic", rounds=1000)[:150], order_of(order="cyclic", rounds=1000)[150:300]
    )


def test_imbalance_makes_the_last_class_that_many_times_rarer():
    stream = Stream("gaussians4", imbalance=10)
    _, y, _ = table(stream)
    assert np.bincount(y).tolist() == [1000, 465, 216, 100] == stream.kept_per_class().tolist()
    assert len(set(order_of(imbalance=10))) == len(order_of(imbalance=10)), "no instance is shown twice"


def test_flips_move_the_share_asked_for_to_the_other_classes():
    stream = Stream("gaussians4", flip=0.3)
    true = load("gaussians4").y
    (block,) = chunks(stream)
    moved = block.y != true
    assert moved.mean() == pytest.approx(0.3, abs=0.03)
    difference = (block.y - true)[moved] % 4
    assert np.bincount(difference)[1:].min() > 0.28 * moved.sum()


def test_the_best_possible_ratio_is_that_of_the_best_rule():
    for stream in (
        Stream("gaussians4", sigma=0.5, rounds=100_000),
        Stream("gaussians4", sigma=0.5, flip=0.2),
    ):
        X, y, _ = table(stream)
        guess = 2 * (X[:, 0] < 0) + (X[:, 1] < 0)
        assert (guess == y).mean() == pytest.approx(stream.best, abs=3 * 0.5 / np.sqrt(len(y)))


def test_the_counter_example_fools_cspa_for_ever():
    (trace,) = play([LearnerText.of("cspa")], Stream("counter", rounds=4000))
    assert ((~trace.hit).reshape(-1, 4).sum(axis=1) == 3).all()


# Kernel features


def test_kernel_features_are_gaussians_around_the_instances_so_far():
    g, B = 0.7, 40
    stream = Stream("iris", seed=5, kernel=g, support=B, sigma=0.05)
    X, _, _ = table(replace(stream, kernel=0.0))
    phi, _, _ = table(stream)
    for t in (0, 1, 17, 39, 40, 149):
        known = X[: min(t + 1, B)]
        expected = np.zeros(B)
        expected[: len(known)] = np.exp(-((X[t] - known) ** 2).sum(axis=1) / g)
        np.testing.assert_allclose(phi[t], expected / np.linalg.norm(expected), atol=1e-12)


def test_the_support_grows_across_blocks():
    stream = Stream("vehicle", kernel=1.0, support=846, rounds=846)
    X, _, _ = table(replace(stream, kernel=0.0))
    old = blocks.NUMBERS_IN_BLOCK
    blocks.NUMBERS_IN_BLOCK = 846 * 100  # nine blocks
    try:
        phi, _, _ = table(stream)
    finally:
        blocks.NUMBERS_IN_BLOCK = old
    for t in (0, 99, 100, 450, 845):
        expected = np.zeros(846)
        expected[: t + 1] = np.exp(-((X[t] - X[: t + 1]) ** 2).sum(axis=1))
        np.testing.assert_allclose(phi[t], expected / np.linalg.norm(expected), atol=1e-12)


def test_cached_arrays_are_read_only():
    for array in (load("iris").X, load("iris").y):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 0


@pytest.mark.slow
def test_the_number_of_blas_threads_changes_no_bit():
    program = """
import hashlib
import os
import subprocess
import sys
from cspa_explore.streams.blocks import chunks
from cspa_explore.streams.stream import Stream
h = hashlib.md5()
for block in chunks(Stream("satimage", kernel=0.1)):
    h.update(block.rows.X.tobytes())
print(h.hexdigest())
"""
    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env=os.environ | {"OPENBLAS_NUM_THREADS": threads},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for threads in ("1", "2", "4")
    }
    assert len(found) == 1


def test_kernel_features_never_use_an_instance_that_has_not_arrived():
    """Instances are changed from round s on; the features of earlier rounds must not change by a bit."""
    X = np.random.default_rng(0).normal(size=(300, 5))
    y = np.arange(300) % 3
    before = own_file(Dataset(X, y, 3, ("a", "b", "c")))
    original, _, _ = table(Stream(before, order="file", kernel=1.0, support=200))
    for s in (1, 50, 199, 250):
        changed = X.copy()
        changed[s:] += 1.0
        after = own_file(Dataset(changed, y, 3, ("a", "b", "c")))
        spied, _, _ = table(Stream(after, order="file", kernel=1.0, support=200))
        np.testing.assert_array_equal(spied[:s], original[:s])
        assert (spied[s:] != original[s:]).any()


def test_features_that_vanish_are_zero_rows_and_skipped():
    far = np.vstack([np.eye(3), 1e3 * np.arange(1, 5)[:, None] * np.ones((1, 3))])
    text = own_file(Dataset(far, np.arange(7) % 3, 3, ("a", "b", "c")))
    phi, _, _ = table(Stream(text, order="file", kernel=1e-3, support=3, normalise=False))
    assert phi[:3].any(axis=1).all()
    assert not phi[3:].any()


# Sparse data sets


def test_a_sparse_set_stays_sparse_until_noise_or_kernel():
    rng = np.random.default_rng(1)
    dense = rng.normal(size=(200, 30)) * (rng.random((200, 30)) < 0.2)
    dense[5] = 0.0
    y, names = rng.integers(4, size=200), tuple("abcd")
    thin = own_file(Dataset(scipy.sparse.csr_array(dense), y, 4, names), "thin")
    thick = own_file(Dataset(dense, y, 4, names), "thick")
    plain = Stream(thin)
    assert plain.storage is CSR
    assert isinstance(next(chunks(plain)).rows, CSR)
    for change in ({}, {"sigma": 0.1}, {"kernel": 2.0, "support": 50}, {"normalise": False, "bias": True}):
        sparse, dense = replace(plain, **change), replace(plain, dataset=thick, **change)
        assert dense.storage is Dense
        for a, b in zip(table(sparse), table(dense), strict=True):
            np.testing.assert_allclose(a, b, atol=1e-12)
        for text in ("cspa", "banditron", "confidit"):
            a, b = (play([LearnerText.of(text)], stream)[0].y_tilde for stream in (sparse, dense))
            np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("tiny", ["0", "1e-110"])
def test_rows_that_learners_skip_count_as_zero_rows(tiny):
    stream = Stream(f"points({tiny} 0 0; 1 0 1; 0 1 2)", rounds=30, normalise=False)
    player = Player.new(LearnerText.of("cspa"), stream)
    for block in chunks(stream):
        player.advance(block, Trace.new(len(block.order)))
    assert player.learner.skipped == zero_rounds(stream) == 10
