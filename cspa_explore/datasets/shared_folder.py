"""The files of the folder of `dashboard --data-dir DIR`, which everybody on the server may use."""

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from cspa_explore.datasets.readers.limits import MOST_FILE
from cspa_explore.datasets.readers.names import file_name
from cspa_explore.datasets.remote import digest_of

VARIABLE = "CSPA_EXPLORE_SHARED"  # the server's environment variable with the folder
ENDINGS = (".csv", ".tsv", ".txt", ".svm", ".svmlight", ".libsvm", ".scale", ".parquet", ".gz", ".bz2", ".xz")
MOST = 200  # files that are listed


class SharedFile(NamedTuple):
    """A file of the folder."""

    path: Path
    name: str
    size: int
    changed: int  # nanoseconds

    @property
    def sha256(self) -> str:
        """Return the hash of its content, computed once per version of the file; "" if it cannot be read."""
        try:
            return _digest(self.path, self.size, self.changed)
        except OSError:
            return ""


def shared_files() -> list[SharedFile]:
    """Return the folder's data files, by name; none without a folder."""
    chosen = os.environ.get(VARIABLE)
    return sorted(_files(Path(chosen)), key=lambda file: file.name)[:MOST] if chosen else []


def shared_file(sha256: str) -> SharedFile | None:
    """Return the file with this content, or None."""
    return next((file for file in shared_files() if file.sha256 == sha256), None)


def _files(folder: Path) -> Iterator[SharedFile]:
    """Yield regular files that lie directly in the folder; links are left out, because they may lead elsewhere."""
    paths: list[Path] = []
    with suppress(OSError):
        paths = [path for path in folder.iterdir() if _is_named_like_data(path.name)]
    for path in paths:
        with suppress(OSError):  # a file may be deleted meanwhile
            found = path.lstat()
            if stat.S_ISREG(found.st_mode) and 0 < found.st_size <= MOST_FILE:
                yield SharedFile(path, file_name(path.name), found.st_size, found.st_mtime_ns)


def _is_named_like_data(name: str) -> bool:
    return name.lower().endswith(ENDINGS) and not name.startswith(".")


@lru_cache(maxsize=2 * MOST)
def _digest(path: Path, size: int, changed: int) -> str:
    """Return the hash of this version of the file; a failure is not cached."""
    return digest_of(path)
