"""One lock per folder, held during a write; it excludes other threads and other processes."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any

try:
    import fcntl
except ImportError:  # not on Windows: there, only the threads of one process wait for each other
    fcntl: Any = None  # type: ignore[no-redef]

NAME = ".lock"
_here = Lock()


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder's lock; the system releases it when the process dies."""
    with _here, (folder / NAME).open("ab") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
