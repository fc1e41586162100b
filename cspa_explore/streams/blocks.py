"""The rows of a stream, in blocks whose boundaries depend on the row width alone.

Block b holds the rounds b·B…(b+1)·B−1, B depends only on the width of the rows, and the noise of block b is drawn from
(seed, b). So neither the caller's chunk size, nor the number of rounds, nor the number of learners changes a bit of a
row. All learners play the same block.

Without noise and kernel features nothing is computed per round: one block refers to the whole cached table.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import scipy.sparse

from cspa_explore.core.memory import canonical
from cspa_explore.core.rows import ZERO, Dense, Rows, shape
from cspa_explore.streams.drift import drifting, labels_of, rotated, row_index
from cspa_explore.streams.kernel_features import KernelFeatures, square_norms
from cspa_explore.streams.order import in_class_order, instance_labels, instance_order, lies, uniforms
from cspa_explore.streams.stream import Stream
from cspa_explore.streams.tables import prepared_rows, whole_table

MOST_IN_BLOCK = 32_768  # rounds
NUMBERS_IN_BLOCK = 2**21  # 16 MB
_IDENTITY = canonical(np.arange(MOST_IN_BLOCK), np.int64)  # identity order, for generated rows


class Block(NamedTuple):
    """Consecutive rounds: round start + j shows row order[j], has label y[order[j]], uniform u[j] and lie lies[j].

    Other blocks and streams may share the arrays: do not modify them.
    """

    start: int
    rows: Rows
    y: np.ndarray  # (number of rows,) int64
    order: np.ndarray  # (rounds,) int64
    u: np.ndarray  # (rounds,)
    lies: np.ndarray  # (rounds,) bool: the bit is flipped

    def part(self, start: int, stop: int) -> "Block":
        """Return the rounds start..stop−1 of the block."""
        if start == 0 and stop == len(self.order):
            return self
        cut = {name: getattr(self, name)[start:stop] for name in ("order", "u", "lies")}
        return self._replace(start=self.start + start, **cut)


def chunks(stream: Stream, size: int = MOST_IN_BLOCK, first: int = 0) -> Iterator[Block]:
    """Yield the rounds of the stream, at most `size` at a time, beginning with the chunk that holds round `first`.

    >>> sum(len(block.order) for block in chunks(Stream("gaussians4", sigma=0.25), 1000))
    4000
    """
    T = stream.n_rounds
    for block in _blocks(stream, first):
        rounds = min(len(block.order), T - block.start)
        for start in range(0, rounds, size):
            stop = min(start + size, rounds)
            if block.start + stop > first:
                yield block.part(start, stop)


def labels(stream: Stream) -> np.ndarray:
    """Return the true label of each round, (T,), as the trial numbers the classes."""
    y = stream.load().y
    return labels_of(*_labels(stream, y), instance_order(stream, y, stream.n_rounds), stream.before_drift)


@lru_cache(maxsize=16)
def zero_rounds(stream: Stream) -> int:
    """Return the number of rounds that show a zero row. They count as rounds, but learners do not learn from them.

    >>> zero_rounds(Stream("points(0 0 0; 1 0 1; 0 1 2)", rounds=30))
    10
    """
    if stream.sigma or stream.kernel or stream.bias:
        return 0  # noise and a constant feature leave no zero row; kernel features that underflow are not counted
    X, _ = whole_table(stream)
    squares = square_norms(X.X if isinstance(X, Dense) else scipy.sparse.csr_array(X[:3], shape=shape(X)))
    order = instance_order(stream, stream.load().y, stream.n_rounds)
    return int(np.count_nonzero(squares[row_index(stream, order)] <= ZERO))


def _blocks(stream: Stream, first: int = 0) -> Iterator[Block]:
    """Yield the blocks from that of round `first` to that of the last round; blocks of kernel features are full."""
    if not stream.sigma and not stream.kernel:
        yield from _table_blocks(stream)
    else:
        yield from (block for _, block in _made_blocks(stream, (stream.kernel,), first))


def kernel_chunks(stream: Stream, widths: tuple[float, ...], size: int = MOST_IN_BLOCK) -> Iterator[tuple[int, Block]]:
    """Yield (index of the width, chunk) for every kernel width g, as `chunks` does for each of them alone.

    All widths of a block come one after the other, because they share its rows and inner products.
    """
    T = stream.n_rounds
    for which, block in _made_blocks(stream, widths):
        rounds = min(len(block.order), T - block.start)
        for start in range(0, rounds, size):
            yield which, block.part(start, min(start + size, rounds))


def _made_blocks(stream: Stream, widths: tuple[float, ...], first: int = 0) -> Iterator[tuple[int, Block]]:
    """Yield (index of the width, block) for blocks whose rows are made for their rounds; width 0 is no kernel."""
    T = stream.n_rounds
    data = stream.load()
    B = block_rounds(stream)
    count = -(-T // B)
    T = count * B if stream.kernel else T  # the last bits of a matrix product depend on its shape
    order, u, lied = instance_order(stream, data.y, T), uniforms(stream, T), lies(stream, T)
    y, shown = _labels(stream, data.y), drifting(stream, data)
    features = KernelFeatures(stream) if stream.kernel else None
    for b in range(count):
        if b < first // B and (features is None or features.known == features.most):
            continue
        start, index = b * B, order[b * B : (b + 1) * B]
        here = slice(start, start + len(index))
        rows = prepared_rows(stream, shown, row_index(stream, index, start), b)
        own = labels_of(*y, index, stream.before_drift - start)
        for which, made in enumerate(features.each(rows, start, widths) if features else (rows,)):
            if b >= first // B:
                yield which, Block(start, made, own, _IDENTITY[: len(index)], u[here], lied[here])


def _table_blocks(stream: Stream) -> Iterator[Block]:
    """Yield the rounds as blocks that refer to the whole table: one, or two if the labels change in between."""
    T = stream.n_rounds
    rows, stored = whole_table(stream)
    n = stream.info.shape.n
    order, u, lied = instance_order(stream, stored[:n], T), uniforms(stream, T), lies(stream, T)
    if stream.drift == "turn":
        y = np.tile(_labels(stream, stored[:n])[0], 2)
        yield Block(0, rows, canonical(y, np.int64), row_index(stream, order), u, lied)
        return
    cut = stream.before_drift
    for y, start, stop in zip(_labels(stream, stored), (0, cut), (cut, T), strict=True):
        if start < stop:
            here = slice(start, stop)
            yield Block(start, rows, canonical(y, np.int64), order[here], u[here], lied[here])


def _labels(stream: Stream, stored: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the labels of the instances before and after the drift, as the trial numbers the classes."""
    y = instance_labels(stream, stored)
    return in_class_order(stream, y), in_class_order(stream, rotated(stream, y))


def block_rounds(stream: Stream) -> int:
    """Return the number of rounds per block, which depends only on the width of the rows."""
    width = max(stream.info.shape.d, stream.n_features)
    return max(1, min(MOST_IN_BLOCK, NUMBERS_IN_BLOCK // width))
