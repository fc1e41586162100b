"""Rows of a run that are too many to hold: they are made again, block by block, for every pass over them."""

import time
from collections.abc import Callable, Iterator
from math import inf
from typing import Any

import numpy as np

KEPT = 4  # products with comparators, (T, K) each


class TooLongError(Exception):
    """A pass over the rows was stopped, by its user or at its time limit."""


def never() -> bool:
    """Return False: nobody stops the pass."""
    return False


class RowBlocks:
    """The rows (T, d) of a run; `make()` yields them in blocks.

    Products with the last comparators are kept, and a multiple of a comparator needs no pass over the rows.

    >>> X = np.arange(6.0).reshape(3, 2)
    >>> rows = RowBlocks(X.shape, lambda: iter([X[:2], X[2:]]), np.linalg.norm(X, axis=1), np.zeros((2, 2)))
    >>> bool((rows @ np.ones((2, 1)) == X @ np.ones((2, 1))).all()), rows[:2].shape
    (True, (2, 2))
    """

    def __init__(
        self,
        shape: tuple[int, int],
        make: Callable[[], Iterator[np.ndarray]],
        norms: np.ndarray,
        sums: np.ndarray,
    ) -> None:
        self.shape, self._make = shape, make
        self.norms = norms  # (T,)
        self.sums = sums  # (K, d): the sum of the rows of each class
        self.deadline = inf  # by `time.perf_counter`: a later pass raises TooLongError
        self.stop: Callable[[], bool] = never  # a pass during which it returns True raises TooLongError
        self._products: list[tuple[np.ndarray, np.ndarray]] = []

    @property
    def size(self) -> int:
        """Return the number of entries, T·d."""
        return self.shape[0] * self.shape[1]

    @property
    def nbytes(self) -> int:
        """Return the bytes that are held."""
        kept = sum(V.nbytes + product.nbytes for V, product in self._products)
        return self.norms.nbytes + self.sums.nbytes + kept

    def __matmul__(self, V: np.ndarray) -> np.ndarray:
        """Return the product with a matrix (d, K), which the caller may change."""
        if not V.any():
            return np.zeros((self.shape[0], V.shape[1]))
        for known, product in self._products:
            place = np.unravel_index(int(np.argmax(np.abs(known))), known.shape)
            factor = V[place] / known[place]
            if known.shape == V.shape and np.allclose(V, factor * known, rtol=1e-13, atol=0.0):
                return factor * product
        found = np.vstack([block @ V for block in self._blocks()])
        self._products = [*self._products[1 - KEPT :], (V.copy(), found)]
        return found.copy()

    def __getitem__(self, wanted: Any) -> np.ndarray:
        """Return the row of an index, or the first rows of a slice [:n]."""
        n = min(self.shape[0], wanted.stop) if isinstance(wanted, slice) else int(wanted) + 1
        rows, known = [], 0
        for block in self._blocks():
            rows.append(block[: n - known])
            known += len(rows[-1])
            if known >= n:
                break
        found = np.vstack(rows)
        return found if isinstance(wanted, slice) else found[-1]

    def _blocks(self) -> Iterator[np.ndarray]:
        for block in self._make():
            if time.perf_counter() > self.deadline or self.stop():
                raise TooLongError
            yield block
