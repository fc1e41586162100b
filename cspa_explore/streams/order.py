"""The instance, the label and the uniform of each round. Each purpose has its own random generator."""

import numpy as np

from cspa_explore.core.gate import truthful
from cspa_explore.core.memory import aligned, canonical
from cspa_explore.streams.stream import Stream

DATA, ORDER, NOISE, FLIP, KEEP, DRAW, LIE, CLASSES = range(8)  # one generator per purpose; `datasets` uses DATA


def generator(stream: Stream, *purpose: int) -> np.random.Generator:
    """Return the random generator of a purpose."""
    return np.random.default_rng([stream.seed, *purpose])


def instance_labels(stream: Stream, y: np.ndarray) -> np.ndarray:
    """Return one label per instance; a share `flip` of the stored labels y is replaced by a random other class."""
    if not stream.flip:
        return y
    rng, K = generator(stream, FLIP), stream.n_classes
    flipped = rng.random(len(y)) < stream.flip
    moved = (y + rng.integers(1, K, size=len(y))) % K
    return np.where(flipped, moved, y)


def class_order(stream: Stream) -> np.ndarray:
    """Return the data set's class at each place, (K,): the trial numbers its classes in this order.

    A learner takes the lowest of tied classes. With `ties=drawn`, each trial numbers the classes in an order of its
    own: labels, weights and names of the trial are in that order, so the learner takes the first class of it.

    >>> class_order(Stream("gaussians4")).tolist(), class_order(Stream("gaussians4", seed=1, ties="drawn")).tolist()
    ([0, 1, 2, 3], [3, 1, 2, 0])
    """
    if stream.ties != "drawn":
        return np.arange(stream.n_classes)
    return generator(stream, CLASSES).permutation(stream.n_classes)


def in_class_order(stream: Stream, y: np.ndarray) -> np.ndarray:
    """Return the data set's labels as the trial numbers them."""
    return y if stream.ties != "drawn" else np.argsort(class_order(stream))[y]


def class_names(stream: Stream) -> list[str]:
    """Return the names of the classes as the trial numbers them."""
    names = stream.load().names
    return [names[k] for k in class_order(stream)] if len(names) == stream.n_classes else list(names)


def lies(stream: Stream, T: int) -> np.ndarray:
    """Return, for each of T rounds, whether the answer to a learner with partial feedback is flipped.

    Each is flipped with probability `noisy`; a larger `noisy` flips the same rounds and some more.
    """
    if not stream.noisy:
        return truthful(T)
    return canonical(generator(stream, LIE).random(T) < stream.noisy, np.bool_)


def instance_order(stream: Stream, y: np.ndarray, T: int) -> np.ndarray:
    """Return the instance of each of T rounds: pass after pass over the kept instances; y holds the stored labels."""
    kept = _kept(stream, y)
    if stream.order == "class":
        kept = kept[np.argsort(y[kept], kind="stable")]
    elif stream.order == "cyclic":
        labels = y[kept]
        place = np.empty(len(labels), int)  # of each instance within its class
        for k in range(stream.n_classes):
            place[labels == k] = np.arange(np.count_nonzero(labels == k))
        kept = kept[np.lexsort((labels, place))]
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


def _kept(stream: Stream, y: np.ndarray) -> np.ndarray:
    """Return the instances that the imbalance keeps, in the order of the file."""
    if stream.imbalance == 1:
        return np.arange(len(y))
    mixed = generator(stream, KEEP).permutation(len(y))
    chosen = [mixed[y[mixed] == k][:count] for k, count in enumerate(stream.kept_per_class())]
    return np.sort(np.concatenate(chosen))
