"""The widest margin of a hyperplane through 0, as the point of a convex hull that is nearest to 0 (Wolfe's algorithm).

For rows z of one side (a row of the other side is negated), every w of length 1 has min z·w ≤ ‖x‖ for each x in their
convex hull, and the x nearest to 0 attains it: w = x/‖x‖. So any x of the hull gives two certified numbers, the margin
min z·x/‖x‖ that is attained and the ‖x‖ that no margin exceeds. They meet at the nearest point.
"""

import time
from typing import NamedTuple

import numpy as np

PRECISE = 1e-3  # relative difference of the two numbers at which the search ends
TINY = 1e-12  # smaller weights of a convex combination count as 0


class Widest(NamedTuple):
    """The margin of the hyperplane found, and a number that no margin exceeds."""

    margin: float
    most: float


def widest_margin(Z: np.ndarray, until: float) -> Widest:
    """Return the widest margin of the rows Z (n, d); the search ends at the time `until` (`time.perf_counter`).

    >>> found = widest_margin(np.array([[1.0, 2.0], [1.0, -2.0], [3.0, 0.0]]), np.inf)
    >>> round(found.margin, 6), round(found.most, 6)
    (1.0, 1.0)
    """
    corral = [int(np.argmin(np.einsum("nd,nd->n", Z, Z)))]
    share = np.ones(1)
    x = Z[corral[0]]
    best = Widest(-np.inf, np.inf)
    while True:
        scores, size = Z @ x, float(np.linalg.norm(x))
        if size == 0:
            return Widest(0.0, 0.0)
        best = Widest(max(best.margin, float(scores.min()) / size), min(best.most, size))
        new = int(np.argmin(scores))
        if best.margin >= (1 - PRECISE) * best.most or new in corral or time.perf_counter() > until:
            return best
        corral, share = _moved(Z, [*corral, new], np.append(share, 0.0))
        x = share @ Z[corral]


def _moved(Z: np.ndarray, corral: list[int], share: np.ndarray) -> tuple[list[int], np.ndarray]:
    """Move to the point of the corral's affine hull that is nearest to 0; leave out rows that it would subtract."""
    while True:
        P = Z[corral]
        wanted = np.linalg.lstsq(P @ P.T + 1.0, np.ones(len(corral)), rcond=None)[0]
        wanted = wanted / wanted.sum()
        if (wanted > TINY).all():
            return corral, wanted
        low = wanted <= TINY
        step = float((share[low] / np.maximum(share[low] - wanted[low], TINY)).min())
        share = (1 - step) * share + step * wanted
        kept = share > TINY
        if kept.all():  # rounding: the row that blocks the way has to go
            kept[np.flatnonzero(low)[np.argmin(share[low])]] = False
        corral = [row for row, stays in zip(corral, kept, strict=True) if stays]
        share = share[kept] / share[kept].sum()
