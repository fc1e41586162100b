"""Parquet tables, with the reader that pandas uses (pyarrow, which Streamlit brings along)."""

import io
from typing import Any

from cspa_explore.datasets.readers.columns import Columns, Table
from cspa_explore.datasets.readers.layout import column_place, guessed_label
from cspa_explore.datasets.readers.limits import MOST_COLUMNS, MOST_UNPACKED, expect_shape, megabytes
from cspa_explore.datasets.readers.names import clean, different
from cspa_explore.datasets.readers.reading import Reading, Tell
from cspa_explore.errors import UserError

MAGIC = b"PAR1"
CELLS = 500_000  # of a piece
NUMBERS = ("int", "uint", "float", "double", "bool", "halffloat")


def read_parquet(content: bytes, name: str, label: str, scale: bool, tell: Tell) -> Reading:
    """Return the data set of a Parquet table; its bounds are checked on the metadata before a row is read."""
    try:
        file = _opened(content, name)
        names, texts = _columns(file, name)
        first = [[str(cell) for cell in row.values()] for row in head(file).to_pylist()]
        place = column_place(label, names, names, name) if label else guessed_label(names, first, _number)
        table = Table(Columns(name, names, texts, place, 1, _number))
        rows = file.metadata.num_rows
        for batch in file.iter_batches(batch_size=max(1, CELLS // len(names))):
            table.add(batch.to_pandas())
            tell(min(1.0, table.n / max(1, rows)))
        return table.reading("Parquet", scale)
    except UserError:
        raise
    except Exception as error:  # pyarrow raises many kinds for damaged files
        raise UserError(f"{name} cannot be read as Parquet: {clean(str(error), 100)}.") from None


def head(file: Any) -> Any:
    """Return the first rows."""
    return next(file.iter_batches(batch_size=200)) if file.metadata.num_rows else file.schema_arrow.empty_table()


def _opened(content: bytes, name: str) -> Any:
    try:
        from pyarrow.parquet import ParquetFile
    except ImportError:
        raise UserError(f"{name} is a Parquet file, which needs pyarrow: save it as CSV.") from None
    file = ParquetFile(io.BytesIO(content))
    groups = [file.metadata.row_group(g) for g in range(file.metadata.num_row_groups)]
    size = sum(group.total_byte_size for group in groups)
    if size > MOST_UNPACKED:
        raise UserError(f"{name} unpacks to {megabytes(size)}, at most {megabytes(MOST_UNPACKED)} are allowed.")
    return file


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
            raise UserError(f"{name}, column '{clean(field.name)}' holds {clean(kind)}, not numbers or texts.")
    return different(schema.names), tuple(not str(field.type).startswith(NUMBERS) for field in schema)


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
