"""Which class owns which directions of the plane, ŷ = argmax_k w_k·x, and how many change hands in an update.

Two classes tie where x is perpendicular to w_i − w_j. These K(K−1) angles cut the circle into arcs on each of
which the scores keep their order, so the owner at an arc's middle owns all of it: this is exact,
without a grid. Ties are broken as in the engine: of equal rows the lowest class owns.

(The engine calls scores within 1e-10 tied, which moves the border between two rows w_i, w_j by about
1e-10/‖w_i − w_j‖. That shift is ignored here.)
"""

from typing import NamedTuple

import numpy as np

from cspa_explore.core.vectors import TIE

CIRCLE = 2 * np.pi
CLEARLY = 100 * TIE  # relative to the weights: scores further apart than this are not tied
NARROWEST = 1e-9  # radians: narrower arcs are rounding errors
AT_A_TIME = 2**21  # scores computed at once in `churns`: 16 MB


class Sector(NamedTuple):
    """The class owns the directions from start to end, counter-clockwise.

    0 ≤ start < 2π and start < end ≤ start + 2π: a sector across the direction 0 ends beyond 2π.
    """

    owner: int
    start: float
    end: float


def sectors(W: np.ndarray) -> list[Sector]:
    """Return the sectors of W (K, 2), counter-clockwise, by their start; a class owns at most one.

    >>> [(s.owner, round(s.start, 4), round(s.end, 4)) for s in sectors(np.array([[1.0, 0], [-1, 0]]))]
    [(1, 1.5708, 4.7124), (0, 4.7124, 7.854)]
    >>> sectors(np.zeros((4, 2)))
    [Sector(owner=0, start=0.0, end=6.283185307179586)]
    """
    W = np.asarray(W, dtype=np.float64)
    borders, widths = _arcs(_ties(W[None]))
    who = _owners(W[None], borders + widths / 2)[0]
    wide = widths[0] >= NARROWEST
    starts, who = borders[0, wide], who[wide]
    first = who != np.roll(who, 1)  # arcs at which a new owner begins
    if not first.any():
        return [Sector(int(who[0]), 0.0, CIRCLE)]
    starts, who = starts[first], who[first]
    ends = np.append(starts[1:], starts[0] + CIRCLE)
    return [Sector(int(k), float(a), float(b)) for k, a, b in zip(who, starts, ends, strict=True)]


def churn(before: np.ndarray, after: np.ndarray) -> float:
    """Return the share of directions, 0 to 1, whose prediction changes from the weights `before` to `after` (K, 2).

    >>> W = np.array([[1.0, 0], [-1, 0]])
    >>> churn(W, W[::-1]), churn(W, W)
    (1.0, 0.0)
    """
    return float(churns(np.stack([before, after]))[0])


def churns(history: np.ndarray) -> np.ndarray:
    """Return the churn of each step of a history of weights (T+1, K, 2), as (T,)."""
    history = np.asarray(history, dtype=np.float64)
    T, K = len(history) - 1, history.shape[1]
    found = np.zeros(T)
    moved = np.flatnonzero((history[1:] != history[:-1]).any(axis=(1, 2)))
    size = max(1, AT_A_TIME // (2 * K * (K - 1) * K))
    for start in range(0, len(moved), size):
        steps = moved[start : start + size]
        before, after = history[steps], history[steps + 1]
        borders, widths = _arcs(np.concatenate([_borders(before), _borders(after)], axis=1))
        middles = borders + widths / 2
        changed = _owners(before, middles) != _owners(after, middles)
        found[steps] = np.where(changed, widths, 0.0).sum(axis=1) / CIRCLE
    return np.minimum(found, 1.0)


def _ties(W: np.ndarray) -> np.ndarray:
    """Return the angles (T, K(K−1)) at which two classes of W (T, K, 2) tie."""
    i, j = np.triu_indices(W.shape[1], 1)
    difference = W[:, i] - W[:, j]
    across = np.arctan2(difference[..., 1], difference[..., 0])
    return np.concatenate([across + np.pi / 2, across - np.pi / 2], axis=1)


def _borders(W: np.ndarray) -> np.ndarray:
    """Return the ties of W (T, K, 2) that lie between owners, and few others, as (T, n).

    Where i and j tie and another class is clearly higher, the owner does not change.
    """
    i, j = np.triu_indices(W.shape[1], 1)
    x, y = np.moveaxis(W[:, i] - W[:, j], 2, 0)[..., None]  # (T, pairs, 1)
    s = x * W[:, None, :, 1] - y * W[:, None, :, 0]  # (T, pairs, K) scores in the direction of the tie, times ‖(x, y)‖
    near = CLEARLY * (1 + np.abs(W).max(axis=(1, 2)))[:, None] * np.hypot(x, y)[..., 0]
    tied = s[:, np.arange(len(i)), i]
    real = np.concatenate([tied >= s.max(axis=2) - near, tied <= s.min(axis=2) + near], axis=1)
    angles = np.sort(np.where(real, _ties(W) % CIRCLE, np.inf), axis=1)[:, : max(1, real.sum(axis=1).max())]
    first = np.where(np.isfinite(angles[:, :1]), angles[:, :1], 0.0)
    return np.where(np.isfinite(angles), angles, first)  # a repeated border makes an arc of width 0


def _arcs(angles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the starts in [0, 2π), ascending, and the widths of the arcs between the angles, (T, n) each."""
    starts = np.sort(angles % CIRCLE % CIRCLE, axis=1)  # twice: −1e-20 % 2π is 2π
    return starts, np.diff(starts, axis=1, append=starts[:, :1] + CIRCLE)


def _owners(W: np.ndarray, angles: np.ndarray) -> np.ndarray:
    """Return the engine's argmax of W (T, K, 2) in the directions (T, n), as (T, n)."""
    s = np.cos(angles)[..., None] * W[:, None, :, 0] + np.sin(angles)[..., None] * W[:, None, :, 1]
    top = s.max(axis=-1, keepdims=True)
    low = top - TIE * (1 + top - s.mean(axis=-1, keepdims=True))
    return np.argmax(s >= low, axis=-1)
