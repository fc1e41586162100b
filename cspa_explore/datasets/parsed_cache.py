"""Parsed data sets as npz files, and files that appear under their names only when they are complete."""

import os
import tempfile
import zipfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import numpy as np
import scipy.sparse

from cspa_explore.datasets.spec import Dataset


def keep(data: Dataset, cache: Path) -> None:
    """Cache the parsed data; without a cache the file is parsed again next time."""
    arrays: dict[str, Any] = {"y": data.y, "names": np.array(data.names)}
    if data.is_sparse:
        arrays |= {"data": data.X.data, "indices": data.X.indices, "indptr": data.X.indptr, "shape": data.X.shape}
    else:
        arrays |= {"X": data.X}
    with suppress(OSError):
        write_whole(cache, lambda file: np.savez_compressed(file, **arrays))


def write_whole(path: Path, fill: Callable[[IO[bytes]], object]) -> None:
    """Write a file that has its name only once it is complete."""
    part = ""
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as file:
            part = file.name
            fill(file)
        os.replace(part, path)
    except OSError:
        if part:
            Path(part).unlink(missing_ok=True)
        raise


def cached(path: Path) -> Dataset | None:
    """Return the parsed data set; None if it is not cached, or if the cache is damaged."""
    try:
        with np.load(path, allow_pickle=False) as stored:
            names, y = tuple(map(str, stored["names"])), stored["y"].astype(np.int64)
            if "X" in stored:
                return Dataset(stored["X"], y, len(names), names)
            parts = (stored["data"], stored["indices"], stored["indptr"])
            return Dataset(scipy.sparse.csr_matrix(parts, tuple(stored["shape"])), y, len(names), names)
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error):
        return None
