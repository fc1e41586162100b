"""A data set at a glance: its rows on the two directions of largest variance (PCA), and a few instances."""

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse.linalg

from cspa_explore.core.rows import Dense, shape
from cspa_explore.streams.stream import Stream
from cspa_explore.streams.tables import prepared_rows

MOST_ROWS = 1500
PLANE = 2  # features
FIRST_BLOCK = 0  # of noise
WIDE = 3000  # rows and features above which the directions are found by iteration
SMALL = 10**6  # values up to which sparse rows are made dense while the directions are computed
ROUNDS_OFF = 1e-12


class Projection(NamedTuple):
    """Rows in the plane."""

    points: np.ndarray  # (rows, 2)
    labels: np.ndarray  # (rows,)
    shares: tuple[float, float]  # of the variance along each direction
    whole: bool  # the data set has no more rows


def projected(stream: Stream) -> Projection:
    """Return at most MOST_ROWS rows, equally spaced in the file, on the two directions of largest variance.

    The rows are as the learners see them, without noise. The sign of a direction makes its largest weight positive.
    Rows with two features are shown as they are: with the stream's noise, and not scaled to length 1.

    >>> found = projected(Stream("iris", normalise=False))
    >>> found.points.shape, [round(share, 3) for share in found.shares], found.whole
    ((150, 2), [0.925, 0.053], True)
    """
    data = stream.load()
    n = len(data.y)
    index = np.unique(np.linspace(0, n - 1, min(n, MOST_ROWS)).astype(np.int64))
    if data.d == PLANE:
        rows = prepared_rows(replace(stream, normalise=False, bias=False), data, index, FIRST_BLOCK)
        X = rows.X if isinstance(rows, Dense) else np.asarray(data.X[index].toarray(), float)
        return Projection(X, data.y[index], _variances(X), len(index) == n)
    rows = prepared_rows(stream, data, index, None)
    X = rows.X if isinstance(rows, Dense) else scipy.sparse.csr_array(rows[:3], shape=shape(rows))
    points, shares = _two_directions(X)
    return Projection(points, data.y[index], shares, len(index) == n)


def _variances(X: np.ndarray) -> tuple[float, float]:
    variances = X.var(axis=0)
    first, second = variances / (variances.sum() or 1.0)
    return float(first), float(second)


def _two_directions(X: Any) -> tuple[np.ndarray, tuple[float, float]]:
    n, d = X.shape
    if scipy.sparse.issparse(X) and n * d <= SMALL:
        X = X.toarray()
    mean = np.asarray(X.mean(axis=0)).ravel()
    total = float((X.multiply(X) if scipy.sparse.issparse(X) else X * X).sum()) - n * float(mean @ mean)
    if n < 3 or d < 2 or total <= ROUNDS_OFF:
        flat = np.zeros((n, 2))
        flat[:, : min(d, 2)] = (X.toarray() if scipy.sparse.issparse(X) else X)[:, :2]
        return flat, (float(total > ROUNDS_OFF), 0.0)
    if not scipy.sparse.issparse(X) and min(n, d) <= WIDE:
        _, _, V = np.linalg.svd(X - mean, full_matrices=False)
        V = V[:2]
    else:
        minus = scipy.sparse.linalg.LinearOperator(
            (n, d),
            matvec=lambda v: X @ v.ravel() - mean @ v.ravel(),
            rmatvec=lambda u: X.T @ u.ravel() - mean * u.sum(),  # SciPy passes columns where n < d
        )
        _, _, V = scipy.sparse.linalg.svds(minus, k=2, v0=np.ones(min(n, d)), random_state=0)
        V = V[::-1]
    V = V * np.sign(V[np.arange(2), np.abs(V).argmax(axis=1)])[:, None]
    points = X @ V.T - mean @ V.T
    first, second = (float((points[:, k] ** 2).sum()) / total for k in (0, 1))
    return np.asarray(points), (first, second)


class Example(NamedTuple):
    """An instance of a class, before it is scaled to length 1."""

    label: int
    places: np.ndarray  # of the features that are shown
    values: np.ndarray


def examples(stream: Stream, most: int = 6, heaviest: int = 0) -> list[Example]:
    """Return the first instances of different classes; with `heaviest`, only that many of their largest features.

    >>> [example.label for example in examples(Stream("iris"), 3)]
    [0, 1, 2]
    """
    data = stream.load()
    found: list[Example] = []
    for label in np.unique(data.y)[:most]:
        place = int(np.argmax(data.y == label))
        if data.is_sparse:
            row = data.X[[place]].tocoo()
            values = np.zeros(data.d) if not heaviest else None
            places, numbers = row.coords[-1] if hasattr(row, "coords") else row.col, row.data
            if values is not None:
                values[places] = numbers
                places, numbers = np.arange(data.d), values
        else:
            low, factor, base = (u if v is None else v for v, u in zip(data.scaling, (0.0, 1.0, 0.0), strict=True))
            places, numbers = np.arange(data.d), (data.X[place] - np.float64(low)) * factor + base
        if heaviest and len(numbers) > heaviest:
            kept = np.argsort(-np.abs(numbers), kind="stable")[:heaviest]
            places, numbers = places[kept], numbers[kept]
        found.append(Example(int(label), places, np.asarray(numbers, float)))
    return found
