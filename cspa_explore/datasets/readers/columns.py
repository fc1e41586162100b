"""Columns of a table as features: numbers as they are, texts one-hot encoded. Rows arrive in pieces."""

from typing import NamedTuple

import numpy as np
import pandas as pd

from cspa_explore.datasets.readers.labels import classes
from cspa_explore.datasets.readers.layout import Number, is_missing
from cspa_explore.datasets.readers.limits import (
    LABEL,
    LARGEST,
    MOST_ARRAY,
    MOST_LABELS,
    MOST_LEVELS,
    expect_shape,
    megabytes,
)
from cspa_explore.datasets.readers.names import clean, different, quoted
from cspa_explore.datasets.readers.reading import ColumnNote, Reading
from cspa_explore.datasets.spec import Dataset
from cspa_explore.errors import UserError
from cspa_explore.wording import counted

SMALLEST = (np.uint8, np.int16)  # the dtypes for which the kernels of rows are compiled, beside float64


class Columns(NamedTuple):
    """What is known before the rows are read."""

    file: str  # its name, for sentences
    names: tuple[str, ...]
    texts: tuple[bool, ...]  # whether a column holds texts
    label: int
    first_row: int  # the number of the first row, as a spreadsheet counts
    number: Number


class Table:
    """Rows that arrive in pieces; `reading` returns the data set."""

    def __init__(self, columns: Columns) -> None:
        self.columns = columns
        places = [j for j in range(len(columns.names)) if j != columns.label]
        self.numbers = [j for j in places if not columns.texts[j]]
        self.levels: dict[int, dict[str, int]] = {j: {} for j in places if columns.texts[j]}
        self._blocks: list[np.ndarray] = []
        self._codes: list[dict[int, np.ndarray]] = []
        self._labels: list[np.ndarray] = []
        self._classes: dict[str, int] = {}  # the labels as texts, in the order of their first rows
        self._bytes = self.n = 0
        self._frame = pd.DataFrame()  # the rows that are being added

    def add(self, frame: pd.DataFrame) -> None:
        """Add rows; UserError names the row, the column and the value of a cell that cannot be used."""
        self._frame = frame
        block = compact(self._numbers(frame))
        self._bytes += block.nbytes + LABEL * len(frame)
        if self._bytes > MOST_ARRAY:
            raise UserError(
                f"{self.columns.file}: its values would need more than {megabytes(MOST_ARRAY)} of memory, which is the "
                f"limit; leave out rows or columns."
            )
        self._codes.append({j: self._coded(j, frame.iloc[:, j], levels) for j, levels in self.levels.items()})
        self._blocks.append(block)
        label = self.columns.label
        self._labels.append(self._coded(label, frame.iloc[:, label], self._classes))
        if len(self._classes) > MOST_LABELS:
            raise UserError(
                f"{self.columns.file}, column {quoted(self.columns.names[label])} holds more than {MOST_LABELS:,} "
                f"different values, so it cannot be the label."
            )
        self.n += len(frame)

    def reading(self, how: str, scale: bool) -> Reading:
        """Return the data set and what was understood of each column."""
        file, label = self.columns.file, self.columns.label
        if not self.n:
            raise UserError(f"{file} holds no rows.")
        where = f"{file}, column {quoted(self.columns.names[label])}"
        places, names = classes(np.array(list(self._classes), object), self.n, where)
        used = {j: len(levels) for j, levels in self.levels.items() if len(levels) <= MOST_LEVELS}
        d = len(self.numbers) + sum(used.values())
        if not d:
            raise UserError(f"{file} has no column that can be a feature beside its label column.")
        dtype = _common(self._blocks)
        expect_shape(file, len(names), self.n, d, dtype.itemsize)
        X = self._filled(np.empty((self.n, d), dtype), used)
        y = self._classes_of_rows(places)  # only now, when the pieces of X are freed
        low, factor, base = self._scaling(X) if scale else (None, None, None)
        data = Dataset(X, y, len(names), names, low, factor, base, self._features(used))
        return Reading(data, how, label + 1, scale, self._notes(X, used))

    def _numbers(self, frame: pd.DataFrame) -> np.ndarray:
        """Return the columns of numbers."""
        if all(kind.kind in "iuf" for kind in frame.dtypes.iloc[self.numbers]):  # fast, for most pieces
            block = frame.iloc[:, self.numbers].to_numpy(np.float64)
            if (np.abs(block) <= LARGEST).all():
                return block
        block = np.empty((len(frame), len(self.numbers)))
        for place, j in enumerate(self.numbers):
            block[:, place] = self._column_of_numbers(j, frame.iloc[:, j])
        return block

    def _column_of_numbers(self, j: int, column: pd.Series) -> np.ndarray:
        if column.dtype.kind in "iuf":
            values = column.to_numpy(np.float64)
        elif column.dtype.kind == "b":
            return column.to_numpy(np.float64)
        else:
            cells = [str(cell) for cell in column]
            values = np.array([np.nan if (v := self.columns.number(cell)) is None else v for cell in cells])
        bad = np.flatnonzero(~(np.abs(values) <= LARGEST))
        if len(bad):
            raise self._refusal(j, int(bad[0]), _text(column.iloc[int(bad[0])]))
        return values

    def _refusal(self, j: int, row: int, cell: str) -> UserError:
        columns = self.columns
        where = f"{columns.file}, row {columns.first_row + self.n + row:,}, column {quoted(columns.names[j])}"
        if is_missing(cell):
            missing = f"{where}: the value is missing ({quoted(cell)}); fill it in or delete the row."
            return UserError(f"{missing}{self._more_missing()}")
        if columns.number(cell) is not None:
            return UserError(f"{where}: numbers must be finite and at most {LARGEST:g}, got {quoted(cell)}.")
        return UserError(f"{where}: {quoted(cell)} is not a number, as most of this column's values are.")

    def _more_missing(self) -> str:
        """Return how many values beside the refused one are missing in the rows so far, as a sentence, or ""."""
        more = sum(missing_cells(column) for _, column in self._frame.items()) - 1
        last = self.columns.first_row + self.n + len(self._frame) - 1
        are = "is" if more == 1 else "are"
        return f" Up to row {last:,}, {counted(more, 'more value')} {are} missing." if more > 0 else ""

    def _coded(self, j: int, column: pd.Series, levels: dict[str, int]) -> np.ndarray:
        """Return the place of each cell among the levels, to which new texts are added."""
        most = MOST_LABELS if levels is self._classes else MOST_LEVELS
        if levels is not self._classes and len(levels) > most:
            return np.zeros(0, np.uint8)  # too many: the column will be left out
        codes, found = pd.factorize(column, use_na_sentinel=False)
        texts = [_text(cell).strip() for cell in found]
        for place, cell in enumerate(texts):
            if is_missing(cell):
                raise self._refusal(j, int(np.argmax(codes == place)), cell)
        places = np.zeros(len(texts), np.uint16)
        for place, cell in enumerate(texts):
            places[place] = levels.setdefault(cell, len(levels))
            if len(levels) > most:  # the column will be left out or, as the label, refused
                return codes[:0]
        return places[codes] if levels is self._classes else places[codes].astype(np.uint8)

    def _filled(self, X: np.ndarray, used: dict[int, int]) -> np.ndarray:
        """Fill X from the pieces, which are freed one by one."""
        at, self._blocks, self._codes = 0, self._blocks[::-1], self._codes[::-1]
        while self._blocks:
            block, codes = self._blocks.pop(), self._codes.pop()
            here = X[at : at + len(block)]
            here[:, : len(self.numbers)] = block
            start = len(self.numbers)
            for j, levels in used.items():
                here[:, start : start + levels] = np.arange(levels) == codes[j][:, None]
                start += levels
            at += len(block)
        return X

    def _classes_of_rows(self, places: np.ndarray) -> np.ndarray:
        """Return the class of each row, from the place of each label."""
        y, at = np.empty(self.n, np.int64), 0
        for codes in self._labels:
            y[at : at + len(codes)] = places[codes]
            at += len(codes)
        return y

    def _scaling(self, X: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return (low, factor, base), which scale numbers to [−1, 1] and a constant column to 0."""
        low, high = X.min(axis=0).astype(np.float64), X.max(axis=0).astype(np.float64)
        with np.errstate(over="ignore", divide="ignore"):
            factor = 2.0 / (high - low)
        varies = np.isfinite(factor)  # not for a constant column, nor for a range that is almost 0
        factor, base = np.where(varies, factor, 0.0), np.where(varies, -1.0, 0.0)
        one_hot = slice(len(self.numbers), None)  # one-hot columns stay 0 and 1
        low[one_hot], factor[one_hot], base[one_hot] = 0.0, 1.0, 0.0
        return low, factor, base

    def _features(self, used: dict[int, int]) -> tuple[str, ...]:
        names = self.columns.names
        hot = [f"{names[j]} = {clean(level)}" for j in used for level in self.levels[j]]
        return different([*(names[j] for j in self.numbers), *hot])

    def _notes(self, X: np.ndarray, used: dict[int, int]) -> tuple[ColumnNote, ...]:
        notes = {}
        for place, j in enumerate(self.numbers):
            low, high = X[:, place].min(), X[:, place].max()
            constant = ", the same in every row" if low == high else ""
            notes[j] = ("number", f"from {low:.6g} to {high:.6g}{constant}")
        for j, levels in self.levels.items():
            shown = ", ".join(clean(level, 20) for level in list(levels)[:6]) + (", …" if len(levels) > 6 else "")
            many = f"more than {MOST_LEVELS} different texts cannot be one-hot encoded"
            notes[j] = ("one-hot", f"{len(levels)} values: {shown}") if j in used else ("left out", many)
        notes[self.columns.label] = ("label", "the classes")
        return tuple(ColumnNote(name, *notes[j]) for j, name in enumerate(self.columns.names))


def missing_cells(column: pd.Series) -> int:
    """Return how many cells of a column are missing.

    >>> missing_cells(pd.Series(["a", None, "?", "n/a"])), missing_cells(pd.Series([0.5, np.nan]))
    (3, 1)
    """
    if column.dtype.kind in "iufb":
        return int(column.isna().sum())
    counts = column.value_counts(dropna=False)
    return sum(int(count) for cell, count in counts.items() if is_missing(_text(cell)))


def compact(block: np.ndarray) -> np.ndarray:
    """Return the numbers in the smallest integer dtype that holds them exactly, or as they are.

    >>> compact(np.array([[0.0, 255.0]])).dtype.name, compact(np.array([[0.5]])).dtype.name
    ('uint8', 'float64')
    """
    if not block.size:
        return block.astype(np.uint8)
    low, high = block.min(), block.max()
    for dtype in SMALLEST:
        room = np.iinfo(dtype)
        if room.min <= low and high <= room.max:
            whole = block.astype(dtype)
            return whole if np.array_equal(whole, block) and not np.signbit(block[block == 0]).any() else block
    return block


def _common(blocks: list[np.ndarray]) -> np.dtype:
    """Return the dtype that holds all blocks exactly."""
    found = np.result_type(*{block.dtype for block in blocks})
    return found if found in map(np.dtype, SMALLEST) else np.dtype(np.float64)


def _text(cell: object) -> str:
    return "" if cell is None or cell is pd.NA or (isinstance(cell, float) and cell != cell) else str(cell)
