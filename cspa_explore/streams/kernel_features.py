"""Gaussian kernel features around the first instances of a stream."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import scipy.sparse

from cspa_explore.core.memory import aligned, canonical
from cspa_explore.core.preprocessing import multiply, radial
from cspa_explore.core.rows import Dense, Rows, shape
from cspa_explore.streams.blas import one_blas_thread
from cspa_explore.streams.stream import Stream


class KernelFeatures:
    """φ_j(x) = exp(−‖x − b_j‖²/g), scaled to ‖φ‖ = 1; b_0, b_1, … are the first instances of the stream.

    Round t uses b_0…b_t, which include its own x; the features of later instances are 0.
    """

    def __init__(self, stream: Stream) -> None:
        self.g, self.most = stream.kernel, stream.support_used
        self.support: Any = None  # the b_j as columns, 0 until they arrive; as rows if sparse
        self.squares = canonical(np.zeros(self.most), np.float64)
        self.known = 0

    def of(self, rows: Rows, start: int) -> Rows:
        """Return φ of the rows of rounds start, start+1, …; call it for the blocks in order."""
        return next(self.each(rows, start, (self.g,)))

    def each(self, rows: Rows, start: int, widths: tuple[float, ...]) -> Iterator[Rows]:
        """Yield φ of the rows for each width g; the inner products x·b are computed once for all of them."""
        X, products = self._products(rows)
        squares = square_norms(X)
        for g in widths[:-1]:
            own = aligned(products.shape, fill=None)
            own[...] = products
            yield radial(own, squares, self.squares, g, start)
        yield radial(products, squares, self.squares, widths[-1], start)

    def _products(self, rows: Rows) -> tuple[Any, np.ndarray]:
        """Return the rows as a matrix, and their inner products with the support, which grows until it is full."""
        X = rows.X if isinstance(rows, Dense) else scipy.sparse.csr_array(rows[:3], shape=shape(rows))
        new = X[: self.most - self.known]
        here = slice(self.known, self.known + new.shape[0])
        self.known = here.stop
        self.squares[here] = square_norms(new)
        if isinstance(rows, Dense):
            if self.support is None:
                self.support = np.zeros((X.shape[1], self.most))
            self.support[:, here] = new.T
            with one_blas_thread():
                products = multiply(X, self.support)
        else:
            self.support = new if self.support is None else scipy.sparse.vstack([self.support, new])
            products = aligned((X.shape[0], self.most))
            products[:, : self.known] = (X @ self.support.T).toarray()
        return X, products


def square_norms(X: Any) -> np.ndarray:
    """Return ‖x‖² of each row, dense or sparse."""
    if scipy.sparse.issparse(X):
        return np.asarray(X.multiply(X).sum(axis=1)).ravel()
    return np.einsum("ij,ij->i", X, X)
