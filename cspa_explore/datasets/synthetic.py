"""Toy data drawn from a seed."""

import numpy as np

CENTRES = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]])


def four_gaussians(rng: np.random.Generator, sigma: float, per_class: int = 1000) -> tuple:
    """Return unit rows X (4·per_class, 2) in random order and their labels y.

    The paper's toy data: N((±1, ±1), diag(σ, σ)), so σ is a *variance*; rows are divided by their norm.

    >>> X, y = four_gaussians(np.random.default_rng(0), sigma=0.25)
    >>> X.shape, np.bincount(y).tolist()
    ((4000, 2), [1000, 1000, 1000, 1000])
    """
    y = rng.permutation(np.repeat(np.arange(4), per_class))
    X = CENTRES[y] + np.sqrt(sigma) * rng.normal(size=(len(y), 2))
    return X / np.linalg.norm(X, axis=1, keepdims=True), y
