"""Which kernels the disk cache holds, read from Numba's own index: nothing is loaded or compiled."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def cached_signatures(kernel: Any) -> list[tuple]:
    """Return the argument types for which the cache has the kernel, compiled for this machine from these sources.

    A kernel without a cache has none.
    """
    cache = getattr(kernel, "_cache", None)
    file = getattr(cache, "_cache_file", None)
    if cache is None or file is None:
        return []
    try:
        index = file._load_index()
    except Exception:  # whatever a damaged pickle does: a damaged index is a miss
        return []
    machine = cache._index_key((), kernel.targetctx.codegen())[1:]
    folder = Path(cache.cache_path)
    return [key[0] for key, name in index.items() if key[1:] == machine and (folder / name).exists()]


@contextlib.contextmanager
def only_one_writer(folder: Path) -> Iterator[None]:
    """Hold the folder's lock: Numba rewrites an index as a whole, so of two writers at a time one would be lost."""
    with open(folder / "lock", "w") as lock:
        try:
            from fcntl import LOCK_EX, flock

            flock(lock, LOCK_EX)  # released when the file is closed, also by a process that is killed
        except ImportError:  # Windows: a lost entry is compiled again
            pass
        yield
