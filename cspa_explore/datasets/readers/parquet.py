"""Parquet tables, with the reader that pandas uses (pyarrow, which Streamlit brings along).

Texts stay dictionary-encoded: a long text that is repeated in a million rows takes memory once.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cspa_explore.datasets.readers.columns import Columns, Table
from cspa_explore.datasets.readers.layout import column_place, expect_different, guessed_label
from cspa_explore.datasets.readers.limits import (
    MOST_COLUMNS,
    MOST_TEXTS,
    MOST_UNPACKED,
    expect_shape,
    megabytes,
)
from cspa_explore.datasets.readers.names import clean, different, quoted
from cspa_explore.datasets.readers.reading import Reading, Tell
from cspa_explore.errors import UserError

MAGIC = b"PAR1"
CELLS = 500_000  # of a piece
HEAD = 200  # rows from which the label is guessed
NUMBERS = ("int", "uint", "float", "double", "bool", "halffloat")
TEXTS = ("string", "large_string", "binary", "large_binary")


def read_parquet(content: bytes, name: str, label: str, scale: bool, tell: Tell) -> Reading:
    """Return the data set of a Parquet table; its bounds are checked on the metadata before a row is read."""
    with _in_one_sentence(name):
        file = _opened(content, name)
        names, texts = _columns(file, name)
        place = column_place(label, names, names, name) if label else guessed_label(names, _head(file, name), _number)
        table = Table(Columns(name, names, texts, place, 1, _number))
        rows = file.metadata.num_rows
        for batch in _batches(file, name, max(1, CELLS // len(names))):
            table.add(batch.to_pandas())
            tell(min(1.0, table.n / max(1, rows)))
        return table.reading("Parquet", scale)


def parquet_head(content: bytes, name: str, rows: int) -> tuple[tuple[str, ...], int, list[list[str]]]:
    """Return the columns' names, the place of the guessed label and the first rows; no more than them is decoded."""
    with _in_one_sentence(name):
        file = _opened(content, name)
        names, _ = _columns(file, name)
        first = _head(file, name)
        return names, guessed_label(names, first, _number), first[:rows]


@contextmanager
def _in_one_sentence(name: str) -> Iterator[None]:
    """Turn pyarrow's errors, which are of many kinds for damaged files, into one sentence."""
    try:
        yield
    except UserError:
        raise
    except Exception as error:
        raise UserError(f"{name} cannot be read as Parquet: {clean(str(error), 100)}.") from None


def _opened(content: bytes, name: str) -> Any:
    """Return the file, whose texts will be read as dictionaries; UserError if its metadata state too much."""
    try:
        from pyarrow import BufferReader
        from pyarrow.parquet import ParquetFile
    except ImportError:
        raise UserError(f"{name} is a Parquet file, which needs pyarrow: save it as CSV.") from None
    file = ParquetFile(BufferReader(content))
    groups = [file.metadata.row_group(g) for g in range(file.metadata.num_row_groups)]
    size = sum(group.total_byte_size for group in groups)
    if size > MOST_UNPACKED:
        raise UserError(f"{name} unpacks to {megabytes(size)}, at most {megabytes(MOST_UNPACKED)} are allowed.")
    expect_different(tuple(file.schema_arrow.names), name)
    texts = {field.name for field in file.schema_arrow if not str(field.type).startswith(NUMBERS)}
    for number, group in enumerate(groups):
        columns = [group.column(j) for j in range(group.num_columns)]
        found = sum(column.total_uncompressed_size for column in columns if column.path_in_schema in texts)
        if found > MOST_TEXTS:
            raise _too_long(name, number, found)
    plain = [field.name for field in file.schema_arrow if str(field.type) in TEXTS]
    return ParquetFile(BufferReader(content), read_dictionary=plain)


def _too_long(name: str, number: int, found: int) -> UserError:
    return UserError(
        f"{name}: the texts of row group {number + 1:,} take {megabytes(found)}, at most {megabytes(MOST_TEXTS)} are "
        f"allowed; leave out columns of long texts."
    )


def _batches(file: Any, name: str, rows: int) -> Iterator[Any]:
    """Yield pieces of so many rows; UserError if the texts of one are longer than the metadata stated."""
    for number, batch in enumerate(file.iter_batches(batch_size=rows)):
        found = sum(column.dictionary.nbytes for column in batch.columns if hasattr(column, "dictionary"))
        if found > 2 * MOST_TEXTS:
            raise _too_long(name, number, found)
        yield batch


def _head(file: Any, name: str) -> list[list[str]]:
    """Return the first rows as texts."""
    columns = [_cells(column) for column in next(_batches(file, name, HEAD)).columns]
    return [list(row) for row in zip(*columns, strict=True)]


def _cells(column: Any) -> list[str]:
    """Return the cells as texts; a text that is repeated takes memory once."""
    if not hasattr(column, "dictionary"):
        return ["" if cell is None else str(cell) for cell in column.to_pylist()]
    codes = column.indices.to_pylist()
    texts = {code: "" if code is None else str(column.dictionary[code].as_py()) for code in set(codes)}
    return [texts[code] for code in codes]


def _columns(file: Any, name: str) -> tuple[tuple[str, ...], tuple[bool, ...]]:
    schema = file.schema_arrow
    if not 2 <= len(schema.names) <= MOST_COLUMNS:
        raise UserError(f"{name} must have 2 to {MOST_COLUMNS:,} columns, got {len(schema.names):,}.")
    if not file.metadata.num_rows:
        raise UserError(f"{name} holds no rows.")
    expect_shape(name, 2, file.metadata.num_rows, len(schema.names), 1)
    for field in schema:
        kind = str(field.type)
        if kind.startswith(("list", "struct", "map", "large_list", "fixed_size")):
            raise UserError(f"{name}, column {quoted(field.name)} holds {clean(kind)}, not numbers or texts.")
    return different(schema.names), tuple(not str(field.type).startswith(NUMBERS) for field in schema)


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
