"""Rounds for the tests of the theory."""

import numpy as np

from cspa_explore.theory.comparison import Rounds


def on_a_circle(K, sigma, T, seed=0):
    """Return Gaussians around K equally spaced directions, scaled to length 1, as the toys are."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, K, T)
    angles = np.pi / 2 + 2 * np.pi * np.arange(K) / K
    X = np.sqrt(2) * np.column_stack([np.cos(angles), np.sin(angles)])[y] + np.sqrt(sigma) * rng.normal(size=(T, 2))
    return Rounds(X / np.linalg.norm(X, axis=1, keepdims=True), y, K)


def anywhere(K, d, T, seed=0, R=1.0):
    """Return random rows of norm R whose labels are drawn from a random linear rule, with errors."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(T, d))
    X *= R / np.linalg.norm(X, axis=1, keepdims=True)
    y = np.argmax(X @ rng.normal(size=(K, d)).T + 0.2 * rng.normal(size=(T, K)), axis=1)
    return Rounds(X, y, K)
