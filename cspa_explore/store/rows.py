"""The text of a results file, which `pandas.read_csv(path, comment="#")` reads.

    # {"format": "cspa-explore results", "version": 1, …, "check": "…"}     the header, see `header.py`
    learner,trial,seed,right_20,…,right_4000,check                          the names of the columns
    "cspa(beta=0.1)",0,1201125462,7,…,3741,5f0c…                            one row per learner and trial

A row ends with a checksum of its text that is keyed by the two lines above it. A row that was cut off, changed, or
written under another header is not trusted. Numbers are written so that reading gives the same bits.
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

FIXED = ("learner", "trial", "seed")
Key = tuple[str, int, int]  # the learner's text, the number of the trial, and its seed


class Row(NamedTuple):
    """One learner's trial: its values in the order of the columns."""

    learner: str
    trial: int
    seed: int
    values: Sequence[float] | np.ndarray


def head_of(header: str, columns: Sequence[str]) -> bytes:
    """Return the first two lines of a file."""
    return f"# {header}\n{','.join((*FIXED, *columns, 'check'))}\n".encode()


def check(text: bytes, key: bytes = b"") -> str:
    """Return the checksum of a text."""
    return hashlib.blake2b(text, digest_size=8, key=key).hexdigest()


def key_of(head: bytes) -> bytes:
    """Return the key for the checksums of the rows below these two lines."""
    return hashlib.blake2b(head, digest_size=16).digest()


def write_rows(rows: Iterable[Row], key: bytes) -> bytes:
    """Return the lines of the rows."""
    return b"".join(_line(row, key) for row in rows)


def _line(row: Row, key: bytes) -> bytes:
    numbers = ",".join(_number(value) for value in np.asarray(row.values, float).tolist())
    text = f'"{row.learner}",{row.trial},{row.seed},{numbers}'.encode()
    return text + b"," + check(text, key).encode() + b"\n"


def _number(value: float) -> str:
    """Return the shortest text that reads as the same number; empty for NaN, which pandas reads as NaN.

    >>> _number(12.0), _number(0.1), _number(float("nan"))
    ('12', '0.1', '')
    """
    if value != value:
        return ""
    return str(int(value)) if value.is_integer() and abs(value) < 2**53 else repr(value)


def read_lines(body: bytes, key: bytes) -> tuple[dict[Key, bytes], int]:
    """Return the lines whose checksum holds, by key, and how many lines are damaged."""
    found: dict[Key, bytes] = {}
    damaged = 0
    for line in body.removesuffix(b"\n").split(b"\n") if body else ():
        text, _, given = line.rpartition(b",")
        if not text or given.decode("ascii", "replace") != check(text, key):
            damaged += 1
            continue
        learner, _, rest = text[1:].partition(b'",')
        trial, seed, _ = rest.split(b",", 2)
        found[learner.decode(), int(trial), int(seed)] = line
    return found, damaged


def values_of(line: bytes) -> np.ndarray:
    """Return the values of a line that `read_lines` returned."""
    cells = line.decode().rpartition('",')[2].split(",")[2:-1]
    return np.array([cell or "nan" for cell in cells], float)
