"""The layout of a text table, found from its beginning: encoding, delimiter, decimal sign, header and label column."""

import codecs
import csv
import re
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from cspa_explore.datasets.readers.limits import MOST_COLUMNS
from cspa_explore.datasets.readers.names import different, quoted
from cspa_explore.datasets.readers.unpacking import opened
from cspa_explore.errors import UserError

HEAD = 2**21  # bytes from which the layout is guessed
SAMPLE = 1000  # rows
PIECE = 2**20  # bytes decoded at a time
DELIMITERS = {",": "commas", "\t": "tabs", ";": "semicolons", "|": "bars", " ": "spaces"}
BOMS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
LABELS = ("label", "labels", "class", "classes", "target", "y", "species", "category", "variety", "type", "outcome")
MISSING = {"", "na", "n/a", "nan", "null", "none", "?", "-", "#n/a", "missing"}
COMMA = re.compile(r"\s*[+-]?\d+,\d+\s*")
GROUPED = {sign: re.compile(rf"[+-]?\d{{1,3}}(\{sign}\d{{3}})+(?!\d|\{sign}).*") for sign in ",."}  # 12,345.6
UNITS = "%$€£¥ \u00a0"  # around a number
FEW = 50  # different values of a column of numbers that may be the label
Number = Callable[[str], float | None]  # reads a cell as a number; None if it is none


class Layout(NamedTuple):
    """How a text table is written."""

    encoding: str
    delimiter: str
    decimal: str
    header: tuple[str, ...]  # the names as written; empty without a header
    skip: int  # blank lines and comments before the table
    rows: list[list[str]]  # the first rows, without the header

    @property
    def names(self) -> tuple[str, ...]:
        """Return the columns' names, safe to show."""
        return different(self.header or [f"column {j + 1}" for j in range(len(self.rows[0]))])

    @property
    def words(self) -> str:
        """Return the layout in words: "Table with commas and a header"."""
        header = "a header" if self.header else "no header"
        encoding = "" if self.encoding.startswith("utf-8") else f", read as {self.encoding}"
        decimal = ", decimal commas" if self.decimal == "," else ""
        return f"Table with {DELIMITERS[self.delimiter]} and {header}{decimal}{encoding}"

    def number(self, text: str) -> float | None:
        """Return the cell as a number, also 12,345.6 and 45 %; None if it is none."""
        plain, groups = text.strip().strip(UNITS), "." if self.decimal == "," else ","
        if groups in plain and GROUPED[groups].fullmatch(plain):
            plain = plain.replace(groups, "")
        plain = plain.replace(",", ".") if self.decimal == "," else plain
        try:
            return float(plain) if "_" not in plain else None
        except ValueError:
            return None


def layout_of(content: bytes, name: str, whole: bool = True) -> Layout:
    """Return the layout of the table; UserError if the bytes are no table.

    All bytes are decoded, because one of the last ones may rule out an encoding; those of the head if not `whole`.
    """
    encoding = _encoding(content, name, 0 if whole else HEAD)
    with opened(content, name) as stream:
        head = stream.read(HEAD + 1)
    complete = len(head) <= HEAD
    text = codecs.getincrementaldecoder(encoding)().decode(head[:HEAD], final=False).removeprefix("\ufeff")
    lines = text.splitlines(keepends=True)
    if not complete and len(lines) > 1:
        lines.pop()  # it may be cut
    skip = _before_table(lines)
    lines = lines[skip : skip + SAMPLE + 1]
    if not lines:
        raise UserError(f"{name} holds no rows, only blank lines.")
    delimiter, rows = _delimiter(lines)
    if len(rows[0]) > MOST_COLUMNS:
        raise UserError(f"{name} may have at most {MOST_COLUMNS:,} columns, got {len(rows[0]):,}.")
    if len(rows[0]) < 2:
        raise UserError(
            f"{name} must be a table with at least 2 columns (separated by commas, tabs, semicolons, bars or spaces), "
            f"or svmlight; its first line is {quoted(lines[0])}."
        )
    decimal = "," if delimiter != "," and _decimal_commas(rows) else "."
    found = Layout(encoding, delimiter, decimal, (), skip, rows)
    header = _header(found)
    if header:
        expect_different(header, name)
        found = found._replace(header=header, rows=rows[1:])
    if not found.rows:
        raise UserError(f"{name} holds a header and no rows.")
    return found


def _encoding(content: bytes, name: str, most: int) -> str:
    """Return the encoding in which all bytes can be read, or the first `most` ones."""
    with opened(content, name) as stream:
        start = stream.peek(4)[:4]
    bom = next((encoding for mark, encoding in BOMS.items() if start.startswith(mark)), "")
    rows = []
    for encoding in (bom,) if bom else ("utf-8", "cp1252"):
        rows.append(_undecodable(content, name, encoding, most))
        if not rows[-1]:
            return encoding
    known = bom or "UTF-8, UTF-16 or Windows-1252"
    raise UserError(f"{name}, row {rows[0]:,} is not text in {known}: save the file as UTF-8.")


def _undecodable(content: bytes, name: str, encoding: str, most: int) -> int:
    """Return the row, from 1, of the first byte that is no text in this encoding; 0 if there is none.

    UserError if a byte is zero.
    """
    decoder, row, read = codecs.getincrementaldecoder(encoding)(), 1, 0
    with opened(content, name) as stream:
        while not most or read < most:
            piece = stream.read(PIECE)
            read += len(piece)
            try:
                text = decoder.decode(piece, final=not piece)
            except UnicodeDecodeError as error:
                return row + _line_ends(error.object[: error.start].decode(error.encoding, "replace"))
            if (zero := text.find("\0")) >= 0:
                raise UserError(f"{name}, row {row + _line_ends(text[:zero]):,} is not text: it holds a zero byte.")
            if not piece:
                return 0
            row += _line_ends(text)
    return 0


def _line_ends(text: str) -> int:
    return max(text.count("\n"), text.count("\r"))


def _before_table(lines: list[str]) -> int:
    """Return how many lines come before the table: blank ones, and comments (#) unless the last one is the header."""
    first = next((j for j, line in enumerate(lines) if line.strip()), len(lines))
    table = next((j for j in range(first, len(lines)) if lines[j].strip() and lines[j][0] != "#"), first)
    if table > first and lines[table - 1].strip():
        delimiter, rows = _delimiter(lines[table : table + 20])
        if lines[table - 1].count(delimiter) + 1 == len(rows[0]) > 1:
            return table - 1
    return table


def _delimiter(lines: list[str]) -> tuple[str, list[list[str]]]:
    """Return the delimiter that splits the lines most evenly, and the rows; one beside decimal commas is preferred."""
    best: tuple[float, str, list[list[str]]] = (-1.0, ",", [])
    for delimiter in DELIMITERS:
        try:
            rows = list(csv.reader(lines, delimiter=delimiter, skipinitialspace=True))
        except csv.Error:  # a cell longer than Python's limit
            rows = [line.rstrip("\r\n").split(delimiter) for line in lines]
        widths = Counter(len(row) for row in rows if row)
        if not widths:
            continue
        width, count = widths.most_common(1)[0]
        score = (count / len(rows)) if width > 1 else 0.0
        if score > best[0] + 0.05 or (delimiter not in ", " and score > 0.95 and _only_decimal_commas(rows)):
            best = (score, delimiter, rows)
    return best[1], best[2] or [[line.rstrip("\r\n")] for line in lines]


def _only_decimal_commas(rows: list[list[str]]) -> bool:
    """Say whether commas stand inside numbers only."""
    cells = [cell for row in rows[1:50] for cell in row if "," in cell]
    return bool(cells) and all(map(COMMA.fullmatch, cells))


def _decimal_commas(rows: list[list[str]]) -> bool:
    cells = [cell for row in rows[1:50] for cell in row]
    return any(map(COMMA.fullmatch, cells)) and not any(re.fullmatch(r"\s*[+-]?\d*\.\d+\s*", cell) for cell in cells)


def _header(layout: Layout) -> tuple[str, ...]:
    """Return the first row if it holds names: texts above numbers or nothing, or texts that do not occur below."""
    first, below = layout.rows[0], layout.rows[1:]
    if any(layout.number(cell) is not None for cell in first if cell.strip()):
        return ()
    columns = [[row[j] for row in below if j < len(row)] for j in range(len(first))]
    if any(_mostly_numbers(layout, cells) for cells in columns) or not any(
        cell in cells for cell, cells in zip(first, columns, strict=True)
    ):
        return tuple(cell.strip() for cell in first)
    return ()


def _mostly_numbers(layout: Layout, cells: list[str]) -> bool:
    return bool(cells) and sum(layout.number(cell) is not None for cell in cells) * 2 > len(cells)


def expect_different(header: tuple[str, ...], name: str) -> None:
    """Raise UserError if two columns have the same name."""
    places: dict[str, int] = {}
    for j, column in enumerate(header):
        if column and column in places:
            raise UserError(
                f"{name}: columns {places[column] + 1} and {j + 1} are both called {quoted(column)}; rename one."
            )
        places.setdefault(column, j)


def is_missing(cell: str) -> bool:
    """Say whether the cell stands for a missing value.

    >>> is_missing(" NA "), is_missing("0")
    (True, False)
    """
    return cell.strip().lower() in MISSING


def guessed_label(names: tuple[str, ...], rows: list[list[str]], number: Number) -> int:
    """Return the place of the column that looks like the label: by its name, as a text, or as few whole numbers."""
    for j in reversed(range(len(names))):
        if names[j].strip().lower() in LABELS:
            return j
    for j in (len(names) - 1, 0):
        if _looks_like_classes([row[j] for row in rows if j < len(row)], number):
            return j
    return len(names) - 1


def _looks_like_classes(cells: list[str], number: Number) -> bool:
    known = [value for cell in cells if (value := number(cell)) is not None]
    few = 2 <= len(set(cells)) <= min(FEW, max(2, len(cells) // 2))
    return few and (len(known) < len(cells) or all(value == int(value) for value in known if abs(value) < 1e9))


def column_place(wanted: str, names: tuple[str, ...], header: tuple[str, ...], name: str) -> int:
    """Return the place of the column with this name or, counted from 1, this number."""
    for known in (header, names):
        if wanted in known:
            return known.index(wanted)
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 7 and 1 <= int(wanted) <= len(names):
        return int(wanted) - 1
    shown = ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
    raise UserError(
        f"{name} has no column {quoted(wanted)}: give a name or a number from 1 to {len(names):,} (columns: {shown})."
    )
