"""Seeded streams that the tests share."""

from typing import NamedTuple

import numpy as np


class Stream(NamedTuple):
    X: np.ndarray  # (T, d)
    y: np.ndarray  # (T,)
    u: np.ndarray  # (T,)
    K: int


def gaussians(T=1500, sigma=0.25, seed=0, jitter_norm=False):
    """Return four Gaussians in the plane with unit rows, which cause many structural ties at the start."""
    rng = np.random.default_rng(seed)
    y = rng.integers(4, size=T)
    X = np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]])[y] + rng.normal(size=(T, 2)) * np.sqrt(sigma)
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    if jitter_norm:
        X *= rng.uniform(0.5, 2, size=(T, 1))
    return Stream(X, y, rng.random(T), 4)


def sparse_linear(T=800, d=30, K=7, seed=1, unseen=2):
    """Return sparse rows of different norms, some of them zero; the last `unseen` classes never occur."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(T, d)) * (rng.random((T, d)) < 0.2)
    X[:: T // 10] = 0.0
    y = np.argmax(X @ rng.normal(size=(d, K - unseen)), axis=1)
    return Stream(X, y, rng.random(T), K)


def two_classes(T=500, seed=2):
    """Return a stream with K = 2 in three dimensions."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(T, 3))
    return Stream(X, (X @ [1, -2, 0.5] > 0).astype(int), rng.random(T), 2)


def documents(T=3000, noise=0.0, seed=0):
    """Return documents over 400 words in nine classes, as unit rows, after Kakade et al.'s SynSep and SynNonSep.

    A class has 20 to 40 of the first 120 words; a document has 20 words of its class and 20 of the other 280 words. A
    share `noise` of the labels is redrawn.
    """
    rng = np.random.default_rng(seed)
    own = [rng.choice(120, size=rng.integers(20, 41), replace=False) for _ in range(9)]
    y = rng.integers(9, size=T)
    X = np.zeros((T, 400))
    for x, label in zip(X, y, strict=True):
        x[rng.choice(own[label], size=20, replace=False)] = 1 / np.sqrt(40)
        x[rng.choice(np.arange(120, 400), size=20, replace=False)] = 1 / np.sqrt(40)
    y = np.where(rng.random(T) < noise, rng.integers(9, size=T), y)
    return Stream(X, y, rng.random(T), 9)


STREAMS = {
    "gaussians": gaussians(),
    "different norms": gaussians(T=600, seed=3, jitter_norm=True),
    "sparse": sparse_linear(),
    "two classes": two_classes(),
    "one class": Stream(gaussians(T=200).X, np.full(200, 2), gaussians(T=200).u, 4),
}
