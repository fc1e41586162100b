"""Drift: from some round on the labels rotate by one class, or the points of a toy turn about the origin."""

from dataclasses import replace

import numpy as np

from cspa_explore.core.memory import aligned, canonical
from cspa_explore.datasets import Dataset
from cspa_explore.streams.stream import Stream


def rotated(stream: Stream, y: np.ndarray) -> np.ndarray:
    """Return the labels after the drift: the next class, and the first class for the last."""
    return (y + 1) % stream.n_classes if stream.drift == "labels" else y


def drifting(stream: Stream, data: Dataset) -> Dataset:
    """Return the data set that the rows are made of; if points turn, it has every instance twice: stored and turned.

    `row_index` names the rows of rounds.

    >>> data = drifting(Stream("circle(m=4)", drift="turn", turn=90), Stream("circle(m=4)").load())
    >>> data.X[[0, 4000]].round(3).tolist()
    [[0.0, 1.414], [-1.414, 0.0]]
    """
    if stream.drift != "turn":
        return data
    angle = np.radians(stream.turn)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return replace(data, X=np.vstack([data.X, data.X @ turn]), y=np.tile(data.y, 2))


def row_index(stream: Stream, index: np.ndarray, start: int = 0) -> np.ndarray:
    """Return the rows of `drifting` for the instances `index` of the rounds start, start+1, … (counted from 0)."""
    before = stream.before_drift - start
    if stream.drift != "turn" or before >= len(index):
        return index
    turned = canonical(index.copy(), np.int64)
    turned[max(0, before) :] += stream.info.shape.n
    return turned


def labels_of(before: np.ndarray, after: np.ndarray, index: np.ndarray, cut: int) -> np.ndarray:
    """Return before[index], but after[index] from place `cut` on, as an aligned array."""
    found = before.take(index, out=aligned(len(index), np.int64, fill=None), mode="clip")
    if cut < len(index):
        found[max(0, cut) :] = after[index[max(0, cut) :]]
    return found
