"""Rows made from the stored instances: scaled, with noise, with a constant feature, divided by their norm.

Without noise and kernel features nothing is computed per round: a block refers to the whole table, which is cached.
"""

from typing import Any, NamedTuple

import numpy as np
import scipy.sparse

from cspa_explore.core.gate import as_rows
from cspa_explore.core.memory import canonical
from cspa_explore.core.preprocessing import preprocessed
from cspa_explore.core.rows import Rows
from cspa_explore.datasets import Dataset
from cspa_explore.sized_cache import SizedCache
from cspa_explore.streams.drift import drifting
from cspa_explore.streams.order import NOISE, generator
from cspa_explore.streams.stream import Stream

MOST_TABLES = 64
MOST_BYTES = 2**29


class Table(NamedTuple):
    """All instances of a data set as rows, and their labels."""

    rows: Rows
    y: np.ndarray

    @property
    def nbytes(self) -> int:
        """Return the bytes of rows and labels."""
        return self.y.nbytes + sum(array.nbytes for array in self.rows if isinstance(array, np.ndarray))


_tables = SizedCache(MOST_TABLES, MOST_BYTES)


def whole_table(stream: Stream) -> Table:
    """Return all instances as rows; twice if they turn (see `drifting`).

    Cached, because other trials show the same rows in another order.
    """
    turn = stream.turn if stream.drift == "turn" else None
    key = (stream.dataset, stream.seed if stream.spec.draws else 0, stream.normalise, stream.bias, turn)
    if (found := _tables.get(key)) is not None:
        return found  # every run asks for its table

    def make() -> Table:
        data = drifting(stream, stream.load())
        return Table(prepared_rows(stream, data, np.arange(len(data.y)), None), canonical(data.y, np.int64))

    return _tables.get_or_make(key, make)


def prepared_rows(stream: Stream, data: Dataset, index: np.ndarray, noise: int | None) -> Rows:
    """Return the rows of the indexed instances as the stream describes them; `noise` is the block number, or None."""
    how: dict[str, Any] = {"bias": stream.bias, "normalise": stream.normalise}
    if noise is None or not stream.sigma:
        if data.is_sparse:
            return as_rows(_prepared_sparse(data.X[index], **how))
        return preprocessed(data.X, index, data.scaling, **how)
    sd = np.sqrt(stream.sigma) if stream.spec.noise == "variance" else stream.sigma
    drawn = (generator(stream, NOISE, noise), sd)  # the same normals for every σ
    if data.is_sparse:
        return preprocessed(data.X[index].toarray(), np.arange(len(index)), noise=drawn, **how)
    return preprocessed(data.X, index, data.scaling, drawn, **how)


def _prepared_sparse(X: Any, normalise: bool, bias: bool) -> Any:
    X = scipy.sparse.csr_array(X, dtype=np.float64)
    if bias:
        X = scipy.sparse.hstack([X, np.ones((X.shape[0], 1))], format="csr")
    if normalise:
        norms = np.sqrt(np.asarray(X.multiply(X).sum(axis=1)).ravel())
        X = scipy.sparse.diags_array(1 / np.where(norms > 0, norms, 1.0)) @ X
    return X
