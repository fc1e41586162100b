"""Raw rows are the rows that learners get, before the last steps of their processing."""

from dataclasses import replace

import numpy as np
import pytest

from cspa_explore.streams.blocks import block_rounds, chunks
from cspa_explore.streams.raw import raw_rows
from cspa_explore.streams.stream import Stream


def played(stream):
    """Return the rows (T, d) that the learners get."""
    return np.concatenate([block.rows.X[block.order] for block in chunks(stream)])


def test_a_row_by_hand():
    stream = Stream("points(3 4 0; 0 1 1)", order="cyclic", rounds=4, sigma=0.0)
    assert raw_rows(stream, [2, 3, 1]).tolist() == [[0, 1], [3, 4], [3, 4]]
    assert raw_rows(stream, [1], normalise=True).tolist() == [[0.6, 0.8]]


@pytest.mark.parametrize("sigma", [0.0, 0.5])
@pytest.mark.parametrize("bias", [False, True])
def test_scaled_to_length_1_they_are_what_the_learners_get(sigma, bias):
    stream = Stream("vehicle", seed=5, sigma=sigma, bias=bias)
    rounds = np.array([846, 1, 300, 301])
    rows = raw_rows(stream, rounds)
    full = np.hstack([rows, np.ones((4, 1))]) if bias else rows
    wanted = played(stream)[rounds - 1]
    np.testing.assert_allclose(full / np.linalg.norm(full, axis=1)[:, None], wanted, rtol=1e-12)


def test_without_processing_they_are_the_same_to_the_bit():
    stream = Stream("usps", seed=5, sigma=0.7, normalise=False, rounds=300)
    np.testing.assert_array_equal(raw_rows(stream, range(1, 301)), played(stream))


def test_with_a_kernel_the_noise_is_that_of_the_kernels_blocks():
    stream = Stream("gaussians4", seed=5, sigma=0.25, kernel=0.5, rounds=3200)
    assert block_rounds(stream) < 3200 < block_rounds(replace(stream, kernel=0.0)), "the blocks differ"
    last = played(stream)[-1]
    b, x = raw_rows(stream, range(1, 701), normalise=True), raw_rows(stream, [3200], normalise=True)[0]
    phi = np.exp(-((b - x) ** 2).sum(axis=1) / 0.5)
    np.testing.assert_allclose(phi / np.linalg.norm(phi), last, rtol=1e-9, atol=1e-12)
