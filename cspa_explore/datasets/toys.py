"""Toy data sets: points without noise, drawn from a generator. The stream adds the noise.

The `best…` functions return the best possible ratio of right proposals for noise of variance σ, where it can be
computed: for Gaussians around equally spaced directions, the best rule proposes the nearest direction.
"""

import numpy as np
from scipy.special import ndtr

from cspa_explore.datasets.spec import Dataset, Shape
from cspa_explore.errors import UserError

PER_CLASS = 1000
RADIUS = np.sqrt(2.0)  # of the paper's centres (±1, ±1); all other Gaussians have their centres on the same circle
MOST_POINTS = 500
MOST_LABELS = 26
LINEAR = 4000  # instances of `linear`
EXAMPLE = (  # own points to start with: three clusters, the second with a point that lies among the first
    "points(0.9 0.3 0; 0.8 0.6 0; 0.6 0.8 0; 1 0.5 0; -0.8 0.5 1; -0.6 0.8 1; -0.9 0.2 1; 0.4 0.9 1; "
    "-0.3 -0.8 2; 0.1 -0.9 2; 0.4 -0.7 2; 0 -0.6 2)"
)


def gaussians4(rng: np.random.Generator) -> Dataset:
    """Return the paper's four centres (1,1), (1,−1), (−1,1), (−1,−1), a thousand times each."""
    return _repeated(np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]]))


def circle(rng: np.random.Generator, m: int) -> Dataset:
    """Return m centres at equal angles, the first one pointing up."""
    angles = np.pi / 2 + 2 * np.pi * np.arange(m) / m
    return _repeated(RADIUS * np.column_stack([np.cos(angles), np.sin(angles)]))


def gaussians3(rng: np.random.Generator) -> Dataset:
    """Return three centres at 120°."""
    return circle(rng, 3)


def linear(rng: np.random.Generator, K: int, d: int) -> Dataset:
    """Return 4,000 standard normal points x, labelled argmax u_k·x for K random directions u_k."""
    U = rng.normal(size=(K, d))
    X = rng.normal(size=(LINEAR, d))
    return Dataset(X, np.argmax(X @ U.T, axis=1), K, _numbers(K))


def counter(rng: np.random.Generator) -> Dataset:
    """Return four points, separable with margin 1, on which CSPA errs for ever in cyclic order.

    x_0 = (1, 0, 0), x_j = (0.05, √0.9975·D_j), D_j unit vectors at 120°: the printed theorem's assumption
    holds for them, its conclusion does not.
    """
    angles = 2 * np.pi * np.arange(3) / 3
    directions = np.column_stack([np.cos(angles), np.sin(angles)])
    X = np.vstack([[1.0, 0.0, 0.0], np.column_stack([np.full(3, 0.05), np.sqrt(0.9975) * directions])])
    return Dataset(X, np.arange(4), 4, _numbers(4))


def points(rng: np.random.Generator, text: str) -> Dataset:
    """Return the points that a user typed or clicked: "x1 x2 label; x1 x2 label; …"."""
    X, y = _points(text)
    K = points_shape(text).K
    return Dataset(X, y, K, _numbers(K))


def _points(text: str) -> tuple[np.ndarray, np.ndarray]:
    lines = [line.split() for line in text.split(";") if line.strip()]
    if not 1 <= len(lines) <= MOST_POINTS:
        raise UserError(f"points takes 1 to {MOST_POINTS} points, got {len(lines)}.")
    X, y = np.empty((len(lines), 2)), np.empty(len(lines), np.int64)
    for row, words in enumerate(lines):
        try:
            X[row], y[row] = [float(word) for word in words[:2]], int(words[2])
            good = len(words) == 3 and np.all(np.abs(X[row]) <= 1e6) and 0 <= y[row] < MOST_LABELS
        except (ValueError, IndexError, OverflowError):
            good = False
        if not good:
            rule = f"must be x1 x2 label (0 to {MOST_LABELS - 1})"
            raise UserError(f"points: point {row + 1} {rule}, got '{' '.join(words)}'.")
    return X, y


# Shapes, computed without drawing points


def circle_shape(m: int) -> Shape:
    """Return the shape of m Gaussians in the plane, each with PER_CLASS instances."""
    return Shape(m, m * PER_CLASS, 2, (PER_CLASS,) * m, _numbers(m))


def linear_shape(K: int, d: int) -> Shape:
    """Return the shape of `linear`; its class counts are not known before the labels are drawn."""
    return Shape(K, LINEAR, d, None, _numbers(K))


def counter_shape() -> Shape:
    """Return the shape of the counter-example."""
    return Shape(4, 4, 3, (1, 1, 1, 1), _numbers(4))


def points_shape(text: str) -> Shape:
    """Return the shape of the user's points.

    >>> points_shape("0 1 0; 1 0 1; -1 -1 2")
    Shape(K=3, n=3, d=2, counts=(1, 1, 1), names=('1', '2', '3'), sparse=False)
    """
    _, y = _points(text)
    K = max(2, int(y.max()) + 1)
    return Shape(K, len(y), 2, tuple(np.bincount(y, minlength=K).tolist()), _numbers(K))


def best_on_circle(sigma: float, m: int) -> float:
    """Return P(N(R e, σI) lies within ±π/m of the direction e), R = √2.

    The error is (1/π)∫_0^{π−π/m} exp(−(R²/2σ) sin²(π/m)/sin²θ) dθ (Craig's form of the M-PSK symbol error).

    >>> round(best_on_circle(0.25, 4), 4), best_on_circle(0.0, 3)
    (0.955, 1.0)
    """
    if sigma == 0:
        return 1.0
    theta = (np.arange(20_000) + 0.5) / 20_000 * (np.pi - np.pi / m)
    values = np.exp(-(RADIUS**2) / (2 * sigma) * np.sin(np.pi / m) ** 2 / np.sin(theta) ** 2)
    return float(1.0 - values.mean() * (1 - 1 / m))


def best_quadrant(sigma: float) -> float:
    """Return Φ(1/√σ)², the probability that both coordinates keep the sign of their centre."""
    return float(ndtr(1 / np.sqrt(sigma)) ** 2) if sigma > 0 else 1.0


def best_without_noise(sigma: float, **sizes: int) -> float | None:
    """Return 1 without noise, because the classes are separable; None with noise."""
    return 1.0 if sigma == 0 else None


def _repeated(centres: np.ndarray) -> Dataset:
    K = len(centres)
    y = np.tile(np.arange(K), PER_CLASS)
    return Dataset(centres[y], y, K, _numbers(K))


def _numbers(K: int) -> tuple[str, ...]:
    return tuple(str(k + 1) for k in range(K))
