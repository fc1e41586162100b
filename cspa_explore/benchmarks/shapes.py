"""The five seeded shapes that speed is measured on."""

from typing import NamedTuple

import numpy as np
import scipy.sparse

from cspa_explore.core.gate import as_rows
from cspa_explore.core.memory import canonical
from cspa_explore.core.rows import Rows


class Shape(NamedTuple):
    """A stream of unit rows whose labels are mostly linear in them."""

    name: str
    rows: Rows
    y: np.ndarray
    order: np.ndarray
    u: np.ndarray
    K: int


class Played(NamedTuple):
    """What a learner came to on a shape."""

    us: float  # a round
    ratio: float  # of right proposals
    rounds: int


def shapes() -> list[Shape]:
    """Return the five shapes, smallest first."""
    return [
        _dense("toy d=2 K=4", T=20_000, d=2, K=4),
        _dense("d=16 K=10", T=20_000, d=16, K=10),
        _dense("d=256 K=10", T=10_000, d=256, K=10),
        _sparse("CSR d=62061 K=20", T=8_000, d=62_061, K=20, nnz=80),
        _sparse("CSR d=55197 K=105", T=4_000, d=55_197, K=105, nnz=160),
    ]


def _dense(name: str, T: int, d: int, K: int) -> Shape:
    rng = np.random.default_rng(0)
    centres = rng.normal(size=(K, d))
    y = rng.integers(K, size=T)
    X = centres[y] + 0.7 * rng.normal(size=(T, d))
    return _shape(name, X / np.linalg.norm(X, axis=1, keepdims=True), y, K, rng)


def _sparse(name: str, T: int, d: int, K: int, nnz: int) -> Shape:
    """Word-like rows: half of the non-zeros from the class's own tenth of the columns, Zipf-distributed."""
    rng = np.random.default_rng(0)
    y = rng.integers(K, size=T)
    common = (d * rng.random((T, nnz)) ** 3).astype(int)
    own = rng.permutation(d)[y[:, None] * (d // K) + (d // K * rng.random((T, nnz)) ** 3).astype(int)]
    columns = np.where(rng.random((T, nnz)) < 0.5, common, own)
    X = scipy.sparse.csr_array((np.ones(T * nnz), (np.repeat(np.arange(T), nnz), columns.ravel())), shape=(T, d))
    X = scipy.sparse.diags_array(1 / np.sqrt(X.multiply(X).sum(axis=1))) @ X
    return _shape(name, X, y, K, rng)


def _shape(name: str, X: object, y: np.ndarray, K: int, rng: np.random.Generator) -> Shape:
    T = len(y)
    return Shape(
        name,
        as_rows(X),
        canonical(y, np.int64),
        canonical(rng.permutation(T), np.int64),
        canonical(rng.random(T), np.float64),
        K,
    )
