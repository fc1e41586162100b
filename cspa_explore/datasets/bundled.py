"""Loaders of the real data sets: files of this project, and small data sets that scikit-learn ships."""

import gzip
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from cspa_explore.datasets import files
from cspa_explore.datasets.spec import Dataset
from cspa_explore.errors import UserError


def scaled(key: str) -> Callable[[], Dataset]:
    """Return a loader that scales each feature to [−1, 1], as LIBSVM's *.scale files do; constant features become 0."""

    def load() -> Dataset:
        X, y, names = files.read(key)
        low, high = X.min(axis=0).astype(np.float64), X.max(axis=0).astype(np.float64)
        varies = high > low
        factor = np.where(varies, 2.0 / np.where(varies, high - low, 1.0), 0.0)
        return Dataset(
            X, y.astype(np.int64), len(names), tuple(map(str, names)), low, factor, np.where(varies, -1.0, 0.0)
        )

    return load


def raw(key: str, unit: float | None = None) -> Callable[[], Dataset]:
    """Return a loader of the stored values, multiplied by a unit."""

    def load() -> Dataset:
        X, y, names = files.read(key)
        return Dataset(X, y.astype(np.int64), len(names), tuple(map(str, names)), factor=unit)

    return load


def from_sklearn(file: str, names: tuple[str, ...] = ()) -> Callable[[], Dataset]:
    """Return a loader of one of the tables that scikit-learn ships, with unchanged values.

    The table is read without importing scikit-learn, because that import is slower than everything else here. Without
    `names`, the table's first line holds n, d and the names of the classes.
    """

    def load() -> Dataset:
        path = _path_in_sklearn(file)
        if path is None:
            raise UserError(f"{file} comes with scikit-learn, which is not installed.")
        with (gzip.open if path.suffix == ".gz" else open)(path, "rt") as text:
            classes = names or tuple(next(text).strip().split(",")[2:])
            table = np.loadtxt(text, delimiter=",")
        return Dataset(table[:, :-1], table[:, -1].astype(np.int64), len(classes), classes)

    return load


def here(key: str) -> Callable[[], bool]:
    """Return a function that says whether the data set's file in data/ exists."""
    return lambda: files.path_of(key).exists()


def in_sklearn(file: str) -> Callable[[], bool]:
    """Return a function that says whether scikit-learn's table exists."""
    return lambda: (path := _path_in_sklearn(file)) is not None and path.exists()


def _path_in_sklearn(file: str) -> Path | None:
    home = find_spec("sklearn")
    if home is None or not home.submodule_search_locations:
        return None
    return Path(home.submodule_search_locations[0]) / "datasets" / "data" / file
