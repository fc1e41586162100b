"""The gate: makes a caller's arrays canonical, or refuses them, naming the row and the column.

Behind the gate all values are float64, C-ordered, 64-byte aligned and finite; CSR entries are sorted, unique and
inside the table. Kernels check nothing.
"""

from typing import Any

import numpy as np
import scipy.sparse

from cspa_explore.core.memory import aligned, canonical
from cspa_explore.core.rows import CSR, Dense, Rows, shape
from cspa_explore.errors import UserError

MOST_COLUMNS = 2**31 - 1  # column numbers are int32
MOST_DENSE = 2**27  # cells: 1 GB
TRUTHFUL = aligned(2**15, np.bool_)  # as many rounds as a block of a stream has, at most
LARGEST = 1e100  # a larger |x_r| could overflow ‖x‖²; NaN and inf fail the same comparison


def as_rows(X: Any, storage: type | None = None, name: str = "X") -> Rows:
    """Return X as canonical rows: CSR if it is a SciPy sparse matrix or array, else Dense.

    `storage` (Dense or CSR) converts to that form. Anything but a table of finite numbers is refused, naming
    the row and the column (both from 0). An array that is canonical already is not copied.
    """
    if isinstance(X, CSR):
        X = scipy.sparse.csr_array((X.data, X.indices, X.indptr), shape=shape(X))
    rows = _csr(X, name) if scipy.sparse.issparse(X) else _dense(X[0] if isinstance(X, Dense) else X, name)
    if storage is None or type(rows) is storage:
        return rows
    if isinstance(rows, Dense):
        return _csr(scipy.sparse.csr_array(rows.X), name)
    n, d = shape(rows)
    if n * d > MOST_DENSE:
        raise UserError(f"{name} with {n} × {d} cells is too large for dense rows: make the learner with sparse=True.")
    return _dense(scipy.sparse.csr_array((rows.data, rows.indices, rows.indptr), shape=(n, d)).toarray(), name)


def as_row(x: Any, d: int, storage: type) -> Rows:
    """Return x, one row of d numbers, dense or sparse, as canonical rows; always a copy."""
    sparse = scipy.sparse.issparse(x)
    try:
        row = x.copy() if sparse else np.array(x)
    except ValueError:
        raise UserError(f"x must be one row of {d} numbers, got a ragged list.") from None
    if row.shape not in ((d,), (1, d)):
        raise UserError(f"x must be one row of {d} numbers, got shape {row.shape}.")
    return as_rows(row.reshape((1, d)), storage, "x")


def as_labels(y: Any, n: int, n_classes: int) -> np.ndarray:
    """Return y as (n,) int64 labels in 0..K−1; refused otherwise, naming the row."""
    array = _flat(y, "y")
    if array.shape != (n,):
        raise UserError(f"y must have one label for each of the {n} rows, got shape {array.shape}.")
    if array.dtype.kind not in "iuf" and not (array.dtype.kind == "b" and n_classes == 2):
        raise UserError(f"y must hold whole numbers 0 to {n_classes - 1}, got {_kind(array)}.")
    bad = ~((array >= 0) & (array < n_classes) & (array == np.floor(array)))
    if bad.any():
        row = int(np.argmax(bad))
        raise UserError(f"y: row {row} holds {array[row]}, labels must be 0 to {n_classes - 1}.")
    return canonical(array, np.int64)


def as_order(order: Any, n: int) -> np.ndarray:
    """Return row numbers 0..n−1 as (T,) int64; refused otherwise, naming the first bad one."""
    array = _flat(order, "order")
    if array.size == 0:
        return canonical(np.zeros(0), np.int64)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise UserError(f"order must be a list of row numbers 0 to {n - 1}, got {_kind(array)}.")
    bad = ~((array >= 0) & (array < n))
    if bad.any():
        raise UserError(f"order must hold row numbers 0 to {n - 1}, got {array[np.argmax(bad)]}.")
    return canonical(array, np.int64)


def as_uniforms(u: Any, T: int) -> np.ndarray:
    """Return T numbers in [0, 1) as float64; refused otherwise, naming the first bad one."""
    array = _flat(u, "u")
    if array.shape != (T,) or array.dtype.kind not in "iuf":
        what = f"shape {array.shape}" if array.dtype.kind in "iuf" else _kind(array)
        raise UserError(f"u must hold one number in [0, 1) for each of the {T} rounds, got {what}.")
    bad = ~((array >= 0) & (array < 1))
    if bad.any():
        raise UserError(f"u must hold numbers in [0, 1), got {array[np.argmax(bad)]}.")
    return canonical(array, np.float64)


def truthful(T: int) -> np.ndarray:
    """Return the lies of T rounds with true answers: all False. The array is shared: do not modify it."""
    return TRUTHFUL[:T] if len(TRUTHFUL) >= T else aligned(T, np.bool_)


def check_rounds(
    rows: Rows,
    storage: type,
    d: int,
    labels: tuple[np.ndarray, int | None],
    order: np.ndarray,
    u: np.ndarray,
    lies: np.ndarray,
) -> None:
    """Refuse arrays beyond which a kernel would read; kernels check nothing.

    `labels` is y and, where labels index weights (full feedback), the number of classes.
    """
    y, n_classes = labels
    if lies.dtype != np.bool_ or len(lies) != len(order):
        raise UserError(f"lies must hold True or False for each of the {len(order)} rounds.")
    n, width = shape(rows)
    kinds = (y.dtype, order.dtype, u.dtype) == (np.int64, np.int64, np.float64)
    if type(rows) is not storage or width != d or len(y) != n or not kinds:
        raise UserError(f"The learner takes {storage.__name__} rows of {d} numbers with an int64 label each.")
    if len(order) != len(u) or (len(order) and not (order.min() >= 0 and order.max() < n)):
        raise UserError(f"order must hold row numbers 0 to {n - 1}, and u as many numbers.")
    if len(u) and not (u.min() >= 0.0 and u.max() < 1.0):
        raise UserError("u must hold numbers in [0, 1).")
    if n_classes is not None and len(y) and not (y.min() >= 0 and y.max() < n_classes):
        raise UserError(f"y must hold labels 0 to {n_classes - 1}.")


def _dense(X: Any, name: str) -> Dense:
    try:
        array = np.asarray(X)
    except ValueError:
        raise UserError(f"{name} must be a table of numbers: its rows have different lengths.") from None
    if array.ndim != 2 or array.shape[1] == 0:
        raise UserError(f"{name} must be a table of n rows and d ≥ 1 columns, got shape {array.shape}.")
    if np.ma.is_masked(X):
        raise UserError(f"{name} has masked values: fill them first.")
    if array.dtype.kind not in "iufb":
        array = _as_numbers(array, name)
    if not _in_range(array):
        row, column = np.argwhere(~(np.abs(array.astype(np.float64)) <= LARGEST))[0]
        raise _not_finite(name, row, column, array[row, column])
    return Dense(canonical(array, np.float64))


def _csr(X: Any, name: str) -> CSR:
    if X.ndim != 2 or X.shape[1] == 0:
        raise UserError(f"{name} must be a table of n rows and d ≥ 1 columns, got shape {X.shape}.")
    if X.dtype.kind not in "iufb":
        raise UserError(f"{name} must be a table of numbers, got {_kind(X)}.")
    if X.shape[1] > MOST_COLUMNS:
        raise UserError(f"{name} must have at most {MOST_COLUMNS} columns, got {X.shape[1]}.")
    given = X.tocsr()
    # A new matrix around the same arrays: the flags that the given one caches may be stale.
    matrix = scipy.sparse.csr_array((given.data, given.indices, given.indptr), shape=given.shape)
    try:
        matrix.check_format(full_check=True)
    except ValueError as error:
        raise UserError(f"{name} is not a valid sparse matrix: {error}.") from None
    if not matrix.has_canonical_format:
        matrix = matrix.astype(np.float64, copy=True)  # sums of duplicates may overflow a small integer dtype
        matrix.sum_duplicates()
    data = matrix.data
    if not _in_range(data):
        at = int(np.argmax(~(np.abs(data.astype(np.float64)) <= LARGEST)))
        row = int(np.searchsorted(matrix.indptr, at, side="right")) - 1
        raise _not_finite(name, row, matrix.indices[at], data[at])
    return CSR(
        canonical(data, np.float64),
        canonical(matrix.indices, np.int32),
        canonical(matrix.indptr, np.int64),
        int(matrix.shape[1]),
    )


def _as_numbers(array: np.ndarray, name: str) -> np.ndarray:
    """Return an array of objects or texts as floats; UserError names the first cell that is not a number."""
    if array.dtype.kind in "mM":
        raise UserError(f"{name} must be a table of numbers, got {array.dtype} values.")
    numbers = np.empty(array.shape)
    for (row, column), value in np.ndenumerate(array):
        try:
            numbers[row, column] = float(value.item() if isinstance(value, np.generic) else value)
        except (TypeError, ValueError, OverflowError):
            raise UserError(f"{_cell(name, row, column)} holds {value!s}, not a number.") from None
    return numbers


def _flat(values: Any, name: str) -> np.ndarray:
    try:
        return np.asarray(values)
    except ValueError:
        raise UserError(f"{name} must be a flat list of numbers, got a ragged one.") from None


def _in_range(values: np.ndarray) -> bool:
    """Say whether all values are finite and small enough, without copying them."""
    return values.size == 0 or bool(float(values.max()) <= LARGEST and float(values.min()) >= -LARGEST)


def _not_finite(name: str, row: int, column: int, value: float) -> UserError:
    where = _cell(name, row, column)
    return UserError(f"{where} holds {value}, values must be finite and at most {LARGEST:g}.")


def _cell(name: str, row: int, column: int) -> str:
    return f"x: column {column}" if name == "x" else f"{name}: row {row}, column {column}"


def _kind(array: np.ndarray) -> str:
    kinds = {"b": "True and False", "U": "texts", "S": "texts", "O": "objects"}
    return kinds.get(array.dtype.kind, f"{array.dtype} values")
