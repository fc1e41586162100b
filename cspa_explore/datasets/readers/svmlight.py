"""The svmlight format, also called LIBSVM's: "label index:value index:value …", read with scikit-learn."""

import io
import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from cspa_explore.datasets.readers.labels import classes
from cspa_explore.datasets.readers.limits import LARGEST, MOST_ARRAY, MOST_FEATURES, MOST_VALUES, expect_shape
from cspa_explore.datasets.readers.names import clean, quoted
from cspa_explore.datasets.readers.reading import Reading, Tell, no_news
from cspa_explore.datasets.readers.unpacking import opened
from cspa_explore.datasets.spec import Dataset
from cspa_explore.errors import UserError

DENSE = 0.3  # share of non-zero values from which the rows are stored densely
NUMBER = re.compile(rb"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|[+-]?(inf|infinity|nan)", re.IGNORECASE)
PAIR = re.compile(rb"[^\s:,;]+:[^\s:,;]+")


def looks_like_svmlight(head: bytes) -> bool:
    r"""Say whether most of the first lines are a label with index:value pairs.

    >>> looks_like_svmlight(b"1 3:0.5 7:1\n2 1:1"), looks_like_svmlight(b"a,b\n1,2")
    (True, False)
    """
    lines = [line.split(b"#")[0].split() for line in head.splitlines()[:20]]
    long = [line for line in lines if len(line) > 1]
    pairs = sum(2 * sum(bool(PAIR.fullmatch(word)) for word in line[1:]) > len(line) - 1 for line in long)
    return bool(long) and 2 * pairs > len(long)


def read_svmlight(content: bytes, name: str, tell: Tell = no_news, d: int = 0, binary: bool = False) -> Reading:
    """Return the data set; `d` is the number of features if it is known, because the last ones may be zero."""
    from sklearn.datasets import load_svmlight_file  # imported here because it is slow

    try:
        with _Counted(content, name, tell) as stream:
            X, labels = load_svmlight_file(stream, dtype=np.float64, zero_based="auto")
    except UserError:
        raise
    except (ValueError, OverflowError, TypeError, IndexError, MemoryError) as error:
        raise _refusal(content, name, error) from None
    if not X.shape[0]:
        raise UserError(f"{name} holds no rows.")
    width = max(d, X.shape[1])
    if not np.isfinite(labels).all() or not (np.abs(X.data) <= LARGEST).all():
        raise _refusal(content, name, ValueError("it holds a number that is not finite"))
    found, codes = np.unique(labels, return_inverse=True)
    places, names = classes(found, len(labels), f"{name}, the label")
    y = places[codes.ravel()]
    expect_shape(name, len(names), len(y), width)
    X.resize((len(y), width))
    X.sort_indices()
    if binary:
        X.data = (X.data != 0).astype(np.float64)
    dense = X.nnz >= DENSE * len(y) * width and 8 * len(y) * width <= MOST_ARRAY
    data = Dataset(X.toarray() if dense else _canonical(X), y, len(names), names)
    return Reading(data, "svmlight", 0, False, binary=binary)


def _canonical(X: Any) -> Any:
    X.indices, X.indptr = X.indices.astype(np.int32), X.indptr.astype(np.int32)
    return X


class _Counted(io.BufferedReader):
    """A stream that counts the values before the reader stores them."""

    def __init__(self, content: bytes, name: str, tell: Tell) -> None:
        super().__init__(_Counting(content, name, tell), 2**20)


class _Counting(io.RawIOBase):
    def __init__(self, content: bytes, name: str, tell: Tell) -> None:
        self._stream, self._name, self._values = opened(content, name, tell), name, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece = self._stream.read(len(buffer))
        self._values += piece.count(b":")
        if self._values > MOST_VALUES:
            raise UserError(f"{self._name} may hold at most {MOST_VALUES:,} values, got more.")
        buffer[: len(piece)] = piece
        return len(piece)


def _refusal(content: bytes, name: str, error: Exception) -> UserError:
    """Return the sentence about the first line that breaks a rule."""
    for row, line in _lines(content, name):
        if why := _fault(line):
            return UserError(f"{name}, row {row:,}: {why}")
    return UserError(f"{name} cannot be read as svmlight: {clean(str(error), 100)}.")


def _lines(content: bytes, name: str) -> Iterator[tuple[int, bytes]]:
    with opened(content, name) as stream:
        row = 0
        while line := stream.readline(2**22):
            row += 1
            yield row, line


def _fault(line: bytes) -> str:
    """Return what is wrong with a line; "" if nothing is.

    >>> _fault(b"1 3:0.5 2:1")
    'index 2 follows index 3, but indices must ascend.'
    >>> _fault(b"cat 1:2"), _fault(b"1 2:0.5 # a comment")
    ("the label must be a finite number, got 'cat'.", '')
    """
    words = line.split(b"#")[0].split()
    if not words:
        return ""
    if not _is_finite(words[0]):
        return f"the label must be a finite number, got {_shown(words[0])}."
    last = -1
    for word in words[1:]:
        index, colon, value = word.partition(b":")
        if index == b"qid":
            continue
        if not colon or not index.isdigit():
            return f"index:value was expected, with an index from 0, got {_shown(word)}."
        if len(index) > 12 or int(index) > MOST_FEATURES:
            return f"the index may be at most {MOST_FEATURES:,}, got {_shown(index)}."
        if int(index) <= last:
            return f"index {int(index)} follows index {last}, but indices must ascend."
        if not _is_finite(value):
            return f"the value of index {int(index)} must be a finite number, got {_shown(value)}."
        last = int(index)
    return ""


def _is_finite(word: bytes) -> bool:
    return bool(NUMBER.fullmatch(word)) and abs(float(word)) <= LARGEST


def _shown(word: bytes) -> str:
    return quoted(word[:200].decode("utf-8", "replace"))
