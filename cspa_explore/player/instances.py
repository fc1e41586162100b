"""The instances that travel with a replay, for data sets without a plane, and those that the browser asks for later.

Images and pen strokes are sent as bytes between the values of paper and ink, bars as floats. About 350 rounds travel
with the replay: the first 50, and the rest at equal distances on a logarithmic scale.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

import numpy as np

from cspa_explore.learners.branch import AnyLearner
from cspa_explore.streams.raw import raw_rows
from cspa_explore.streams.stream import Stream

FIRST = 50  # rounds that all travel
SPACED = 300  # later rounds that travel, at most
MOST_BYTES = 300_000  # of all instances that travel
MOST_FEATURES = 1024  # of an instance that is drawn
BEFORE, AFTER = 8, 24  # neighbours of a round that the browser asks for
NOISE = 2.0  # standard deviations of the noise by which the range of drawn values is widened


def run_id(stream: Stream, learners: Iterable[AnyLearner]) -> str:
    """Return a short text that differs between runs, so that a late answer is not taken for another run's."""
    return sha256(f"{stream!r} {[str(text) for text in learners]}".encode()).hexdigest()[:16]


def picture_of(stream: Stream) -> dict[str, Any] | None:
    """Return how an instance is drawn: kind, shape, names of features and range of values; None: too many features.

    >>> picture_of(Stream("digits"))
    {'kind': 'image', 'rows': 8, 'columns': 8, 'features': [], 'low': 0.0, 'high': 16.0}
    >>> picture_of(Stream("iris"))["low"]
    [4.3, 2.0, 1.0, 0.1]
    """
    picture, d = stream.spec.picture, stream.info.shape.d
    if d > MOST_FEATURES:
        return None
    sd = np.sqrt(stream.sigma) if stream.spec.noise == "variance" else stream.sigma
    header = {"kind": picture.kind, "rows": picture.rows, "columns": picture.columns}
    if picture.kind != "bars":
        return header | {"features": [], "low": picture.low - NOISE * sd, "high": picture.high + NOISE * sd}
    low, high = _ranges(stream)
    names = list(stream.load().features) or picture.names(d)
    return header | {
        "features": names, "low": (low - NOISE * sd).tolist(), "high": (high + NOISE * sd).tolist(),
    }  # fmt: skip


def travelling_rounds(T: int, nbytes: int, spaced: int = SPACED, room: int = MOST_BYTES) -> np.ndarray:
    """Return the rounds whose instances travel with the replay; an instance takes `nbytes`.

    >>> travelling_rounds(4, 784).tolist(), len(travelling_rounds(60_000, 784)), len(travelling_rounds(60_000, 4096))
    ([1, 2, 3, 4], 350, 73)
    """
    most = min(FIRST + spaced, room // nbytes)
    if most >= T:
        return np.arange(1, T + 1)
    first = np.arange(1, min(T, FIRST, most) + 1)
    if T <= FIRST or most <= FIRST:
        return first
    later = np.rint(np.geomspace(FIRST + 1, T, most - FIRST)).astype(np.int64)
    return np.union1d(first, later)


def instances_with_replay(
    stream: Stream, picture: dict[str, Any], spaced: int = SPACED, room: int = MOST_BYTES
) -> dict[str, np.ndarray]:
    """Return the arrays of the instances that travel with the replay."""
    width = 4 if picture["kind"] == "bars" else 1
    rounds = travelling_rounds(stream.n_rounds, width * stream.info.shape.d, spaced, room)
    return instance_arrays(stream, picture, rounds)


def instances_around(stream: Stream, picture: dict[str, Any], t: int) -> dict[str, np.ndarray]:
    """Return the arrays of the instances of round t and of its neighbours."""
    return instance_arrays(stream, picture, np.arange(max(1, t - BEFORE), min(stream.n_rounds, t + AFTER - 1) + 1))


def instance_arrays(stream: Stream, picture: dict[str, Any], rounds: np.ndarray) -> dict[str, np.ndarray]:
    """Return the rounds ("shown") and their instances ("x"): bytes from 0 (`low`) to 255 (`high`), or floats."""
    X = raw_rows(stream, rounds)
    if picture["kind"] == "bars":
        return {"shown": rounds.astype(np.int32), "x": X.astype(np.float32)}
    share = (X - picture["low"]) / (picture["high"] - picture["low"])
    return {"shown": rounds.astype(np.int32), "x": np.rint(255 * np.clip(share, 0, 1)).astype(np.uint8)}


def _ranges(stream: Stream) -> tuple[np.ndarray, np.ndarray]:
    """Return the smallest and the largest value of each feature of the data set."""
    data = stream.load()
    low, high = (
        (f(axis=0).toarray().ravel() if data.is_sparse else f(axis=0)).astype(float) for f in (data.X.min, data.X.max)
    )
    shift, factor, base = (
        np.full(data.d, otherwise if value is None else value, float)
        for value, otherwise in zip(data.scaling, (0.0, 1.0, 0.0), strict=True)
    )
    return (low - shift) * factor + base, (high - shift) * factor + base
