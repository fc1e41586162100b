"""What is declared once about a data set, and what loading it gives."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import scipy.sparse

from cspa_explore.errors import UserError

ORDERS = ("shuffled", "file", "class", "cyclic")


@dataclass(frozen=True, eq=False)
class Dataset:
    """n instances and their labels; X is kept compact and turned into numbers row by row.

    The value of a stored X is (X − low)·factor + base, column by column; sparse X is taken as it is.
    """

    X: Any  # (n, d) array of any number dtype, or a SciPy CSR matrix
    y: np.ndarray  # (n,) int64, 0..K−1
    n_classes: int
    names: tuple[str, ...]  # what the labels stand for
    low: Any = None
    factor: Any = None
    base: Any = None

    @property
    def d(self) -> int:
        """Return the number of features."""
        return self.X.shape[1]

    @property
    def is_sparse(self) -> bool:
        """Say whether X is a SciPy sparse matrix."""
        return scipy.sparse.issparse(self.X)

    def values(self, index: np.ndarray) -> Any:
        """Return the rows of the index as float64: a new dense array, or CSR if the set is sparse."""
        if self.is_sparse:
            return self.X[index]
        low, factor, base = (unit if part is None else part for part, unit in zip(self.scaling, (0, 1, 0), strict=True))
        return (self.X[index] - np.float64(low)) * factor + base

    @property
    def scaling(self) -> tuple[Any, Any, Any]:
        """Return (low, factor, base)."""
        return self.low, self.factor, self.base


@dataclass(frozen=True)
class Size:
    """A whole number that a toy data set takes: `circle(m=6)`."""

    name: str
    default: int
    low: int
    high: int
    help: str


@dataclass(frozen=True)
class Sigmas:
    """The noise that makes sense on a set: how far a slider goes, and four values for a figure.

    The paper gives no values for real sets. Rule for ours: the largest of the four halves CSPA's margin
    over chance (β = 1/(2(K−1)), linear, one pass), the others are 0, a third and two thirds of it, and a
    slider goes twice as far. Rounded to two digits.
    """

    high: float
    figure: tuple[float, float, float, float]


@dataclass(frozen=True)
class DatasetSpec:
    """A data set of the registry; K, n and d are those of its default sizes."""

    key: str
    name: str
    kind: Literal["toy", "bundled", "fetched", "own"]
    K: int
    n: int
    d: int
    sigmas: Sigmas
    load: Callable[..., Dataset]  # toys: load(rng, **sizes); others: load()
    source: str
    licence: str
    cite: str
    note: str = ""
    sizes: tuple[Size, ...] = ()
    order: str = "shuffled"  # the order to take if none is asked for
    draws: bool = False  # the points themselves depend on the seed
    digest: str = ""  # of the stored arrays, for bundled sets
    best: Callable[..., float | None] = lambda sigma, **sizes: None  # best possible ratio, where known
    best_name: str = ""  # the rule that reaches it

    @property
    def noise(self) -> str:
        """Return what σ is: the paper's toy noise is given by its variance, that of real sets by its sd."""
        return "variance" if self.kind == "toy" else "sd"

    def checked_sizes(self, given: dict[str, str]) -> dict[str, int]:
        """Return all sizes as whole numbers; UserError names the size, its range and the value."""
        known = {size.name: size for size in self.sizes}
        found = {size.name: size.default for size in self.sizes}
        for name, text in given.items():
            if name not in known:
                takes = f"it takes {', '.join(known)}" if known else "it takes none"
                raise UserError(f"{self.key} has no size '{name or text}': {takes}.")
            low, high = known[name].low, known[name].high
            if not re.fullmatch("[0-9]{1,6}", text) or not low <= int(text) <= high:
                raise UserError(f"{self.key}: {name} must be a whole number {low} to {high}, got {text}.")
            found[name] = int(text)
        return found
