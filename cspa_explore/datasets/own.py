"""Own files: known by the hash of their content, held in memory."""

import hashlib

from cspa_explore.datasets.grammar import Content
from cspa_explore.datasets.spec import Dataset, Shape
from cspa_explore.errors import UserError
from cspa_explore.sized_cache import SizedCache

MOST_FILES = 64
MOST_BYTES = 2**29
_files = SizedCache(MOST_FILES, MOST_BYTES)


def add(content: bytes, name: str, data: Dataset) -> str:
    """Hold the data set that was read from the content of a file; return its text."""
    digest = hashlib.sha256(content).hexdigest()
    _files[digest] = data
    sizes = {"K": data.n_classes, "n": len(data.y), "d": data.d, "sparse": int(data.is_sparse)}
    arguments = {"sha256": digest, "name": name, **sizes}
    return f"file({Content().write(arguments)})"


def load(sha256: str, name: str, **sizes: int) -> Dataset:
    """Return the data set with this content; UserError if it is not held."""
    data = _files.get(sha256)
    if data is None:
        raise UserError(f"The file '{name}' (sha256 {sha256[:12]}…) is not loaded here: load it again.")
    return data


def present(sha256: str, **others: object) -> bool:
    """Say whether the content is held."""
    return _files.get(sha256) is not None


def shape(sha256: str, name: str, K: int, n: int, d: int, sparse: int) -> Shape:
    """Return what the text says; class names and counts come with the content."""
    return Shape(K, n, d, sparse=bool(sparse))
