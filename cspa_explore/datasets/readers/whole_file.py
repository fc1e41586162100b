"""A whole file: its format is found from its first bytes, then its reader is called."""

import os
from pathlib import Path
from typing import NamedTuple

from cspa_explore.datasets.readers.layout import layout_of
from cspa_explore.datasets.readers.limits import MOST_FILE, expect_file_size, megabytes
from cspa_explore.datasets.readers.names import clean, file_name, quoted
from cspa_explore.datasets.readers.parquet import MAGIC, parquet_head, read_parquet
from cspa_explore.datasets.readers.reading import Reading, Tell, no_news
from cspa_explore.datasets.readers.svmlight import looks_like_svmlight, read_svmlight
from cspa_explore.datasets.readers.text_table import label_of, read_text_table
from cspa_explore.datasets.readers.unpacking import opened, packing
from cspa_explore.errors import UserError

HEAD = 2**16  # bytes from which the format is guessed
ARCHIVES = {b"PK\x03\x04": "a zip archive or a spreadsheet", b"7z\xbc\xaf": "a 7z archive", b"Rar!": "a rar archive",
            b"\x89HDF": "an HDF5 file", b"%PDF": "a PDF", b"\x89PNG": "a picture"}  # fmt: skip
PREVIEW_ROWS = 8
PREVIEW_CELLS = 24


class Preview(NamedTuple):
    """The beginning of a file, before a label column is chosen."""

    format: str
    names: tuple[str, ...]  # of the columns; empty if the format has one label per row
    label: int  # the guessed label column, counted from 1; 0 if the format has one label per row
    rows: tuple[tuple[str, ...], ...]


def read_file(
    content: bytes, name: str, label: str = "", scale: bool | None = None, tell: Tell = no_news, binary: bool = False
) -> Reading:
    r"""Return the data set of a CSV, TSV, svmlight or Parquet file; UserError says what is wrong, in one sentence.

    `label` is the name or the number (from 1) of the label column; "" guesses it. `scale` says whether numbers are
    scaled to [−1, 1], column by column; by default those of a table are, those of svmlight are not.
    `binary` replaces every value of svmlight but 0 by 1, as the paper did with 20News.

    >>> reading = read_file(b"a,b,kind\n1,2,x\n3,2,y\n", "t.csv", scale=False)
    >>> reading.data.names, reading.words
    (('x', 'y'), "Table with commas and a header: 2 rows; 2 classes, label 'kind'; 2 numeric columns.")
    """
    name, kind = file_name(name), format_of(content, name)
    if kind == "svmlight":
        if label:
            raise UserError(
                f"{name} is svmlight, whose rows begin with their label, so it has no column {quoted(label)}."
            )
        if scale:
            raise UserError(f"{name} is svmlight, whose values are used as they are: it cannot be scaled here.")
        reading = read_svmlight(content, name, tell, binary=binary)
    elif binary:
        raise UserError(f"{name} is a table: only the values of svmlight can be replaced by 0 and 1.")
    elif kind == "parquet":
        reading = read_parquet(content, name, label, scale is not False, tell)
    else:
        reading = read_text_table(content, name, label, scale is not False, tell)
    packed = packing(content)
    return reading._replace(format=f"{reading.format}, {packed}") if packed else reading


def format_of(content: bytes, name: str) -> str:
    """Return "svmlight", "parquet" or "table"; UserError for a file that can be none of them."""
    expect_file_size(name, len(content))
    for magic, what in ARCHIVES.items():
        if content.startswith(magic):
            raise UserError(f"{name} is {what}; CSV, TSV, svmlight (also .gz, .bz2, .xz) or Parquet was expected.")
    if content.startswith(MAGIC):
        return "parquet"
    with opened(content, name) as stream:
        head = stream.read(HEAD)
    if not head.strip():
        raise UserError(f"{name} holds no rows, only blank lines.")
    return "svmlight" if looks_like_svmlight(head) else "table"


def preview(content: bytes, name: str) -> Preview:
    """Return the columns, the guessed label and the first rows, from the beginning of the file alone.

    UserError if it cannot be read at all.
    """
    name, kind = file_name(name), format_of(content, name)
    if kind == "svmlight":
        with opened(content, name) as stream:
            lines = stream.read(HEAD).decode("utf-8", "replace").splitlines()[:PREVIEW_ROWS]
        return Preview("svmlight", (), 0, tuple((clean(line, 200),) for line in lines))
    if kind == "parquet":
        names, label, first = parquet_head(content, name, PREVIEW_ROWS)
        return Preview("Parquet", names, label + 1, _shown(first))
    layout = layout_of(content, name, whole=False)
    return Preview(layout.words, layout.names, label_of(layout) + 1, _shown(layout.rows))


def _shown(rows: list[list[str]]) -> tuple[tuple[str, ...], ...]:
    """Return the first cells of the first rows, safe to show."""
    return tuple(tuple(clean(c, 30) if c.strip() else "" for c in row[:PREVIEW_CELLS]) for row in rows[:PREVIEW_ROWS])


def file_content(path: str | os.PathLike[str]) -> bytes:
    """Return the bytes of a file; UserError if it is missing, no file, or too large."""
    place = Path(path)
    try:
        if not place.is_file():
            raise UserError(f"'{clean(str(path), 200)}' is not a file.")
        if place.stat().st_size > MOST_FILE:
            found = megabytes(place.stat().st_size)
            raise UserError(f"{file_name(place.name)} may have at most {megabytes(MOST_FILE)}, got {found}.")
        return place.read_bytes()
    except (OSError, ValueError) as error:
        if isinstance(error, UserError):
            raise
        reason = getattr(error, "strerror", None) or "its name is not valid"
        raise UserError(f"'{clean(str(path), 200)}' cannot be read ({reason}).") from None
