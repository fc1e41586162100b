"""Rows made from stored ones: scaled, with noise, a constant feature and unit norm, or as kernel features.

Each takes one pass over the numbers; the noise is drawn where it is added, by the generator itself, bit for bit
as NumPy draws it.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from cspa_explore.core.gate import LARGEST, as_rows
from cspa_explore.core.jit import kernel
from cspa_explore.core.memory import aligned, canonical
from cspa_explore.core.rows import Dense


def preprocessed(
    stored: np.ndarray,
    index: np.ndarray,
    scaling: tuple[Any, Any, Any] = (None, None, None),
    noise: tuple[np.random.Generator, float] | None = None,
    bias: bool = False,
    normalise: bool = False,
) -> Dense:
    """Return the rows of the index: (x − low)·factor + base, plus noise, a constant 1, over the norm.

    `scaling` is (low, factor, base), each a number, one number per column, or None; `noise` is a generator and the
    standard deviation. A zero row stays zero.

    >>> preprocessed(np.array([[3, 4], [0, 0]]), np.array([1, 0, 0]), normalise=True).X
    array([[0. , 0. ],
           [0.6, 0.8],
           [0.6, 0.8]])
    """
    d = stored.shape[1]
    out = aligned((len(index), d + bias), fill=None)
    low, factor, base = (
        _constant(d, u) if v is None else np.full(d, v, float) for v, u in zip(scaling, (0, 1, 0), strict=True)
    )
    if stored.flags.writeable or not stored.flags.c_contiguous:  # one signature per dtype
        stored = np.ascontiguousarray(stored).view()
        stored.flags.writeable = False
    index = canonical(index, np.int64)
    rng, sd = noise or (_NEVER, 0.0)
    fine = _preprocess(stored, index, low, factor, base, rng, float(sd), normalise, out)
    if fine < 0:
        raise IndexError(f"the index must hold row numbers 0 to {len(stored) - 1}")
    if not fine:
        as_rows(out)  # raises, naming the row and the column
    return Dense(out)


def radial(products: np.ndarray, squares: np.ndarray, of_support: np.ndarray, g: float, start: int) -> Dense:
    """Turn inner products x_t·b_j into φ_j(x_t) = exp(−‖x_t − b_j‖²/g) with ‖φ‖ = 1, in place.

    In round start + t, which is row t, only b_0…b_{start+t} are known: the features of later ones are 0.
    """
    _radial(products, squares, of_support, float(g), start)
    return Dense(products)


def multiply(X: np.ndarray, Y: np.ndarray) -> np.ndarray:
    """Return the matrix product X Y."""
    out = aligned((len(X), Y.shape[1]), fill=None)
    _multiply(X, Y, out)
    return out


@lru_cache(maxsize=64)
def _constant(d: int, value: float) -> np.ndarray:
    return np.full(d, value, float)


_NEVER = np.random.default_rng(0)  # placeholder for calls that draw nothing


@kernel(counting=True)
def _preprocess(stored, index, low, factor, base, rng, sd, normalise, out):
    d = stored.shape[1]
    fine = 1  # whether the gate would accept all numbers
    for t in range(index.shape[0]):
        if not 0 <= index[t] < stored.shape[0]:
            return -1
        row, x = stored[index[t]], out[t]
        for j in range(d):
            x[j] = (row[j] - low[j]) * factor[j] + base[j]
        for j in range(d, x.shape[0]):
            x[j] = 1.0
        if sd > 0.0:
            for j in range(d):
                x[j] += sd * rng.standard_normal()
        x2 = 0.0
        for j in range(x.shape[0]):
            x2 += x[j] * x[j]
        if normalise and x2 > 0.0:
            norm = np.sqrt(x2)
            for j in range(x.shape[0]):
                x[j] /= norm
        for j in range(x.shape[0]):
            fine &= abs(x[j]) <= LARGEST
    return fine


@kernel(counting=True)
def _multiply(X, Y, out):
    np.dot(X, Y, out)


@kernel
def _radial(phi, squares, of_support, g, start):
    m = phi.shape[1]
    for t in range(phi.shape[0]):
        row = phi[t]
        known = min(m, start + t + 1)
        x2 = 0.0
        for j in range(known):
            distance = squares[t] + of_support[j] - 2.0 * row[j]
            row[j] = np.exp(-max(distance, 0.0) / g)
            x2 += row[j] * row[j]
        norm = np.sqrt(x2) if x2 > 0.0 else 1.0
        for j in range(known):
            row[j] /= norm
        for j in range(known, m):
            row[j] = 0.0


KERNELS = (_preprocess, _multiply, _radial)
