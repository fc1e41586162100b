"""The state of a learner: its arrays and counts, what they show, and copies of them."""

from copy import deepcopy
from functools import cached_property
from typing import Any, NamedTuple, Self

import numpy as np

from cspa_explore.core.geometry import Averaged, Full, Geometry, Round
from cspa_explore.core.memory import duplicate
from cspa_explore.core.rows import Dense, Rows, dense_row, single_row
from cspa_explore.errors import UserError
from cspa_explore.learners.text import LearnerText

CLEAN_EVERY = 2**15  # rounds
MOST_DRAWN = 3  # features for which regions are drawn: those of the plane, and a constant one


class Update(NamedTuple):
    """What one round did: W += τ xᵀ; other geometries use τ and c as the table in `core/geometry.py` says."""

    x: np.ndarray  # (d,)
    y_hat: int
    y_tilde: int
    told: bool | int  # right or wrong; the true label under full feedback
    loss: float  # NaN where the algorithm has none, or the row was zero and skipped
    tau: np.ndarray  # (K,)
    c: np.ndarray  # (K,)


class History(NamedTuple):
    """The state after each round."""

    W: np.ndarray  # (T, K, d) weights, centred where only differences count
    A: np.ndarray | None  # (T, K, m) as `beside_weights` returns it


class Proposal(NamedTuple):
    """What was predicted and proposed for row i of rows that must not change."""

    rows: Rows
    i: int
    y_hat: int
    y_tilde: int


class LearnerState:
    """The arrays that change, and what can be seen of them; labels are 0..K−1."""

    def __init__(
        self, text: LearnerText, n_classes: int, n_features: int, storage: type = Dense, seed: int = 0
    ) -> None:
        self.text, self.spec, self.storage = text, text.spec, storage
        self.n_classes = _whole("n_classes", n_classes, 2)
        self.n_features = _whole("n_features", n_features, 1)
        self._seed = _whole("seed", seed, 0)
        self.rounds = 0
        self.skipped = 0  # zero rows: counted, nothing is learnt from them
        self._alg = text.hyper(self.n_classes)
        self._geometry, self._round = self._new_arrays()
        self._proposed: Proposal | None = None
        self._last: tuple[Proposal, bool | int, float] | None = None

    @cached_property
    def _rng(self) -> np.random.Generator:
        """Return the generator of the uniforms; lazy, because most learners are given their uniforms."""
        return np.random.default_rng(self._seed)

    def __repr__(self) -> str:
        return f"<{self.text}, K={self.n_classes}, d={self.n_features}, {self.rounds} rounds>"

    # Looking inside

    def weights(self) -> np.ndarray:
        """Return the weights as a new (K, d) array; centred over classes where only differences count."""
        return self._centred(self._geometry.weights(self.storage)[: self.n_classes])

    def learning_weights(self) -> np.ndarray | None:
        """Return the weights that learn, as `weights` does, where those that propose are their average; else None."""
        if not isinstance(self._geometry, Averaged):
            return None
        return self._centred(self._geometry.learning(self.storage)[: self.n_classes])

    def precision(self) -> np.ndarray | None:
        """Return A as a new (K, d) array; None for learners that keep weights alone."""
        A = getattr(self._geometry, "A", None)
        return None if A is None else np.array(self._by_class(A), order="C")

    def beside_weights(self) -> np.ndarray | None:
        """Return what is recorded beside the weights, (K, m): A, or the lower triangles of P if d ≤ 3; else None."""
        if not isinstance(self._geometry, Full):
            return self.precision()
        return self._geometry.triangles() if self.n_features <= MOST_DRAWN else None

    def last_update(self) -> Update:
        """Return what the last round did, in the form in which `weights` shows it."""
        if self._last is None:
            raise RuntimeError("There is no update yet: a round was expected first.")
        proposal, told, loss = self._last
        x = dense_row(proposal.rows, proposal.i)
        tau = self._centred(self._round.tau.copy())
        return Update(x, proposal.y_hat, proposal.y_tilde, told, loss, tau, self._round.c.copy())

    def last_round(self) -> Round:
        """Return a copy of the K-vectors of the last round as the rule read and wrote them, not centred."""
        return Round(*map(duplicate, self._round))

    # Copies

    def copy(self) -> Self:
        """Return an independent learner in the same state, open proposal and randomness included."""
        other = object.__new__(type(self))
        state = self.__getstate__()
        drawn = {"_rng": deepcopy(self._rng)} if "_rng" in state else {}
        other.__setstate__(state | drawn)
        return other

    def __getstate__(self) -> dict[str, Any]:
        """Return what makes up the learner; its Spec is found again by the text."""
        state = {name: value for name, value in self.__dict__.items() if name != "spec"}
        return state | {"_last": self._last_alone()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take over a state, with aligned copies of its arrays."""
        self.__dict__.update(state)
        self.spec = self.text.spec
        self._geometry = type(self._geometry)(*map(duplicate, self._geometry))
        self._round = Round(*map(duplicate, self._round))

    # Details

    def _count(self, rounds: int) -> None:
        """Count rounds; every `CLEAN_EVERY` rounds, whatever the chunks, remove what rounding leaves behind.

        Where only differences between classes count, their mean is subtracted: otherwise it would grow without
        bound and swallow the differences. A geometry computes its running sums again.
        """
        self.rounds += rounds
        if self.rounds % CLEAN_EVERY == 0:
            self._geometry.refresh(self.storage)
            if self.spec.centred:
                for array in self._geometry[: 2 if isinstance(self._geometry, Averaged) else 1]:
                    W = self._by_class(array)
                    W -= W.mean(axis=0)

    def _until_cleaning(self) -> int:
        """Return the number of rounds until the next cleaning."""
        return CLEAN_EVERY - self.rounds % CLEAN_EVERY

    def _recall(self, row: Rows, y_hat: int, y_tilde: int, told: bool | int, loss: float) -> None:
        """Set the last round of a restored learner; its coefficients are in the K-vectors."""
        self._last = (Proposal(row, 0, y_hat, y_tilde), told, loss)

    def _last_alone(self) -> tuple[Proposal, bool | int, float] | None:
        """Return the last round with its own copy of the row, so that the other rows can change or be freed."""
        if self._last is None:
            return None
        proposal, told, loss = self._last
        return proposal._replace(rows=single_row(proposal.rows, proposal.i), i=0), told, loss

    def _by_class(self, array: np.ndarray) -> np.ndarray:
        """Return the (K, d) view of an array of the geometry."""
        return array if self.storage is Dense else array.T[: self.n_classes]

    def _centred(self, array: np.ndarray, axis: int = 0) -> np.ndarray:
        """Subtract the mean over the classes where only differences of rows matter."""
        return array - array.mean(axis=axis, keepdims=True) if self.spec.centred else array

    def _new_arrays(self) -> tuple[Geometry, Round]:
        size = (self.n_classes, self.n_features)
        self.spec.expect_room(*size)
        try:
            geometry = self.spec.geometry.new(*size, self.storage, self.spec.prior(self._alg))  # type: ignore[attr-defined]
            return geometry, Round.new(self.n_classes)
        except (MemoryError, ValueError):
            raise UserError(f"{self.text.key} with {size[0]} × {size[1]} weights is too large.") from None


def _whole(name: str, value: Any, least: int) -> int:
    """Return the value as an int; UserError if it is not a whole number of at least `least`."""
    if not (type(value) is int or isinstance(value, np.integer)) or value < least:
        raise UserError(f"{name} must be a whole number of at least {least}, got {value!r}.")
    return int(value)
