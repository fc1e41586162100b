"""Named comparators: zero, the class means, any weights, each times a scale, and the counter-example's own u."""

import numpy as np

from cspa_explore.theory.bounds import Statement, factor_arrays
from cspa_explore.theory.comparison import Rounds, alpha_of, margins
from cspa_explore.theory.row_blocks import RowBlocks

SCALES = np.concatenate([[0.0], np.geomspace(1e-3, 1e3, 241)])  # tried before the best one is refined

NEAR = np.linspace(0.9, 1.04, 29)


def zero(rounds: Rounds) -> np.ndarray:
    """Return u = 0: α(u) = 0, ℓ* = 1 in every round."""
    return np.zeros((rounds.K, rounds.X.shape[1]))


def class_means(rounds: Rounds) -> np.ndarray:
    """Return the mean row of each class; zero for a class that does not occur."""
    counts = np.bincount(rounds.y, minlength=rounds.K)
    if isinstance(rounds.X, RowBlocks):
        return rounds.X.sums / np.maximum(counts, 1)[:, None]
    sums = np.vstack([np.asarray(rounds.X[rounds.y == k].sum(axis=0)).ravel() for k in range(rounds.K)])
    return sums / np.maximum(counts, 1)[:, None]


def counter_example() -> np.ndarray:
    """Return the comparator of the counter-example (erratum E11): all margins 1, printed α(u) = 0.575."""
    angles = 2 * np.pi * np.arange(3) / 3
    directions = np.column_stack([np.cos(angles), np.sin(angles)])
    others = np.column_stack([np.full(3, -0.25), 1.05 / np.sqrt(0.9975) * directions])
    return np.vstack([[0.75, 0.0, 0.0], others])


def best_scale(
    statement: Statement, rounds: Rounds, u: np.ndarray, beta: float | None, near: bool = False
) -> tuple[float, np.ndarray]:
    """Return the scale that gives the smallest bound, and u times it; α, margins and ‖u‖ all grow with the scale.

    `near` tries only scales around 1.
    """
    alpha, margin, norm = alpha_of(statement, rounds, u).value, margins(rounds, u), float(np.linalg.norm(u))
    if norm == 0:
        return 0.0, u

    def roots(scales: np.ndarray) -> np.ndarray:
        loss, size = factor_arrays(statement, rounds.K, scales * alpha, beta, rounds.R)
        misses = np.array([np.linalg.norm(np.maximum(0.0, 1 - scale * margin)) for scale in scales])
        with np.errstate(invalid="ignore"):
            found = loss * misses + size * scales * norm
        return np.where(np.isfinite(loss), found, np.inf)

    scales = NEAR if near else SCALES / norm
    for _ in range(1 if near else 4):
        place = int(np.argmin(roots(scales)))
        scales = np.linspace(scales[max(0, place - 1)], scales[min(len(scales) - 1, place + 1)], 21)
    scale = float(scales[int(np.argmin(roots(scales)))])
    return scale, scale * u
