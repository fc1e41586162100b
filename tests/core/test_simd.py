"""Eight classes at a time: compiled as in plain Python, for any K, and nothing beyond the classes ever changes."""

import numba
import numpy as np
import pytest
import scipy.sparse

from cspa_explore import make
from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.core.geometry import Additive
from cspa_explore.core.memory import aligned, duplicate
from cspa_explore.core.simd import LANES, collect, padded, spread
from tests.sample_streams import STREAMS
from tests.test_conformance import horizon

SIZES = (2, 7, 8, 9, 20, 105)


@numba.njit
def collect_four(s, W, f, x):
    for k in range(0, W.shape[1], LANES):
        collect(s, k, W, (f[0], f[1], f[2], f[3]), (x[0], x[1], x[2], x[3]))


@numba.njit
def collect_one(s, W, f, x):
    for k in range(0, W.shape[1], LANES):
        collect(s, k, W, (f[0],), (x[0],))


@numba.njit
def spread_four(W, f, tau, x):
    for k in range(0, W.shape[1], LANES):
        spread(W, (f[0], f[1], f[2], f[3]), k, tau, (x[0], x[1], x[2], x[3]))


@numba.njit
def spread_one(W, f, tau, x):
    for k in range(0, W.shape[1], LANES):
        spread(W, (f[0],), k, tau, (x[0],))


def filled(shape, used, seed):
    """An array of whole lines with numbers in its first columns and 0 in the others."""
    array = aligned(shape)
    array[..., :used] = np.random.default_rng(seed).normal(size=array[..., :used].shape)
    return array


def lines(vector):
    """All that the lines of a K-vector hold."""
    return np.ndarray(padded(len(vector)), vector.dtype, vector.base, vector.ctypes.data - vector.base.ctypes.data)


def test_four_features_by_hand():
    W = aligned((3, 8))
    W[:, :2] = [[1, 2], [3, 4], [5, 6]]
    s = aligned(2)
    collect_four(s, W, np.array([0, 1, 2, 1]), np.array([1.0, 10.0, 100.0, -1.0]))
    assert s.tolist() == [1 + 30 + 500 - 3, 2 + 40 + 600 - 4]
    spread_one(W, np.array([1]), s, np.array([0.5]))
    assert W[:, :2].tolist() == [[1, 2], [3 + 264, 4 + 319], [5, 6]]


@pytest.mark.parametrize("K", SIZES)
@pytest.mark.parametrize("go", [collect_four, collect_one])
def test_scores_are_those_of_plain_python_and_of_a_product(go, K):
    W, s = filled((6, padded(K)), K, 0), filled(K, K, 1)
    f, x = np.array([4, 0, 5, 4], np.int32), np.array([0.5, -2.0, 0.3, 1.0])
    n = 4 if go is collect_four else 1
    wanted = s + x[:n] @ W[f[:n], :K]
    plain = duplicate(s)
    go.py_func(plain, W, f, x)
    go(s, W, f, x)
    np.testing.assert_allclose(s, wanted, rtol=1e-14, atol=1e-14)
    np.testing.assert_allclose(s, plain, rtol=1e-14, atol=1e-14)
    assert not lines(s)[K:].any()


@pytest.mark.parametrize("K", SIZES)
@pytest.mark.parametrize("go", [spread_four, spread_one])
def test_an_update_reaches_its_features_alone(go, K):
    W, tau = filled((6, padded(K)), K, 0), filled(K, K, 1)
    f, x = np.array([4, 0, 5, 2], np.int32), np.array([0.7, -2.0, 0.3, 1.0])
    wanted, plain = W.copy(), W.copy()
    for m in range(4 if go is spread_four else 1):
        wanted[f[m], :K] += x[m] * tau
    go.py_func(plain, f, tau, x)
    go(W, f, tau, x)
    np.testing.assert_allclose(W, wanted, rtol=1e-15, atol=1e-15)
    np.testing.assert_allclose(W, plain, rtol=1e-15, atol=1e-15)
    assert not W[:, K:].any()


@pytest.mark.parametrize("dtype", [np.float64, np.int64, np.int32, np.bool_])
@pytest.mark.parametrize("length", [1, 2, 8, 9, 105])
def test_an_aligned_array_owns_its_last_line_and_a_copy_too(length, dtype):
    for array in (aligned(length, dtype), duplicate(aligned(length, dtype)), duplicate(np.ones(length, dtype))):
        start = array.ctypes.data - array.base.ctypes.data
        end = start + -(-array.nbytes // 64) * 64
        assert start >= 0
        assert array.ctypes.data % 64 == 0
        assert end <= array.base.nbytes
        assert not array.base.view(np.uint8)[start + array.nbytes : end].any()


@pytest.mark.parametrize("text", ["cspa", "spa", "bpa", "cspa_as_printed"])
def test_the_padding_of_a_sparse_learner_stays_zero(text):
    stream = STREAMS["sparse"]
    learner = make(text, n_classes=stream.K, n_features=stream.X.shape[1], sparse=True)
    for one in (learner, learner.copy()):
        one.run(scipy.sparse.csr_array(stream.X), stream.y)
        assert one._geometry.W.shape == (stream.X.shape[1], padded(stream.K))
        assert one._geometry.W[:, : stream.K].any()
        assert not one._geometry.W[:, stream.K :].any()
        assert one.weights().shape == (stream.K, stream.X.shape[1])
        for vector in (one._round.s, one._round.tau):
            assert not lines(vector)[stream.K :].any()


@pytest.mark.parametrize("K", [9, 20, 105])
@pytest.mark.parametrize("key", [key for key, spec in ALGORITHMS.items() if spec.geometry is Additive])
def test_many_classes_decide_alike_on_dense_and_sparse_rows(key, K):
    rng = np.random.default_rng(K)
    T, d = 400, 60
    y = rng.integers(K, size=T)
    X = (rng.random((T, d)) < 0.2) * rng.normal(size=(T, d)) + np.eye(K, d)[y] * (rng.random((T, 1)) < 0.8)
    X[17] = 0.0
    table, u = scipy.sparse.csr_array(X), rng.random(T)
    dense, sparse = (make(key, n_classes=K, n_features=d, sparse=kind) for kind in (False, True))
    wanted = dense.run(X, y, u=u)
    first, half = sparse.run(table[:150], y[:150], u=u[:150]), sparse.copy()
    rest = half.run(table[150:], y[150:], u=u[150:])
    rounds = horizon(key)
    np.testing.assert_array_equal(np.concatenate([first.y_tilde, rest.y_tilde])[:rounds], wanted.y_tilde[:rounds])
    if rounds >= T:
        np.testing.assert_allclose(half.weights(), dense.weights(), atol=1e-10 * max(1, np.abs(dense.weights()).max()))
