"""The five seeded shapes (streams of a given size) on which speed is measured."""

from typing import NamedTuple

import numpy as np
import scipy.sparse

from cspa_explore.core.gate import as_rows
from cspa_explore.core.memory import canonical
from cspa_explore.core.rows import Rows

# The share of non-zeros in the 100, 1,000 and 10,000 most frequent columns of the data sets that two shapes imitate.
CONCENTRATION = {
    "CSR d=62061 K=20": (0.12, 0.40, 0.83),  # 20News
    "CSR d=55197 K=105": (0.26, 0.58, 0.90),  # Sector
}


class Shape(NamedTuple):
    """A stream of unit rows whose labels are mostly linear in them."""

    name: str
    rows: Rows
    y: np.ndarray
    order: np.ndarray
    u: np.ndarray
    K: int


class Played(NamedTuple):
    """A learner's result on a shape."""

    us: float  # µs per round
    ratio: float  # of right proposals
    rounds: int


def shapes() -> list[Shape]:
    """Return the five shapes, smallest first."""
    return [
        _dense("toy d=2 K=4", T=20_000, d=2, K=4),
        _dense("d=16 K=10", T=20_000, d=16, K=10),
        _dense("d=256 K=10", T=10_000, d=256, K=10),
        _sparse("CSR d=62061 K=20", T=8_000, d=62_061, K=20, nnz=80, offset=200),
        _sparse("CSR d=55197 K=105", T=4_000, d=55_197, K=105, nnz=160, offset=30),
    ]


def _dense(name: str, T: int, d: int, K: int) -> Shape:
    rng = np.random.default_rng(0)
    centres = rng.normal(size=(K, d))
    y = rng.integers(K, size=T)
    X = centres[y] + 0.7 * rng.normal(size=(T, d))
    return _shape(name, X / np.linalg.norm(X, axis=1, keepdims=True), y, K, rng)


def _sparse(name: str, T: int, d: int, K: int, nnz: int, offset: float) -> Shape:
    """Return text-like rows of `nnz` different columns: three quarters from all columns, the rest from the class's own.

    The r-th most frequent column has a probability of about (r + offset)^−1.3, a Zipf–Mandelbrot law. It is fitted to
    `CONCENTRATION`, the share of all non-zeros in the 100, 1,000 and 10,000 most frequent columns of real text data.
    """
    rng = np.random.default_rng(0)
    y = rng.integers(K, size=T)
    own = rng.permutation(d)[: d // K * K].reshape(K, -1)
    laws = _law(d, offset), _law(d // K, offset / K)
    columns = np.array([_words(rng, laws, own[label], nnz) for label in y])
    X = scipy.sparse.csr_array((np.full(T * nnz, nnz**-0.5), (np.repeat(np.arange(T), nnz), columns.ravel())), (T, d))
    return _shape(name, X, y, K, rng)


def _law(n: int, offset: float) -> np.ndarray:
    """Return the cumulative probabilities of the ranks 1 to n."""
    total = np.cumsum((np.arange(1, n + 1) + offset) ** -1.3)
    return total / total[-1]


def _words(rng: np.random.Generator, laws: tuple[np.ndarray, np.ndarray], own: np.ndarray, count: int) -> list[int]:
    """Return the first `count` different columns that are drawn."""
    found: dict[int, None] = {}
    while len(found) < count:
        everyones, particular = (np.searchsorted(law, rng.random(4 * count)) for law in laws)
        found |= dict.fromkeys(np.where(rng.random(4 * count) < 0.75, everyones, own[particular]).tolist())
    return list(found)[:count]


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
