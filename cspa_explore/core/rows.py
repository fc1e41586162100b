"""Instances as rows, dense or CSR. They are made only by the gate (`gate.py`), and kernels trust them."""

from typing import NamedTuple

import numpy as np

from cspa_explore.core.jit import dispatched, jitable
from cspa_explore.core.memory import LINE, canonical
from cspa_explore.core.prefetch import prefetch

ZERO = 1e-200  # ‖x‖² up to this is a zero row: 1/‖x‖² could overflow


class Dense(NamedTuple):
    """n rows of d numbers."""

    X: np.ndarray  # (n, d) float64


class CSR(NamedTuple):
    """n sparse rows: row i holds data[indptr[i]:indptr[i+1]] in the columns indices[same]."""

    data: np.ndarray  # (nnz,) float64
    indices: np.ndarray  # (nnz,) int32, ascending in each row
    indptr: np.ndarray  # (n+1,) int64
    d: int


Rows = Dense | CSR


@jitable
def entries(rows, i):
    """Return the values of CSR row i, and their columns."""
    start, stop = rows.indptr[i], rows.indptr[i + 1]
    return rows.data[start:stop], rows.indices[start:stop]


@dispatched(1, fastmath=True)
def square_norm(rows, i):
    """Return ‖x_i‖²."""


def _dense_square_norm(rows, i):
    x = rows.X[i]
    x2 = 0.0
    for j in range(x.shape[0]):
        x2 += x[j] * x[j]
    return x2


def _csr_square_norm(rows, i):
    x, _ = entries(rows, i)
    x2 = 0.0
    for j in range(x.shape[0]):
        x2 += x[j] * x[j]
    return x2


square_norm.table[Dense,] = _dense_square_norm
square_norm.table[CSR,] = _csr_square_norm


@dispatched(1)
def prefetch_row(rows, i):
    """Prefetch row i; shuffled access defeats the hardware prefetcher. No number changes."""


def _dense_prefetch(rows, i):
    x = rows.X[i]
    for j in range(0, x.shape[0], LINE // 8):
        prefetch(x, j)


def _csr_prefetch(rows, i):
    x, f = entries(rows, i)
    for j in range(0, x.shape[0], LINE // 8):
        prefetch(x, j)
    for j in range(0, f.shape[0], LINE // 4):
        prefetch(f, j)


prefetch_row.table[Dense,] = _dense_prefetch
prefetch_row.table[CSR,] = _csr_prefetch


def shape(rows: Rows) -> tuple[int, int]:
    """Return (n, d)."""
    return rows.X.shape if isinstance(rows, Dense) else (len(rows.indptr) - 1, rows.d)


def single_row(rows: Rows, i: int) -> Rows:
    """Return a copy of row i alone."""
    if isinstance(rows, Dense):
        return Dense(canonical(rows.X[i : i + 1].copy(), np.float64))
    part = slice(rows.indptr[i], rows.indptr[i + 1])
    data, indices = rows.data[part].copy(), rows.indices[part].copy()
    indptr = canonical(np.array([0, len(data)]), np.int64)
    return CSR(canonical(data, np.float64), canonical(indices, np.int32), indptr, rows.d)


def dense_row(rows: Rows, i: int) -> np.ndarray:
    """Return row i as a new (d,) array."""
    if isinstance(rows, Dense):
        return rows.X[i].copy()
    x = np.zeros(rows.d)
    part = slice(rows.indptr[i], rows.indptr[i + 1])
    x[rows.indices[part]] = rows.data[part]
    return x
