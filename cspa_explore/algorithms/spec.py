"""The Spec of an algorithm: declared once, read by widgets, command line, grids, tests and docs."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from cspa_explore.algorithms.expression import Expression
from cspa_explore.core.geometry import Additive, Full
from cspa_explore.core.rules import register
from cspa_explore.errors import UserError

MOST_MATRICES = 64_000_000  # bytes of the matrices of a learner


@dataclass(frozen=True)
class Param:
    """A hyper-parameter: its name in text, its letter in the paper, its range, default and grid.

    `default` and `grid` are expressions in K, as text.
    """

    name: str
    symbol: str
    default: str
    low: float
    high: float
    grid: tuple[str, ...]
    help: str
    low_allowed: bool = False
    high_allowed: bool = True
    scale: Literal["linear", "log"] = "linear"
    initial: bool = False  # it shapes the starting state, so it cannot change during a run

    @property
    def interval(self) -> str:
        """Return the range as mathematics writes it, e.g. "(0, 1]"."""
        high = "∞" if self.high == float("inf") else f"{self.high:g}"
        left, right = "[" if self.low_allowed else "(", "]" if self.high_allowed else ")"
        return f"{left}{self.low:g}, {high}{right}"

    def __post_init__(self) -> None:
        """Refuse a default or a grid that is not text: they are expressions in K."""
        for text in (self.default, *self.grid):
            if not isinstance(text, str):
                raise ValueError(f"{self.name}: default and grid are written as text, got {text!r}.")

    def allows(self, value: float) -> bool:
        """Say whether the value is inside the range."""
        above = value >= self.low if self.low_allowed else value > self.low
        return above and (value <= self.high if self.high_allowed else value < self.high)

    def check(self, value: float, given: str) -> float:
        """Return the value as a float; UserError, quoting it as given, if it is outside the range."""
        if not self.allows(value):
            raise UserError(f"{self.name} must be in {self.interval}, got {given}.")
        return float(value)

    def values(self, n_classes: int) -> tuple[float, ...]:
        """Return the grid for K classes, ascending, without repeats.

        >>> from cspa_explore.algorithms import ALGORITHMS
        >>> ALGORITHMS["cspa"].params[0].values(4)[:3]
        (0.1, 0.16666666666666666, 0.2)
        """
        return tuple(value for value, _ in self._by_value(n_classes))

    def texts(self, n_classes: int) -> tuple[str, ...]:
        """Return the grid for K classes as written in the Spec: "1/(2(K-1))", not 0.1666."""
        return tuple(text for _, text in self._by_value(n_classes))

    def _by_value(self, n_classes: int) -> list[tuple[float, str]]:
        found = {Expression.parse(text)(n_classes): text for text in self.grid}
        return sorted(found.items())


def _one(alg: Any) -> float:
    return 1.0


@dataclass(frozen=True)
class AlgorithmSpec:
    """An algorithm: `hyper` is a NamedTuple type with one float per Param; it selects the rules."""

    key: str
    label: str
    summary: str
    cite: str
    feedback: Literal["partial", "full"]
    hyper: type
    propose: Callable
    coefficients: Callable
    look: int  # a number of its own, from which figures derive its colour and dash
    params: tuple[Param, ...] = ()
    geometry: type = Additive
    prior: Callable[[Any], float] = _one  # starting value of A, where the geometry has one
    loss: str = ""  # what Trace.loss holds; empty: the algorithm has none, it is NaN
    draws: bool = False  # ỹ is drawn from r.p, which `propose` fills; otherwise P(ỹ) = 1
    remembers: bool = False  # beside its weights it keeps numbers in r.aux that decide
    centred: bool = False  # only differences of rows matter: weights are shown centred over classes
    note: str = ""  # shown with the algorithm: an uncertain source, a teaching variant

    def __post_init__(self) -> None:
        """Refuse an inconsistent Spec, and register its rules with the kernels."""
        if self.feedback not in ("partial", "full"):
            raise ValueError(f"{self.key}: feedback must be 'partial' or 'full', got {self.feedback!r}.")
        if tuple(p.name for p in self.params) != self.hyper._fields:  # type: ignore[attr-defined]
            raise ValueError(f"{self.key}: params and the fields of {self.hyper.__name__} differ.")
        register(self.hyper, self.feedback, self.propose, self.coefficients)

    def matrices(self, n_classes: int, n_features: int) -> int:
        """Return the bytes of a learner's matrices; 0 if it has none."""
        return 8 * n_classes * n_features**2 if self.geometry is Full else 0

    def size(self, n_classes: int, n_features: int) -> int:
        """Return about how many bytes the arrays of a learner take."""
        arrays = len(self.geometry._fields)  # type: ignore[attr-defined]
        return 8 * n_classes * n_features * arrays + self.matrices(n_classes, n_features)

    def expect_room(self, n_classes: int, n_features: int) -> None:
        """Refuse a learner with a matrix per class whose matrices are too large."""
        size = self.matrices(n_classes, n_features)
        if size > MOST_MATRICES:
            raise UserError(
                f"{self.key} keeps a d × d matrix per class, at most {MOST_MATRICES / 1e6:g} MB: "
                f"8·K·d² with K = {n_classes} and d = {n_features:,} is {size / 1e6:,.0f} MB."
            )
