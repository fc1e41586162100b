"""What is declared once about a data set, what describing it gives, and what loading it gives."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import scipy.sparse

from cspa_explore.datasets.grammar import Grammar, Sizes


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

    @property
    def nbytes(self) -> int:
        """Return the bytes of its arrays."""
        X = (self.X.data, self.X.indices, self.X.indptr) if self.is_sparse else (self.X,)
        return self.y.nbytes + sum(array.nbytes for array in X)

    @property
    def scaling(self) -> tuple[Any, Any, Any]:
        """Return (low, factor, base)."""
        return self.low, self.factor, self.base


@dataclass(frozen=True)
class Shape:
    """What is known of a data set before it is loaded."""

    K: int
    n: int
    d: int
    counts: tuple[int, ...] | None = None  # instances per class; None: only loading or drawing tells
    names: tuple[str, ...] | None = None  # of the classes; None: only loading tells
    sparse: bool = False


@dataclass(frozen=True)
class Sigmas:
    """The noise that makes sense on a set: how far a slider goes, and four values for a figure.

    The paper gives no values for real sets. Rule for ours: the largest of the four halves CSPA's margin
    over chance (β = 1/(2(K−1)), linear, one pass), the others are 0, a third and two thirds of it, and a
    slider goes twice as far. Rounded to two digits.
    """

    high: float
    figure: tuple[float, float, float, float]
    default: float = 0.0  # of the command line


@dataclass(frozen=True, eq=False)
class DatasetSpec:
    """A data set of the registry. `shape` and `load` get the arguments that its grammar reads from the text."""

    key: str
    name: str
    kind: Literal["toy", "bundled", "fetched", "own"]
    shape: Callable[..., Shape]  # opens no file
    sigmas: Sigmas
    load: Callable[..., Dataset]  # toys: load(rng, **arguments); others: load(**arguments)
    source: str
    licence: str
    cite: str
    note: str = ""
    grammar: Grammar = field(default_factory=Sizes)
    order: str = "shuffled"  # the order to take if none is asked for
    draws: bool = False  # the points themselves depend on the seed
    many_passes: bool = False  # pages pass it many times, however many instances it has
    listed: bool = True  # offered by name; others hold their content in their text
    digest: str = ""  # of the stored arrays, for bundled sets
    present: Callable[..., bool] = lambda **arguments: True  # the data are on this machine; opens no file
    best: Callable[..., float | None] = lambda sigma, **arguments: None  # best possible ratio, where known
    best_name: str = ""  # the rule that reaches it

    @property
    def sizes(self) -> Sizes:
        """Return the whole numbers that it takes."""
        return self.grammar if isinstance(self.grammar, Sizes) else Sizes()

    @property
    def default_shape(self) -> Shape | None:
        """Return the shape with default sizes; None if the text holds the content."""
        return self.shape(**{size.name: size.default for size in self.sizes}) if self.listed else None

    @property
    def noise(self) -> str:
        """Return what σ is: the paper's toy noise is given by its variance, that of real sets by its sd."""
        return "variance" if self.kind == "toy" else "sd"
