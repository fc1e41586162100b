"""Kernel regions in the plane: the class that a learner predicts in each cell of a grid, in chosen rounds.

Round t uses the first min(t, B) kernel features, whose centres are the instances of the rounds 1…B. A grid is sent as
runs of equal cells, row by row from the top: (class, length) pairs of bytes.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from cspa_explore.core.loop import Trace
from cspa_explore.core.vectors import TIE
from cspa_explore.learners.branch import AnyLearner
from cspa_explore.running.playing import Player
from cspa_explore.streams.blas import one_blas_thread
from cspa_explore.streams.blocks import chunks
from cspa_explore.streams.raw import raw_rows
from cspa_explore.streams.stream import Stream

SIDE = 200  # cells
MOST_FEATURES = 5000  # kernel features
WORK = 5e9  # multiplications for the grids that travel with a replay, about half a second
FEWEST, MOST = 4, 40  # rounds whose grids travel
MOST_BYTES = 400_000  # of the grids that travel
TILE = 128  # points that are computed at once: their features fit into the processor's cache
DIRECTIONS = 4096  # that are computed where only the direction counts; a cell is wider than the arc between two of them

State = tuple[int, np.ndarray]  # a round, and the weights (K, B) with which it is answered


def half_width(raw: np.ndarray) -> float:
    """Return half the width of the square that is drawn: 96 % of the instances lie well inside.

    >>> half_width(np.array([[3.0, 4.0], [0.0, 0.0]])), half_width(np.array([[3.0, 4.0]]))
    (1.1, 5.5)
    """
    far = np.sort(np.hypot(raw[:, 0], raw[:, 1]))
    return 1.1 * (float(far[int(0.96 * (len(far) - 1))]) or 1.0)


def grid_points(half: float) -> np.ndarray:
    """Return the middles (SIDE², 2) of all cells, row by row from the top left."""
    steps = (np.arange(SIDE) + 0.5) * 2 / SIDE - 1
    return half * np.stack(np.meshgrid(steps, -steps), axis=-1).reshape(-1, 2)


def predicted(stream: Stream, points: np.ndarray, states: Sequence[State]) -> np.ndarray:
    """Return the class (states, points) that is predicted at each point (n, 2), before it is scaled to length 1.

    Where rows are scaled to length 1 only the direction counts: a point between two computed directions of the same
    class has that class, the others are computed one by one.
    """
    if not stream.normalise or len(points) <= DIRECTIONS:
        return _predicted_at(stream, points, states)
    step = 2 * np.pi / DIRECTIONS
    angles = np.arange(DIRECTIONS) * step
    circle = _predicted_at(stream, np.stack([np.cos(angles), np.sin(angles)], axis=1), states)
    before = np.floor(np.arctan2(points[:, 1], points[:, 0]) / step).astype(np.int64) % DIRECTIONS
    found = circle[:, before]
    unsure = (found != circle[:, (before + 1) % DIRECTIONS]).any(axis=0) | ~points.any(axis=1)
    found[:, unsure] = _predicted_at(stream, points[unsure], states)
    return found


def _predicted_at(stream: Stream, points: np.ndarray, states: Sequence[State]) -> np.ndarray:
    """Return the class (states, points) that is predicted at each point, computed for each."""
    g, K = stream.kernel, stream.n_classes
    features = min(stream.support_used, stream.n_rounds, max(t for t, _ in states))
    support = raw_rows(stream, np.arange(1, features + 1), stream.normalise)
    known = np.array([min(len(support), t) for t, _ in states])
    masks = np.arange(len(support))[:, None] < known
    W = np.concatenate([weights[:, : len(support)] * mask for (_, weights), mask in zip(states, masks.T, strict=True)])
    squares = (support**2).sum(axis=1)
    found = np.empty((len(states), len(points)), np.uint8)
    with one_blas_thread():  # products of tiles are small
        for start in range(0, len(points), TILE):
            X = points[start : start + TILE]
            if stream.normalise:
                length = np.hypot(X[:, 0], X[:, 1])[:, None]
                X = X / np.where(length > 0, length, 1.0)
            phi = (-2 * X) @ support.T
            phi += (X**2).sum(axis=1)[:, None]
            phi += squares
            np.maximum(phi, 0.0, out=phi)
            phi /= -g
            np.exp(phi, out=phi)
            norms = np.sqrt((phi**2) @ masks)
            scores = (phi @ W.T).reshape(len(X), len(states), K) / np.where(norms > 0, norms, 1.0)[..., None]
            found[:, start : start + TILE] = _first_of_the_best(scores).T
    return found


def _first_of_the_best(scores: np.ndarray) -> np.ndarray:
    """Return the argmax over the last axis with the tie rule of `core.vectors.argmax`."""
    top = scores.max(axis=-1, keepdims=True)
    near = TIE * (1 + top - scores.mean(axis=-1, keepdims=True))
    return ((scores >= top - near) | (scores == top)).argmax(axis=-1)


def run_lengths(grid: np.ndarray) -> np.ndarray:
    """Return the cells (rows, columns) as bytes: class and length of each run; no run goes beyond its row.

    >>> run_lengths(np.array([[2, 2, 1], [1, 1, 1]], np.uint8)).tolist()
    [2, 2, 1, 1, 1, 3]
    """
    starts = np.ones(grid.shape, bool)
    starts[:, 1:] = grid[:, 1:] != grid[:, :-1]
    at = np.flatnonzero(starts)
    return np.stack([grid.ravel()[at], np.diff(at, append=grid.size)], axis=1).astype(np.uint8).ravel()


def grid_rounds(stream: Stream, learners: int) -> np.ndarray:
    """Return the rounds whose grids travel with the replay, at equal distances on a logarithmic scale."""
    each = SIDE**2 * stream.support_used * stream.n_classes * learners
    count = int(min(MOST, max(FEWEST, WORK // each)))
    return np.unique(np.rint(np.geomspace(1, stream.n_rounds, count)).astype(np.int64))


def played_with_states(text: AnyLearner, stream: Stream, rounds: np.ndarray) -> tuple[Trace, list[State]]:
    """Return the trace, and the weights with which each of the given rounds is answered."""
    player, trace = Player.new(text, stream), Trace.new(stream.n_rounds)
    states: list[State] = []
    for block in chunks(stream):
        n = len(block.order)
        inside = rounds[(rounds > block.start) & (rounds <= block.start + n)] - block.start - 1
        for start, stop in pairwise(sorted({0, n, *inside.tolist()})):
            if start in inside:
                states.append((block.start + start + 1, player.learner.weights()))
            first = block.start
            player.advance(block.part(start, stop), trace.part(first + start, first + stop))
    return trace, states


def grid_arrays(stream: Stream, half: float, states: Sequence[Sequence[State]]) -> dict[str, np.ndarray]:
    """Return the arrays of the grids: their rounds, and per learner l the runs grid{l} and where each grid starts.

    `states` holds the states of each learner, at the same rounds. Where the runs take too many bytes, every second
    round is left out.
    """
    together = [state for of_learner in states for state in of_learner]
    cells = predicted(stream, grid_points(half), together).reshape(len(states), -1, SIDE, SIDE)
    encoded = [[run_lengths(grid) for grid in of_learner] for of_learner in cells]
    rounds = np.array([t for t, _ in states[0]], np.int32)
    while len(rounds) > 1 and sum(len(runs) for of_learner in encoded for runs in of_learner) > MOST_BYTES:
        rounds, encoded = rounds[::2], [of_learner[::2] for of_learner in encoded]
    arrays = {"grid_rounds": rounds}
    for place, of_learner in enumerate(encoded):
        arrays[f"grid{place}"] = np.concatenate(of_learner)
        arrays[f"grid_starts{place}"] = np.cumsum([0, *map(len, of_learner)]).astype(np.int32)
    return arrays
