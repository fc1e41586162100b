"""A round as facts, and the parts of an explanation of it."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np


@dataclass(frozen=True, eq=False)
class Learning:
    """The weights that learn, where those that propose are their average, and their scores at x."""

    W: np.ndarray  # (K, d) before the update
    W_after: np.ndarray  # (K, d)
    s: np.ndarray  # (K,)
    s_after: np.ndarray  # (K,)


@dataclass(frozen=True, eq=False)
class Facts:
    """A round as the engine played it. Scores, weights and τ are centred where the learner shows them centred."""

    alg: Any  # the hyper-parameters
    names: tuple[str, ...]  # of the classes
    x: np.ndarray  # (d,)
    x2: float  # ‖x‖²
    s: np.ndarray  # (K,) scores before the update
    s_after: np.ndarray  # (K,)
    q: np.ndarray  # (K,) Σ_r x_r²/A_kr or xᵀP_kx, where there is an A or P; else kept by the rule
    q_after: np.ndarray  # (K,)
    p: np.ndarray  # (K,) kept by the rule: the distribution it drew from, or its confidence bounds
    W: np.ndarray  # (K, d) before the update
    W_after: np.ndarray  # (K, d)
    A: np.ndarray | None  # (K, d)
    A_after: np.ndarray | None  # (K, d)
    y_hat: int
    y_tilde: int
    told: bool | int  # right or wrong; the label under full feedback
    y: int | None  # the label; None if it is unknown: told "wrong" in a what-if without a label
    tau: np.ndarray  # (K,) long form
    written: np.ndarray  # (K,) τ as the rule wrote it, not centred
    c: np.ndarray  # (K,)
    loss: float
    additive: bool  # W += τ xᵀ
    learning: Learning | None = None  # of an averaged learner

    @property
    def K(self) -> int:
        """Return the number of classes."""
        return len(self.s)

    @property
    def size(self) -> float:
        """Return the size of the numbers of this round, the scale of rounding errors."""
        return 1.0 + float(max(np.abs(self.s).max(), np.abs(self.s_after).max(), np.abs(self.W_after).max()))

    def rivals(self, y: int) -> np.ndarray:
        """Return the classes other than y."""
        return np.flatnonzero(np.arange(self.K) != y)


class Equation(NamedTuple):
    """A formula, the formula with this round's numbers, and the engine's result."""

    formula: str
    numbers: str
    result: float
    holds: bool  # the formula, evaluated without rounding, gives the engine's result


class Invariant(NamedTuple):
    """Something that should be true of the round, and whether it is."""

    name: str
    value: str
    holds: bool


@dataclass(frozen=True, eq=False)
class Support:
    """The support-class step as a water line: losses above the line are cut down to it."""

    y: int  # the class the step is for
    losses: np.ndarray  # (K,) ℓ_i = max(0, 1 + s_i − s_y); NaN for y
    inside: np.ndarray  # (K,) bool: the support class S
    line: float  # a


@dataclass(frozen=True, eq=False)
class Explanation:
    """One case of an algorithm's rule, with the round's numbers."""

    branch: str  # the case, in a few words
    learnt: str  # a sentence
    equations: tuple[Equation, ...] = ()
    invariants: tuple[Invariant, ...] = ()
    support: Support | None = None
    predicted: str = ""  # a sentence, where ŷ is not simply the class with the highest score
    proposed: str = ""  # a sentence, where ỹ ≠ ŷ has another reason than a draw
