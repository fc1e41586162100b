import numpy as np
import pytest
import scipy.sparse

from cspa_explore.core.gate import as_labels, as_rows
from cspa_explore.core.memory import aligned, canonical
from cspa_explore.core.rows import CSR, Dense, dense_row, shape, square_norm
from cspa_explore.errors import UserError

X = np.array([[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [-3.0, 4.0, 0.0]])


@pytest.mark.parametrize("table", [X, scipy.sparse.csr_array(X), scipy.sparse.coo_matrix(X)])
@pytest.mark.parametrize("storage", [Dense, CSR, None])
def test_rows_keep_their_values_in_either_storage(table, storage):
    rows = as_rows(table, storage)
    assert shape(rows) == (3, 3)
    for i in range(3):
        np.testing.assert_array_equal(dense_row(rows, i), X[i])
        assert square_norm(rows, i) == X[i] @ X[i]
    again = as_rows(rows)
    assert all(np.array_equal(a, b) for a, b in zip(again, rows, strict=True))


def test_arrays_are_aligned_and_canonical_ones_are_not_copied():
    for array in (
        *as_rows(X),
        *as_rows(scipy.sparse.csr_array(X))[:3],
        aligned((3, 5)),
        aligned(7, np.int32),
    ):
        assert array.ctypes.data % 64 == 0
    kept = aligned((4, 2))
    assert canonical(kept, np.float64) is kept
    assert as_rows(kept).X is kept


@pytest.mark.parametrize("dtype", [np.float64, np.int8, np.uint8])
def test_duplicate_and_unsorted_entries_are_summed_and_sorted(dtype):
    data = np.array([100, 100, 5], dtype)
    matrix = scipy.sparse.csr_array((data, np.array([2, 2, 0]), np.array([0, 3])), shape=(1, 3))
    rows = as_rows(matrix)
    np.testing.assert_array_equal(dense_row(rows, 0), [5, 0, 200])
    np.testing.assert_array_equal(rows.indices, [0, 2])
    assert matrix.indices.tolist() == [2, 2, 0], "the caller's matrix is left alone"
    assert matrix.data.tolist() == [100, 100, 5]


def test_stale_flags_of_a_matrix_are_not_trusted():
    matrix = scipy.sparse.csr_array(np.array([[1.0, 2.0, 0.0]]))
    assert matrix.has_canonical_format
    matrix.indices[:] = 1
    rows = as_rows(matrix)
    np.testing.assert_array_equal(dense_row(rows, 0), [0, 3, 0])
    assert square_norm(rows, 0) == 9


def test_rows_made_by_hand_are_checked_too():
    bad = CSR(np.ones(1), np.array([10**6], np.int32), np.array([0, 1]), 3)
    with pytest.raises(UserError, match="X is not a valid sparse matrix"):
        as_rows(bad)
    with pytest.raises(UserError, match="X: row 0, column 0 holds nan"):
        as_rows(Dense(np.array([[np.nan]])))


def test_tables_too_wide_or_too_large_are_refused():
    wide = scipy.sparse.csr_array((np.ones(1), np.array([2**31 + 5]), np.array([0, 1])), shape=(1, 2**32))
    with pytest.raises(UserError, match="X must have at most 2147483647 columns, got 4294967296"):
        as_rows(wide)
    with pytest.raises(UserError, match="X with 100000 × 100000 cells is too large for dense rows"):
        as_rows(scipy.sparse.csr_array((100_000, 100_000)), Dense)


def with_value(value):
    bad = X.copy()
    bad[2, 1] = value
    return bad


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1.1e100])
@pytest.mark.parametrize("make", [np.array, scipy.sparse.csr_array, scipy.sparse.csc_matrix])
def test_values_that_are_not_finite_are_refused_with_row_and_column(value, make):
    with pytest.raises(UserError, match=r"X: row 2, column 1 holds .*, values must be finite"):
        as_rows(make(with_value(value)))


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ([1.0, 2.0], r"n rows and d ≥ 1 columns, got shape \(2,\)"),
        (np.zeros((3, 0)), r"got shape \(3, 0\)"),
        (np.zeros((2, 2, 2)), r"got shape \(2, 2, 2\)"),
        ([[1.0, 2.0], [3.0, "b"]], "X: row 1, column 1 holds b, not a number"),
        ([[1.0, None]], "X: row 0, column 1 holds None, not a number"),
        ([[1.0, 2.0], [3.0]], "rows have different lengths"),
        (np.array([[1 + 2j]]), r"X: row 0, column 0 holds \(1\+2j\), not a number"),
        (scipy.sparse.csr_array(np.array([[1 + 2j]])), "X must be a table of numbers, got complex128 values"),
        (None, r"got shape \(\)"),
        (np.array([[10**400]], dtype=object), "X: row 0, column 0 holds 1000"),
        (np.array([[1]], "m8[s]"), "X must be a table of numbers, got timedelta64"),
    ],
)
def test_what_is_not_a_table_of_numbers_is_refused(table, sentence):
    with pytest.raises(UserError, match=sentence):
        as_rows(table)


@pytest.mark.parametrize(
    ("y", "sentence"),
    [
        ([0, 1], r"one label for each of the 3 rows, got shape \(2,\)"),
        ([0, 1, 3], "y: row 2 holds 3, labels must be 0 to 2"),
        ([0, -1, 3], "y: row 1 holds -1"),
        ([0, 0.5, 1], "y: row 1 holds 0.5"),
        ([0, np.nan, 1], "y: row 1 holds nan"),
        (["a", "b", "c"], "whole numbers 0 to 2, got"),
        ([[0], [0, 1], 2], "y must be a flat list of numbers"),
    ],
)
def test_labels_outside_the_classes_are_refused_with_their_row(y, sentence):
    with pytest.raises(UserError, match=sentence):
        as_labels(y, 3, 3)


def test_a_broken_or_masked_table_is_refused():
    broken = scipy.sparse.csr_array((np.ones(1), np.array([7]), np.array([0, 1])), shape=(1, 8))
    broken._shape = (1, 3)
    with pytest.raises(UserError, match="X is not a valid sparse matrix"):
        as_rows(broken)
    with pytest.raises(UserError, match="X has masked values"):
        as_rows(np.ma.masked_array([[1.0, 2.0]], [[0, 1]]))


def test_answers_are_not_taken_for_labels():
    with pytest.raises(UserError, match="y must hold whole numbers 0 to 3, got True and False"):
        as_labels([True, False], 2, 4)


def test_whole_floats_and_booleans_are_labels():
    np.testing.assert_array_equal(as_labels([0.0, 2.0], 2, 3), [0, 2])
    assert as_labels(np.array([True, False]), 2, 2).dtype == np.int64
