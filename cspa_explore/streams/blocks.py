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
from cspa_explore.core.rows import Dense, Rows, shape
from cspa_explore.streams.kernel_features import KernelFeatures, square_norms
from cspa_explore.streams.order import instance_labels, instance_order, take, uniforms
from cspa_explore.streams.stream import Stream
from cspa_explore.streams.tables import prepared_rows, whole_table

MOST_IN_BLOCK = 32_768  # rounds
NUMBERS_IN_BLOCK = 2**21  # 16 MB
_IDENTITY = canonical(np.arange(MOST_IN_BLOCK), np.int64)  # identity order, for generated rows


class Block(NamedTuple):
    """Consecutive rounds: round start + j shows row order[j], has label y[order[j]] and uniform u[j].

    Other blocks and streams may share the arrays: do not modify them.
    """

    start: int
    rows: Rows
    y: np.ndarray  # (number of rows,) int64
    order: np.ndarray  # (rounds,) int64
    u: np.ndarray  # (rounds,)

    def part(self, start: int, stop: int) -> "Block":
        """Return the rounds start..stop−1 of the block."""
        if start == 0 and stop == len(self.order):
            return self
        return self._replace(start=self.start + start, order=self.order[start:stop], u=self.u[start:stop])


def chunks(stream: Stream, size: int = MOST_IN_BLOCK, first: int = 0) -> Iterator[Block]:
    """Yield the rounds of the stream, at most `size` at a time, beginning with the chunk that holds round `first`.

    >>> sum(len(block.order) for block in chunks(Stream("gaussians4", sigma=0.25), 1000))
    4000
    """
    T = stream.n_rounds
    for block in _blocks(stream, first):
        rounds = min(len(block.order), T - block.start)
        for start in range(0, rounds, size):
            if block.start + start + size > first:
                yield block.part(start, min(start + size, rounds))


def labels(stream: Stream) -> np.ndarray:
    """Return the true label of each round, (T,)."""
    y = stream.load().y
    return instance_labels(stream, y)[instance_order(stream, y, stream.n_rounds)]


@lru_cache(maxsize=16)
def zero_rounds(stream: Stream) -> int:
    """Return the number of rounds that show a zero row. They count as rounds, but learners do not learn from them.

    >>> zero_rounds(Stream("points(0 0 0; 1 0 1; 0 1 2)", rounds=30))
    10
    """
    if stream.sigma or stream.kernel or stream.bias:
        return 0  # noise and a constant feature leave no zero row; kernel features that underflow are not counted
    X, y = whole_table(stream)
    squares = square_norms(X.X if isinstance(X, Dense) else scipy.sparse.csr_array(X[:3], shape=shape(X)))
    return int(np.count_nonzero(squares[instance_order(stream, y, stream.n_rounds)] == 0))


def _blocks(stream: Stream, first: int = 0) -> Iterator[Block]:
    """Yield the blocks from that of round `first` to that of the last round; blocks of kernel features are full."""
    T = stream.n_rounds
    if not stream.sigma and not stream.kernel:
        rows, stored = whole_table(stream)
        y = canonical(instance_labels(stream, stored), np.int64) if stream.flip else stored
        yield Block(0, rows, y, instance_order(stream, stored, T), uniforms(stream, T))
        return
    data = stream.load()
    B = block_rounds(stream)
    count = -(-T // B)
    T = count * B if stream.kernel else T  # the last bits of a matrix product depend on its shape
    order, y, u = instance_order(stream, data.y, T), instance_labels(stream, data.y), uniforms(stream, T)
    features = KernelFeatures(stream) if stream.kernel else None
    for b in range(count):
        if b < first // B and (features is None or features.known == features.most):
            continue
        index = order[b * B : (b + 1) * B]
        rounds = len(index)
        rows = prepared_rows(stream, data, index, b)
        rows = features.of(rows, b * B) if features else rows
        if b >= first // B:
            yield Block(b * B, rows, take(y, index), _IDENTITY[:rounds], u[b * B : b * B + rounds])


def block_rounds(stream: Stream) -> int:
    """Return the number of rounds per block, which depends only on the width of the rows."""
    width = max(stream.info.shape.d, stream.n_features)
    return max(1, min(MOST_IN_BLOCK, NUMBERS_IN_BLOCK // width))
