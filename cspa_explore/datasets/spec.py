"""The Spec of a data set in the registry, its `Shape` (known without loading), and the loaded `Dataset`."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import scipy.sparse

from cspa_explore.datasets.grammar import Grammar, Sizes
from cspa_explore.datasets.picture import PLAIN, Picture

UNSTATED = "no licence stated"  # by the source
UCI = "CC BY 4.0"  # the licence of the data sets of the UCI repository


@dataclass(frozen=True, eq=False)
class Dataset:
    """n instances and their labels. X is stored compactly and converted to float64 row by row.

    The stored X stands for (X − low)·factor + base, column by column; a sparse X stands for itself.
    """

    X: Any  # (n, d) array of any number dtype, or a SciPy CSR matrix
    y: np.ndarray  # (n,) int64, 0..K−1
    n_classes: int
    names: tuple[str, ...]  # of the classes
    low: Any = None
    factor: Any = None
    base: Any = None
    features: tuple[str, ...] = ()  # names of the features of an own file; empty: the Spec's picture names them

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
    """What is known about a data set before it is loaded."""

    K: int
    n: int
    d: int
    counts: tuple[int, ...] | None = None  # instances per class; None: known only after loading or drawing
    names: tuple[str, ...] | None = None  # of the classes; None: known only after loading
    sparse: bool = False


@dataclass(frozen=True)
class Sigmas:
    """Sensible noise for a data set: the end of the σ slider, and four values for a figure.

    The paper gives no values for real data sets. Ours follow a rule: the largest of the four halves CSPA's margin over
    chance (β = 1/(2(K−1)), linear, one pass), the others are 0, one third and two thirds of it, and the slider goes to
    twice the largest. All are rounded to two digits.
    """

    high: float
    figure: tuple[float, float, float, float]
    default: float = 0.0  # on the command line and in settings files
    start: float | None = None  # when a page chooses the data set; None: a toy keeps the σ of the toy before
    how: str = "measured"  # or "estimated", or "guessed" as long as the data are not here


@dataclass(frozen=True, eq=False)
class DatasetSpec:
    """A data set in the registry. `shape`, `load`, `present` and `best` get the arguments that its grammar reads."""

    key: str
    name: str
    kind: Literal["toy", "bundled", "fetched", "own"]
    shape: Callable[..., Shape]  # opens no file
    sigmas: Sigmas
    load: Callable[..., Dataset]  # load(rng, **arguments) for toys, load(**arguments) for others
    source: str
    licence: str  # or UNSTATED
    cite: str
    note: str = ""
    what: str = ""  # a short sentence for its card: what the instances are; empty if the note says it
    grammar: Grammar = field(default_factory=Sizes)
    order: str = "shuffled"  # the default order of its rows
    draws: bool = False  # the points themselves, not only their noise, depend on the seed
    many_passes: bool = False  # pages play many passes over it, whatever its size
    listed: bool = True  # selectable by name; False if its text holds its content
    example: str = ""  # if its text holds its content: what a page starts with; it puts the data set into a page's list
    digest: str = ""  # of the stored arrays, for files in data/
    picture: Picture = PLAIN  # how an instance is drawn where there is no plane
    sigmas_found: Callable[..., Sigmas | None] = lambda **arguments: None  # if they are known from the data alone
    present: Callable[..., bool] = lambda **arguments: True  # whether the data are on this machine; opens no file
    best: Callable[..., float | None] = lambda sigma, **arguments: None  # best possible ratio, or None
    best_name: str = ""  # the rule that reaches it
    remote: Any = None  # of a fetched data set: the file on its server
    lesson: str = ""  # a sentence for the page's headline, where learners do not find the classes

    @property
    def sizes(self) -> Sizes:
        """Return the sizes that it takes."""
        return self.grammar if isinstance(self.grammar, Sizes) else Sizes()

    @property
    def default_shape(self) -> Shape | None:
        """Return the shape with default sizes; None if the text holds the content."""
        return self.shape(**{size.name: size.default for size in self.sizes}) if self.listed else None

    @property
    def noise(self) -> str:
        """Return what σ means: as in the paper, the "variance" of the noise on toys, its "sd" on real data sets."""
        return "variance" if self.kind == "toy" else "sd"
