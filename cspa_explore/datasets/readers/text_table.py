"""CSV, TSV and other text tables, read in pieces with pandas' C parser."""

import re
import warnings

import pandas as pd

from cspa_explore.datasets.readers.columns import Columns, Table
from cspa_explore.datasets.readers.layout import Layout, column_place, guessed_label, is_missing, layout_of
from cspa_explore.datasets.readers.limits import MOST_COLUMNS
from cspa_explore.datasets.readers.names import quoted
from cspa_explore.datasets.readers.reading import Reading, Tell
from cspa_explore.datasets.readers.unpacking import opened
from cspa_explore.errors import UserError

SEEN = 200  # rows from which the kind of a column is guessed
CELLS = 500_000  # of a piece
LETTERS = 2**24  # of a piece, if its rows are as long as the first ones


def read_text_table(content: bytes, name: str, label: str, scale: bool, tell: Tell) -> Reading:
    """Return the data set of a text table; `label` is a column's name or number, "" to guess it."""
    layout = layout_of(content, name)
    names = layout.names
    place = column_place(label, names, layout.header, name) if label else label_of(layout)
    texts = tuple(_holds_texts(layout, j) for j in range(len(names)))
    first = layout.skip + 1 + bool(layout.header)
    table = Table(Columns(name, names, texts, place, first, layout.number))
    _fill(table, content, layout, name, tell)
    return table.reading(layout.words, scale)


def label_of(layout: Layout) -> int:
    """Return the place of the column that looks like the label."""
    return guessed_label(layout.header or layout.names, layout.rows, layout.number)


def _holds_texts(layout: Layout, j: int) -> bool:
    """Say whether most cells of the column are texts; a few texts among numbers are errors."""
    cells = [row[j] for row in layout.rows[:SEEN] if j < len(row) and not is_missing(row[j])]
    return sum(layout.number(cell) is None for cell in cells) * 2 > len(cells)


def _fill(table: Table, content: bytes, layout: Layout, name: str, tell: Tell) -> None:
    width = len(layout.names)
    text = {j: str for j in range(width) if table.columns.texts[j] or j == table.columns.label}
    options = {
        "sep": layout.delimiter, "header": None, "names": range(width), "dtype": text, "index_col": False,
        "skiprows": layout.skip + bool(layout.header), "encoding": layout.encoding,
        "decimal": layout.decimal, "keep_default_na": False, "na_filter": False, "skipinitialspace": True,
        "chunksize": _piece(layout), "skip_blank_lines": False,
        "on_bad_lines": "error",
    }  # fmt: skip
    try:
        with warnings.catch_warnings(), opened(content, name, tell) as stream:
            warnings.simplefilter("error", pd.errors.ParserWarning)
            warnings.simplefilter("ignore", pd.errors.DtypeWarning)
            blank = 0
            for frame in pd.read_csv(stream, **options):
                kept = _without_blank_end(frame)
                if len(kept) and blank:
                    raise UserError(f"{name}, row {table.columns.first_row + table.n:,} is blank; delete it.")
                blank = blank or len(frame) - len(kept)
                table.add(kept)
    except pd.errors.EmptyDataError:
        raise UserError(f"{name} holds no rows.") from None
    except (pd.errors.ParserError, pd.errors.ParserWarning) as error:
        raise _refusal(name, layout, str(error)) from None
    except UserError:
        raise
    except (ValueError, OverflowError, UnicodeError) as error:
        raise UserError(f"{name} cannot be read as a table: {quoted(str(error))}.") from None


def _piece(layout: Layout) -> int:
    """Return how many rows are read at a time: fewer if they are long, because texts take up to 4 bytes per letter."""
    letters = sum(len(cell) for row in layout.rows for cell in row) / len(layout.rows)
    return max(1, min(CELLS // len(layout.names), int(LETTERS / max(1.0, letters))))


def _without_blank_end(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows without blank ones at the end."""
    last = len(frame)
    while last and all(str(cell).strip() in ("", "nan") for cell in frame.iloc[last - 1, : min(3, frame.shape[1])]):
        if not all(str(cell).strip() in ("", "nan") for cell in frame.iloc[last - 1]):
            break
        last -= 1
    return frame.iloc[:last]


def _refusal(name: str, layout: Layout, reason: str) -> UserError:
    if match := re.search(r"Expected (\d+) fields in line (\d+), saw (\d+)", reason):
        wide, row, found = match.groups()
        most = f", at most {MOST_COLUMNS:,}" if int(found) > MOST_COLUMNS else ""
        return UserError(f"{name}, row {int(row):,} has {int(found):,} cells, but the table has {wide} columns{most}.")
    if match := re.search(r"EOF inside string starting at row (\d+)", reason):
        row = int(match[1]) + 1  # pandas counts from 0
        return UserError(f"{name}, row {row:,} has a quotation mark that is never closed.")
    if "Length of header or names" in reason:
        width, first = len(layout.names), layout.skip + 1 + bool(layout.header)
        at = next((first + j for j, row in enumerate(layout.rows) if len(row) > width), 0)
        row = f", row {at:,}" if at else ""
        return UserError(f"{name}{row} has more cells than the table has columns ({width}).")
    return UserError(f"{name} cannot be read as a table: {quoted(reason)}.")
