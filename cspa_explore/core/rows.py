"""Instances as rows, dense or CSR, and the gate that makes them canonical.

Kernels trust what comes through here: float64, C order, 64-byte aligned, finite, no duplicates.
"""

from typing import Any, NamedTuple

import numpy as np
import scipy.sparse

from cspa_explore.core.jit import dispatched
from cspa_explore.core.memory import canonical
from cspa_explore.errors import UserError

LARGEST = 1e100  # a larger |x_r| could overflow ‖x‖²; NaN and inf fail the same comparison
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
    x2 = 0.0
    for j in range(rows.indptr[i], rows.indptr[i + 1]):
        x2 += rows.data[j] * rows.data[j]
    return x2


square_norm.table[Dense,] = _dense_square_norm
square_norm.table[CSR,] = _csr_square_norm


def shape(rows: Rows) -> tuple[int, int]:
    """Return (n, d)."""
    return rows.X.shape if isinstance(rows, Dense) else (len(rows.indptr) - 1, rows.d)


def dense_row(rows: Rows, i: int) -> np.ndarray:
    """Return row i as a new (d,) array."""
    if isinstance(rows, Dense):
        return rows.X[i].copy()
    x = np.zeros(rows.d)
    part = slice(rows.indptr[i], rows.indptr[i + 1])
    x[rows.indices[part]] = rows.data[part]
    return x


def as_rows(X: Any, storage: type | None = None) -> Rows:
    """Return X as canonical rows: CSR if it is a SciPy sparse matrix or array, else Dense.

    `storage` (Dense or CSR) asks for the other form. Refused: anything but a table of finite
    numbers, naming the row and the column (both from 0).
    """
    if isinstance(X, Dense | CSR):
        rows = X
    else:
        rows = _csr(X) if scipy.sparse.issparse(X) else _dense(X)
    if storage is None or type(rows) is storage:
        return rows
    if isinstance(rows, Dense):
        return _csr(scipy.sparse.csr_array(rows.X))
    return _dense(scipy.sparse.csr_array((rows.data, rows.indices, rows.indptr), shape=shape(rows)).toarray())


def as_labels(y: Any, n: int, n_classes: int) -> np.ndarray:
    """Return y as (n,) int64 labels in 0..K−1; refused otherwise, naming the row."""
    array = np.asarray(y)
    if array.shape != (n,):
        raise UserError(f"y must have one label for each of the {n} rows, got shape {array.shape}.")
    if array.dtype.kind not in "iufb":
        raise UserError(f"y must hold whole numbers 0 to {n_classes - 1}, got {array.dtype} values.")
    bad = ~((array >= 0) & (array < n_classes) & (array == np.floor(array)))
    if bad.any():
        row = int(np.argmax(bad))
        raise UserError(f"y: row {row} holds {array[row]}, labels must be 0 to {n_classes - 1}.")
    return canonical(array, np.int64)


def _dense(X: Any) -> Dense:
    try:
        array = np.asarray(X)
    except ValueError:
        raise UserError("X must be a table of numbers: its rows have different lengths.") from None
    if array.ndim != 2 or array.shape[1] == 0:
        raise UserError(f"X must be a table of n rows and d ≥ 1 columns, got shape {array.shape}.")
    if array.dtype.kind not in "iufb":
        array = _as_numbers(array)
    if not _in_range(array):
        row, column = np.argwhere(~(np.abs(array.astype(np.float64)) <= LARGEST))[0]
        raise _not_finite(row, column, array[row, column])
    return Dense(canonical(array, np.float64))


def _csr(X: Any) -> CSR:
    if X.ndim != 2 or X.shape[1] == 0:
        raise UserError(f"X must be a table of n rows and d ≥ 1 columns, got shape {X.shape}.")
    if X.dtype.kind not in "iufb":
        raise UserError(f"X must be a table of numbers, got {X.dtype} values.")
    matrix = X.tocsr()
    if not matrix.has_canonical_format:
        matrix = matrix.copy()
        matrix.sum_duplicates()
    data = matrix.data
    if not _in_range(data):
        at = int(np.argmax(~(np.abs(data.astype(np.float64)) <= LARGEST)))
        row = int(np.searchsorted(matrix.indptr, at, side="right")) - 1
        raise _not_finite(row, matrix.indices[at], data[at])
    return CSR(
        canonical(data, np.float64),
        canonical(matrix.indices, np.int32),
        canonical(matrix.indptr, np.int64),
        int(matrix.shape[1]),
    )


def _as_numbers(array: np.ndarray) -> np.ndarray:
    """Return an array of objects or texts as floats; the first cell that is no number is named."""
    numbers = np.empty(array.shape)
    for (row, column), value in np.ndenumerate(array):
        try:
            numbers[row, column] = float(value.item() if isinstance(value, np.generic) else value)
        except (TypeError, ValueError):
            raise UserError(f"X: row {row}, column {column} holds {value!s}, not a number.") from None
    return numbers


def _in_range(values: np.ndarray) -> bool:
    """Say whether all values are finite and small enough, without a copy of them."""
    return values.size == 0 or bool(float(values.max()) <= LARGEST and float(values.min()) >= -LARGEST)


def _not_finite(row: int, column: int, value: float) -> UserError:
    return UserError(
        f"X: row {row}, column {column} holds {value}, values must be finite and at most {LARGEST:g}."
    )
