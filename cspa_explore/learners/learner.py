"""A learner you can talk to: it proposes, is told right or wrong, and shows what it did.

>>> learner = make("cspa(beta=1/6)", n_classes=4, n_features=2)
>>> learner.propose([0.6, 0.8])
0
>>> learner.feedback(False)
>>> learner.propose([0.6, 0.8])
1
"""

import os
from copy import deepcopy
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from cspa_explore.core.gate import as_labels, as_order, as_row, as_rows, as_uniforms, check_rounds
from cspa_explore.core.geometry import Additive, Gaussian, Geometry, Round
from cspa_explore.core.loop import Trace, learn_one, play, propose_one, record
from cspa_explore.core.memory import aligned, duplicate
from cspa_explore.core.rows import CSR, Dense, Rows, dense_row, shape, single_row
from cspa_explore.errors import UserError
from cspa_explore.learners.saved import restore, store
from cspa_explore.learners.text import LearnerText

CLEAN_EVERY = 2**15  # rounds


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
    A: np.ndarray | None  # (T, K, d) where the geometry has A


class _Seen(NamedTuple):
    """A round whose proposal has been made: row i of rows that nobody changes."""

    rows: Rows
    i: int
    y_hat: int
    y_tilde: int


def make(
    text: str | LearnerText,
    *,
    n_classes: int,
    n_features: int,
    sparse: bool = False,
    seed: int = 0,
    **params: Any,
) -> "Learner":
    """Return a new learner, by text ("cspa(beta=1/6)") or by name and parameters ("cspa", beta=1/6).

    `sparse` chooses the memory layout that is fast for sparse rows; either takes both kinds. `seed`
    starts the uniforms, one a round, of learners that draw.
    """
    parsed = text if isinstance(text, LearnerText) else LearnerText.parse(text)
    if type(sparse) is not bool and not isinstance(sparse, np.bool_):
        raise UserError(f"sparse must be True or False, got {sparse!r}.")
    parsed = parsed.replace(**params) if params else parsed
    return Learner(parsed, n_classes, n_features, CSR if sparse else Dense, seed)


def _whole(name: str, value: Any, least: int) -> int:
    """Return the value as a whole number; UserError if it is none, or less than it may be."""
    if not (type(value) is int or isinstance(value, np.integer)) or value < least:
        raise UserError(f"{name} must be a whole number of at least {least}, got {value!r}.")
    return int(value)


class Learner:
    """The arrays that change, and the calls that change them; labels are 0..K−1.

    Two threads may play two learners at the same time, but not the same one.
    """

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
        self._proposed: _Seen | None = None
        self._last: tuple[_Seen, bool | int, float] | None = None

    @cached_property
    def _rng(self) -> np.random.Generator:
        """Return the uniforms of a learner that is not given any; most are."""
        return np.random.default_rng(self._seed)

    def __repr__(self) -> str:
        return f"<{self.text}, K={self.n_classes}, d={self.n_features}, {self.rounds} rounds>"

    # One round at a time

    def propose(self, x: Any) -> int:
        """Return the label proposed for x, a row of d numbers or a sparse row."""
        self._expect_no_proposal()
        seen = self._see(as_row(x, self.n_features, self.storage))
        if self.spec.feedback == "partial":
            self._proposed = seen
        return seen.y_tilde

    def feedback(self, correct: bool) -> None:
        """Tell the learner whether its last proposal was right, and let it learn."""
        if self.spec.feedback == "full":
            raise RuntimeError(f"{self.text.key} learns from the true label: teach(x, y) was expected.")
        if self._proposed is None:
            raise RuntimeError("feedback(correct) was called without a proposal: propose(x) was expected.")
        if not isinstance(correct, bool | np.bool_):
            raise UserError(f"feedback takes True or False, for right or wrong, got {correct!r}.")
        self._learn(self._proposed, bool(correct))
        self._proposed = None

    def teach(self, x: Any, y: int) -> int:
        """Return the label proposed for x, then learn from the true label y (full feedback only)."""
        if self.spec.feedback == "partial":
            raise RuntimeError(
                f"{self.text.key} is only told right or wrong: propose(x), then feedback(correct), were expected."
            )
        if not isinstance(y, int | np.integer) or isinstance(y, bool) or not 0 <= y < self.n_classes:
            raise UserError(f"y must be a label 0 to {self.n_classes - 1}, got {y!r}.")
        seen = self._see(as_row(x, self.n_features, self.storage))
        self._learn(seen, int(y))
        return seen.y_tilde

    # Many rounds

    def run(self, X: Any, y: Any, *, order: Any = None, u: Any = None) -> Trace:
        """Play one round a row of X (in the given order) and return the trace.

        `u` holds one uniform a round; without it the learner draws its own, the same ones that as
        many calls of propose would draw.
        """
        self._expect_no_proposal()
        rows = as_rows(X, self.storage)
        n, d = shape(rows)
        if d != self.n_features:
            raise UserError(f"X must have {self.n_features} columns, got {d}.")
        labels = as_labels(y, n, self.n_classes)
        order = as_order(np.arange(n) if order is None else order, n)
        u = as_uniforms(self._rng.random(len(order)) if u is None else u, len(order))
        trace = Trace.new(len(order))
        self.advance(rows, labels, order, u, trace, checked=True)
        self._last = self._last_alone()  # the caller may change X later
        return trace

    def advance(
        self,
        rows: Rows,
        y: np.ndarray,
        order: np.ndarray,
        u: np.ndarray,
        trace: Trace,
        checked: bool = False,
        history: History | None = None,
    ) -> None:
        """Play one round an entry of order, on arrays that have passed the gate; chunks change nothing.

        The rows are referred to until the next call: they must not be changed. `checked` says that the
        arrays are sound for this learner; a kernel would run over others. `history` takes the state after
        each round (see `record`).
        """
        self._expect_no_proposal()
        full = self.spec.feedback == "full"
        if not checked:
            check_rounds(rows, self.storage, self.n_features, (y, self.n_classes if full else None), order, u)
        T = len(order)
        if not len(trace.hit) == len(trace.y_hat) == len(trace.y_tilde) == len(trace.loss) == T:
            raise UserError(f"The trace must have {T} rounds, got {len(trace.hit)}.")
        start = 0
        while start < T:
            stop = min(T, start + CLEAN_EVERY - self.rounds % CLEAN_EVERY)
            game = (self._alg, self._geometry, self._round, rows, y, order, u, trace, start, stop)
            self.skipped += play(*game) if history is None else record(*game, history.W, history.A)
            self._count(stop - start)
            start = stop
        if T:
            i = order.item(-1)
            told = y.item(i) if full else trace.hit.item(-1)
            self._last = (_Seen(rows, i, trace.y_hat.item(-1), trace.y_tilde.item(-1)), told, trace.loss.item(-1))

    def record(self, rows: Rows, y: np.ndarray, order: np.ndarray, u: np.ndarray, trace: Trace) -> History:
        """Play as `advance` does and return what `weights` would have shown after each round (dense rows only)."""
        form = (self.n_classes, self.n_features)
        has_A = hasattr(self._geometry, "A")
        history = History(aligned((len(order), *form), fill=None), aligned((has_A * len(order), *form), fill=None))
        self.advance(rows, y, order, u, trace, history=history)
        return History(self._centred(history.W, axis=1), history.A if has_A else None)

    # Looking inside

    def weights(self) -> np.ndarray:
        """Return the weights as a new (K, d) array; centred over classes where only differences count."""
        return self._centred(self._geometry.weights(self.storage)[: self.n_classes])

    def last_update(self) -> Update:
        """Return what the last round did, in the form in which `weights` shows it."""
        if self._last is None:
            raise RuntimeError("There is no update yet: a round was expected first.")
        seen, told, loss = self._last
        tau = self._centred(self._round.tau.copy())
        return Update(dense_row(seen.rows, seen.i), seen.y_hat, seen.y_tilde, told, loss, tau, self._round.c.copy())

    def last_round(self) -> Round:
        """Return a copy of the K-vectors of the last round as the rule read and wrote them, not centred."""
        return Round(*map(duplicate, self._round))

    def precision(self) -> np.ndarray | None:
        """Return A as a new (K, d) array; None for learners that keep weights alone."""
        A = getattr(self._geometry, "A", None)
        return None if A is None else np.array(self._by_class(A), order="C")

    # Branching

    def copy(self) -> "Learner":
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
        """Take over a state with arrays of its own, aligned anew."""
        self.__dict__.update(state)
        self.spec = self.text.spec
        self._geometry = type(self._geometry)(*map(duplicate, self._geometry))
        self._round = Round(*map(duplicate, self._round))

    def with_params(self, **params: Any) -> "Learner":
        """Return a copy that goes on from here with other parameters; nothing is recompiled."""
        text = self.text.replace(**params)
        other = self.copy()
        other.text, other._alg = text, text.hyper(self.n_classes)
        changed = [n for n, a, b in zip(self._alg._fields, self._alg, other._alg, strict=True) if a != b]
        fixed = [p.name for p in self.spec.params if p.initial and p.name in changed]
        if fixed:
            raise UserError(f"{text.key}: {fixed[0]} shapes the starting state, make a new learner for it.")
        return other

    def with_weights(self, W: Any) -> "Learner":
        """Return a copy that goes on from the weights W (K, d); for learners that keep weights, not sums."""
        if not isinstance(self._geometry, Additive | Gaussian):
            raise UserError(f"{self.text.key} keeps sums, not weights: it cannot start from given weights.")
        self._expect_no_proposal()
        given = as_rows(W, Dense, "W")[0]
        if given.shape != (self.n_classes, self.n_features):
            raise UserError(f"W must have shape {(self.n_classes, self.n_features)}, got {given.shape}.")
        other = self.copy()
        other._by_class(other._geometry[0])[...] = given
        other._last = None
        return other

    # Files

    def save(self, path: str | os.PathLike) -> None:
        """Write the learner to a file, weights, counts and randomness; `Learner.load` goes on from there."""
        self._expect_no_proposal()
        store(self, path)

    @classmethod
    def load(cls, path: str | os.PathLike) -> "Learner":
        """Return a learner that was saved; it decides from here on as the saved one would have."""
        return restore(cls, path)

    # Details

    def _recall(self, row: Rows, y_hat: int, y_tilde: int, told: bool | int, loss: float) -> None:
        """Take a round for the last one; its coefficients are in the K-vectors."""
        self._last = (_Seen(row, 0, y_hat, y_tilde), told, loss)

    def _see(self, row: Rows) -> _Seen:
        u = self._rng.random()
        y_hat, y_tilde = propose_one(self._alg, self._geometry, self._round, row, u)
        return _Seen(row, 0, int(y_hat), int(y_tilde))

    def _learn(self, seen: _Seen, told: bool | int) -> None:
        loss, skipped = learn_one(self._alg, self._geometry, self._round, seen.rows, seen.y_hat, seen.y_tilde, told)
        self._count(1)
        self.skipped += skipped
        self._last = (seen, told, loss)

    def _count(self, rounds: int) -> None:
        """Count rounds; at fixed ones, whatever the chunks, clean up what rounding leaves behind.

        What all classes have in common is taken out where only differences count: left in, it would grow
        without bound and swallow them. Sums that a geometry keeps along are summed anew.
        """
        self.rounds += rounds
        if self.rounds % CLEAN_EVERY == 0:
            self._geometry.refresh(self.storage)
            if self.spec.centred:
                W = self._by_class(self._geometry[0])
                W -= W.mean(axis=0)

    def _last_alone(self) -> tuple[_Seen, bool | int, float] | None:
        """Return the last round with its own copy of the row, so that the other rows can change or go."""
        if self._last is None:
            return None
        seen, told, loss = self._last
        return seen._replace(rows=single_row(seen.rows, seen.i), i=0), told, loss

    def _by_class(self, array: np.ndarray) -> np.ndarray:
        """Return the (K, d) view of an array of the geometry."""
        return array if self.storage is Dense else array.T[: self.n_classes]

    def _expect_no_proposal(self) -> None:
        if self._proposed is not None:
            raise RuntimeError("A proposal is open: feedback(correct) was expected first.")

    def _new_arrays(self) -> tuple[Geometry, Round]:
        size = (self.n_classes, self.n_features)
        try:
            geometry = self.spec.geometry.new(*size, self.storage, self.spec.prior(self._alg))  # type: ignore[attr-defined]
            return geometry, Round.new(self.n_classes)
        except (MemoryError, ValueError):
            raise UserError(f"{self.text.key} with {size[0]} × {size[1]} weights is too large.") from None

    def _centred(self, array: np.ndarray, axis: int = 0) -> np.ndarray:
        """Subtract the mean over the classes where only differences of rows matter."""
        return array - array.mean(axis=axis, keepdims=True) if self.spec.centred else array
