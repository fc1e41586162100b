"""The instance, the label and the uniform of each round. Each purpose has its own random generator."""

import numpy as np

from cspa_explore.core.memory import aligned, canonical
from cspa_explore.datasets import Dataset
from cspa_explore.streams.stream import Stream

DATA, ORDER, NOISE, FLIP, KEEP, DRAW = range(6)  # one generator per purpose; `datasets` uses DATA


def generator(stream: Stream, *purpose: int) -> np.random.Generator:
    """Return the random generator of a purpose."""
    return np.random.default_rng([stream.seed, *purpose])


def instance_labels(stream: Stream, data: Dataset) -> np.ndarray:
    """Return one label per instance; a share `flip` of them is replaced by a random other class."""
    if not stream.flip:
        return data.y
    rng = generator(stream, FLIP)
    flipped = rng.random(len(data.y)) < stream.flip
    moved = (data.y + rng.integers(1, data.n_classes, size=len(data.y))) % data.n_classes
    return np.where(flipped, moved, data.y)


def take(y: np.ndarray, index: np.ndarray) -> np.ndarray:
    """Return y[index] as an aligned array."""
    return y.take(index, out=aligned(len(index), np.int64, fill=None), mode="clip")


def instance_order(stream: Stream, data: Dataset, T: int) -> np.ndarray:
    """Return the instance of each of T rounds: pass after pass over the kept instances."""
    kept = _kept(stream, data)
    if stream.order == "class":
        kept = kept[np.argsort(data.y[kept], kind="stable")]
    elif stream.order == "cyclic":
        y = data.y[kept]
        place = np.empty(len(y), int)  # of each instance within its class
        for k in range(data.n_classes):
            place[y == k] = np.arange(np.count_nonzero(y == k))
        kept = kept[np.lexsort((y, place))]
    if stream.order != "shuffled":
        return canonical(np.resize(kept, T), np.int64)
    together = max(1, 4096 // len(kept))  # passes drawn per call; a tiny data set needs many passes
    rng, order = generator(stream, ORDER), aligned(T, np.int64, fill=None)
    for start in range(0, T, together * len(kept)):
        mixed = rng.permuted(np.tile(kept, (together, 1)), axis=1).ravel() if together > 1 else rng.permutation(kept)
        order[start : start + len(mixed)] = mixed[: T - start]
    return order


def uniforms(stream: Stream, T: int) -> np.ndarray:
    """Return one uniform in [0, 1) per round."""
    return generator(stream, DRAW).random(out=aligned(T, fill=None))


def _kept(stream: Stream, data: Dataset) -> np.ndarray:
    """Return the instances that the imbalance keeps, in the order of the file."""
    if stream.imbalance == 1:
        return np.arange(len(data.y))
    mixed = generator(stream, KEEP).permutation(len(data.y))
    chosen = [mixed[data.y[mixed] == k][:count] for k, count in enumerate(stream.kept_per_class())]
    return np.sort(np.concatenate(chosen))
