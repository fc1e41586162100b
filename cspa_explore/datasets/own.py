"""Own files, kept in memory under the hash of their content."""

import hashlib

from cspa_explore.datasets.grammar import Content
from cspa_explore.datasets.spec import Dataset, Shape
from cspa_explore.errors import UserError
from cspa_explore.sized_cache import SizedCache

MOST_FILES = 64
MOST_BYTES = 2**29
_files = SizedCache(MOST_FILES, MOST_BYTES)


def add(content: bytes, name: str, data: Dataset) -> str:
    """Keep the data set that was read from a file's content; return its text."""
    digest = hashlib.sha256(content).hexdigest()
    _files[digest] = data
    sizes = {"K": data.n_classes, "n": len(data.y), "d": data.d, "sparse": int(data.is_sparse)}
    arguments = {"sha256": digest, "name": name, **sizes}
    return f"file({Content().write(arguments)})"


def load(sha256: str, name: str, **sizes: int) -> Dataset:
    """Return the data set with this content hash; UserError if it is not in memory."""
    data = _files.get(sha256)
    if data is None:
        raise UserError(f"The file '{name}' (sha256 {sha256[:12]}…) is not on this machine.")
    return data


def present(sha256: str, **others: object) -> bool:
    """Say whether the data set is in memory."""
    return _files.get(sha256) is not None


def shape(sha256: str, name: str, K: int, n: int, d: int, sparse: int) -> Shape:
    """Return the shape that the text states; class names and counts are known only from the content."""
    return Shape(K, n, d, sparse=bool(sparse))
