"""The rows of a stream, in fixed blocks that depend on the round number alone.

Neither the caller's chunk size, nor the number of rounds, nor how many learners play can change a bit of
a row: block b holds the rounds b·B…(b+1)·B−1, B depends on the width of the rows only, and its noise is
drawn from (seed, b). One block serves all learners.

Without noise and kernel there is nothing to compute: the block points into the whole table.
"""

from collections.abc import Iterator
from functools import lru_cache
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse
from threadpoolctl import threadpool_limits

from cspa_explore.core.gate import as_rows
from cspa_explore.core.memory import aligned, canonical
from cspa_explore.core.preprocessing import dressed, multiply, radial
from cspa_explore.core.rows import Dense, Rows, shape
from cspa_explore.datasets import Dataset
from cspa_explore.streams.stream import Stream

MOST_IN_BLOCK = 32_768  # rounds
NUMBERS_IN_BLOCK = 2**21  # 16 MB
_HERE = canonical(np.arange(MOST_IN_BLOCK), np.int64)  # rows that were made for their rounds come in this order
DATA, ORDER, NOISE, FLIP, KEEP, DRAW = range(6)  # purposes that the seed is split by; DATA is the data set's


class Block(NamedTuple):
    """Consecutive rounds: round start + j shows row order[j], its label is y[order[j]], its uniform u[j].

    The arrays may be shared with other blocks and streams: they are not to be changed.
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
    """Yield the rounds of the stream, at most `size` at a time, from the chunk on that holds the round `first`.

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
    data = stream.data
    return _labels(stream, data)[_order(stream, data, stream.n_rounds)]


@lru_cache(maxsize=16)
def zero_rounds(stream: Stream) -> int:
    """Return how many rounds show a zero row: they count, and nothing is learnt from them.

    >>> zero_rounds(Stream("points(0 0 0; 1 0 1; 0 1 2)", rounds=30))
    10
    """
    if stream.sigma or stream.kernel or stream.bias:
        return 0  # such rows are never zero
    X, _ = _whole_table(stream)
    squares = _square_norms(X.X if isinstance(X, Dense) else scipy.sparse.csr_array(X[:3], shape=shape(X)))
    return int(np.count_nonzero(squares[_order(stream, stream.data, stream.n_rounds)] == 0))


def _blocks(stream: Stream, first: int = 0) -> Iterator[Block]:
    """Yield blocks, from that of round `first` on, until the rounds are covered; those of a kernel are always full."""
    data, T = stream.data, stream.n_rounds
    if not stream.sigma and not stream.kernel:
        rows, y = _whole_table(stream)
        if stream.flip:
            y = canonical(_labels(stream, data), np.int64)
        yield Block(0, rows, y, _order(stream, data, T), _uniforms(stream, T))
        return
    B = block_rounds(stream)
    count = -(-T // B)
    T = count * B if stream.kernel else T  # a matrix product of another shape has other last bits
    order, y, u = _order(stream, data, T), _labels(stream, data), _uniforms(stream, T)
    features = _KernelFeatures(stream) if stream.kernel else None
    for b in range(count):
        if b < first // B and (features is None or features.known == features.most):
            continue
        index = order[b * B : (b + 1) * B]
        rounds = len(index)
        rows = _dressed(stream, data, index, b)
        rows = features.of(rows, b * B) if features else rows
        if b >= first // B:
            yield Block(b * B, rows, _taken(y, index), _HERE[:rounds], u[b * B : b * B + rounds])


def block_rounds(stream: Stream) -> int:
    """Return how many rounds a block has: it depends on the width of the rows only."""
    width = max(stream.data.d, stream.n_features)
    return max(1, min(MOST_IN_BLOCK, NUMBERS_IN_BLOCK // width))


def _rng(stream: Stream, *purpose: int) -> np.random.Generator:
    return np.random.default_rng([stream.seed, *purpose])


def _dressed(stream: Stream, data: Dataset, index: np.ndarray, noise: int | None) -> Rows:
    """Return the rows of the index, with constant feature and norm as the stream says, and noise number `noise`."""
    how: dict[str, Any] = {"bias": stream.bias, "normalise": stream.normalise}
    if noise is None or not stream.sigma:
        if data.is_sparse:
            return as_rows(_prepared_sparse(data.X[index], **how))
        return dressed(data.X, index, data.scaling, **how)
    sd = np.sqrt(stream.sigma) if stream.spec.noise == "variance" else stream.sigma
    drawn = (_rng(stream, NOISE, noise), sd)  # the same normals for every σ, row after row
    if data.is_sparse:
        return dressed(data.X[index].toarray(), np.arange(len(index)), noise=drawn, **how)
    return dressed(data.X, index, data.scaling, drawn, **how)


def _prepared_sparse(X: Any, normalise: bool, bias: bool) -> Any:
    X = scipy.sparse.csr_array(X, dtype=np.float64)
    if bias:
        X = scipy.sparse.hstack([X, np.ones((X.shape[0], 1))], format="csr")
    if normalise:
        norms = np.sqrt(np.asarray(X.multiply(X).sum(axis=1)).ravel())
        X = scipy.sparse.diags_array(1 / np.where(norms > 0, norms, 1.0)) @ X
    return X


def _whole_table(stream: Stream) -> tuple[Rows, np.ndarray]:
    """Return all instances as rows and their labels; kept for the next trial, which has the same in another order."""
    key = (stream.dataset, stream.seed if stream.spec.draws else 0, stream.normalise, stream.bias)
    if (found := _TABLES.get(key)) is not None:
        return found
    with _LOCK:
        if key not in _TABLES:
            data = stream.data
            rows = _dressed(stream, data, np.arange(len(data.y)), None)
            _TABLES[key] = rows, canonical(data.y, np.int64)
            while sum(_size(rows) for rows, _ in _TABLES.values()) > TABLES_AT_MOST and len(_TABLES) > 1:
                del _TABLES[next(iter(_TABLES))]  # the oldest
        return _TABLES[key]


def _size(rows: Rows) -> int:
    return sum(array.nbytes for array in rows if isinstance(array, np.ndarray))


_LOCK = Lock()
_TABLES: dict[tuple, tuple[Rows, np.ndarray]] = {}
TABLES_AT_MOST = 2**29  # bytes


def _labels(stream: Stream, data: Dataset) -> np.ndarray:
    """Return a label an instance; a share `flip` of them is moved to one of the other classes."""
    if not stream.flip:
        return data.y
    rng = _rng(stream, FLIP)
    flipped = rng.random(len(data.y)) < stream.flip
    moved = (data.y + rng.integers(1, data.n_classes, size=len(data.y))) % data.n_classes
    return np.where(flipped, moved, data.y)


def _taken(y: np.ndarray, index: np.ndarray) -> np.ndarray:
    """Return the labels of the index."""
    return y.take(index, out=aligned(len(index), np.int64, fill=None), mode="clip")


def _order(stream: Stream, data: Dataset, T: int) -> np.ndarray:
    """Return the instance of each of T rounds: pass after pass over the instances that are kept."""
    kept = _kept(stream, data)
    if stream.order == "class":
        kept = kept[np.argsort(data.y[kept], kind="stable")]
    elif stream.order == "cyclic":
        y = data.y[kept]
        place = np.empty(len(y), int)  # of an instance among those of its class
        for k in range(data.n_classes):
            place[y == k] = np.arange(np.count_nonzero(y == k))
        kept = kept[np.lexsort((y, place))]
    if stream.order != "shuffled":
        return canonical(np.resize(kept, T), np.int64)
    together = max(1, 4096 // len(kept))  # passes drawn at a time: a tiny set is passed many times
    rng, order = _rng(stream, ORDER), aligned(T, np.int64, fill=None)
    for start in range(0, T, together * len(kept)):
        mixed = rng.permuted(np.tile(kept, (together, 1)), axis=1).ravel() if together > 1 else rng.permutation(kept)
        order[start : start + len(mixed)] = mixed[: T - start]
    return order


def _uniforms(stream: Stream, T: int) -> np.ndarray:
    return _rng(stream, DRAW).random(out=aligned(T, fill=None))


def _kept(stream: Stream, data: Dataset) -> np.ndarray:
    """Return the instances that imbalance leaves, in the order of the file."""
    if stream.imbalance == 1:
        return np.arange(len(data.y))
    mixed = _rng(stream, KEEP).permutation(len(data.y))
    chosen = [mixed[data.y[mixed] == k][:count] for k, count in enumerate(stream.kept_per_class)]
    return np.sort(np.concatenate(chosen))


class _KernelFeatures:
    """φ_j(x) = exp(−‖x − b_j‖²/g), the b_j being the first instances of the stream as they arrive, ‖φ‖ = 1.

    Round t knows b_0…b_t, its own x included: features of instances to come are 0.
    """

    def __init__(self, stream: Stream) -> None:
        # One thread: a matrix product split among several differs in its last bits. Trials run side by side.
        threadpool_limits(1, user_api="blas")
        self.g, self.most = stream.kernel, stream.support_used
        self.support: Any = None  # b_j as columns, 0 until they arrive; sparse ones as rows
        self.squares = canonical(np.zeros(self.most), np.float64)
        self.known = 0

    def of(self, rows: Rows, start: int) -> Rows:
        """Return φ of the rows of rounds start, start+1, …; blocks must come in order."""
        X = rows.X if isinstance(rows, Dense) else scipy.sparse.csr_array(rows[:3], shape=shape(rows))
        new = X[: self.most - self.known]
        here = slice(self.known, self.known + new.shape[0])
        self.known = here.stop
        self.squares[here] = _square_norms(new)
        if isinstance(rows, Dense):
            if self.support is None:
                self.support = np.zeros((X.shape[1], self.most))
            self.support[:, here] = new.T
            products = multiply(X, self.support)
        else:
            self.support = new if self.support is None else scipy.sparse.vstack([self.support, new])
            products = aligned((X.shape[0], self.most))
            products[:, : self.known] = (X @ self.support.T).toarray()
        return radial(products, _square_norms(X), self.squares, self.g, start)


def _square_norms(X: Any) -> np.ndarray:
    if scipy.sparse.issparse(X):
        return np.asarray(X.multiply(X).sum(axis=1)).ravel()
    return np.einsum("ij,ij->i", X, X)
