"""Rows made by kernels against the same formulas in NumPy."""

import numpy as np
import pytest

from cspa_explore.core.memory import is_canonical
from cspa_explore.core.preprocessing import multiply, preprocessed, radial
from cspa_explore.errors import UserError

RNG = np.random.default_rng(0)
STORED = RNG.integers(-100, 100, (50, 7)).astype(np.int16)
INDEX = RNG.integers(0, 50, 30)


def test_a_row_by_hand():
    """(3−1)·2+0, (4−1)·2+0 and the constant 1, over √(16+36+1)."""
    rows = preprocessed(np.array([[3, 4]], np.uint8), np.array([0]), (1, 2, None), bias=True, normalise=True)
    np.testing.assert_allclose(rows.X, [[4 / 53**0.5, 6 / 53**0.5, 1 / 53**0.5]], rtol=1e-15)


@pytest.mark.parametrize("dtype", [np.uint8, np.int16, np.float32, np.float64])
@pytest.mark.parametrize("bias", [False, True])
def test_scaling_constant_and_norm(dtype, bias):
    stored = np.asfortranarray(STORED.astype(dtype))
    low, factor = RNG.normal(size=7), 0.25
    X = (stored[INDEX].astype(float) - low) * factor + 3
    X = np.column_stack([X, np.ones(30)]) if bias else X
    rows = preprocessed(stored, INDEX, (low, factor, 3), bias=bias)
    np.testing.assert_array_equal(rows.X, X)
    assert is_canonical(rows.X, np.float64)
    unit = preprocessed(stored, INDEX, (low, factor, 3), bias=bias, normalise=True)
    np.testing.assert_allclose(unit.X, X / np.linalg.norm(X, axis=1)[:, None], rtol=1e-14)


def test_the_normals_are_those_numpy_draws():
    X = STORED[INDEX] + 0.3 * np.random.default_rng(5).standard_normal((30, 7))
    np.testing.assert_array_equal(preprocessed(STORED, INDEX, noise=(np.random.default_rng(5), 0.3)).X, X)


@pytest.mark.parametrize("place", [0, 29])
@pytest.mark.parametrize("bad", [np.nan, np.inf, -1e300])
def test_what_the_gate_refuses_is_refused(bad, place):
    stored = STORED.astype(float)
    stored[INDEX[place], 3] = bad
    with pytest.raises(UserError, match="column 3"):
        preprocessed(stored, INDEX)


@pytest.mark.parametrize("index", [[-1], [50]])
def test_a_row_that_is_not_there(index):
    with pytest.raises(IndexError, match="0 to 49"):
        preprocessed(STORED, np.array(index))


def test_kernel_features_know_only_what_has_arrived():
    X, support = RNG.normal(size=(6, 3)), RNG.normal(size=(4, 3))
    squares = [np.einsum("ij,ij->i", part, part) for part in (X, support)]
    rows = radial(multiply(X, np.ascontiguousarray(support.T)), *squares, g=2.0, start=1)
    phi = np.exp(-((X[:, None] - support) ** 2).sum(axis=2) / 2.0)
    phi[np.arange(4) > 1 + np.arange(6)[:, None]] = 0
    np.testing.assert_allclose(rows.X, phi / np.linalg.norm(phi, axis=1)[:, None], rtol=1e-12)
