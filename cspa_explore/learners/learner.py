"""A learner to talk to: it proposes, is told right or wrong, and shows what it did.

>>> learner = make("cspa(beta=1/6)", n_classes=4, n_features=2)
>>> learner.propose([0.6, 0.8])
0
>>> learner.feedback(False)
>>> learner.propose([0.6, 0.8])
1
"""

import os
from typing import Any

import numpy as np

from cspa_explore.core.gate import as_labels, as_order, as_row, as_rows, as_uniforms, check_rounds, truthful
from cspa_explore.core.geometry import Additive, Gaussian
from cspa_explore.core.loop import Trace, learn_one, log, play, propose_one, record
from cspa_explore.core.memory import aligned
from cspa_explore.core.rows import CSR, Dense, Rows, shape
from cspa_explore.errors import UserError
from cspa_explore.learners.saved import restore, store
from cspa_explore.learners.state import History, LearnerState, Proposal
from cspa_explore.learners.text import LearnerText


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
    starts the uniforms, one per round, of learners that draw.
    """
    parsed = text if isinstance(text, LearnerText) else LearnerText.parse(text)
    if type(sparse) is not bool and not isinstance(sparse, np.bool_):
        raise UserError(f"sparse must be True or False, got {sparse!r}.")
    parsed = parsed.replace(**params) if params else parsed
    return Learner(parsed, n_classes, n_features, CSR if sparse else Dense, seed)


class Learner(LearnerState):
    """The calls that change a learner's state: rounds one by one or many, branches, files.

    Two threads may play two learners at the same time, but not the same one.
    """

    # One round at a time

    def propose(self, x: Any) -> int:
        """Return the label proposed for x, a row of d numbers or a sparse row."""
        self._expect_no_proposal()
        proposal = self._propose(as_row(x, self.n_features, self.storage))
        if self.spec.feedback == "partial":
            self._proposed = proposal
        return proposal.y_tilde

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
        proposal = self._propose(as_row(x, self.n_features, self.storage))
        self._learn(proposal, int(y))
        return proposal.y_tilde

    # Many rounds

    def run(self, X: Any, y: Any, *, order: Any = None, u: Any = None) -> Trace:
        """Play one round per row of X (in the given order) and return the trace.

        `u` holds one uniform per round; without it the learner draws its own, the same ones that as
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
        lies: np.ndarray | None = None,
        history: History | None = None,
        drawn: np.ndarray | None = None,
    ) -> None:
        """Play one round per entry of order, on arrays that have passed the gate; chunks change nothing.

        The learner refers to the rows until the next call: they must not change. `checked` says that the
        arrays fit this learner; a kernel would read beyond others. `lies` marks the rounds whose answer, right or
        wrong, is flipped; None: all answers are true. `history` takes the state after each round (see `record`),
        `drawn` the probability with which each proposal was drawn.
        """
        self._expect_no_proposal()
        full, T = self.spec.feedback == "full", len(order)
        lies = truthful(T) if lies is None else lies
        if not checked:
            labels = (y, self.n_classes if full else None)
            check_rounds(rows, self.storage, self.n_features, labels, order, u, lies)
        if not len(trace.hit) == len(trace.y_hat) == len(trace.y_tilde) == len(trace.loss) == T:
            raise UserError(f"The trace must have {T} rounds, got {len(trace.hit)}.")
        start = 0
        while start < T:
            stop = min(T, start + self._until_cleaning())
            game = (self._alg, self._geometry, self._round, rows, y, order, u, lies, trace, start, stop)
            if drawn is not None:
                self.skipped += log(*game, drawn)
            else:
                self.skipped += play(*game) if history is None else record(*game, history.W, history.A)
            self._count(stop - start)
            start = stop
        if T:
            i = order.item(-1)
            told = y.item(i) if full else trace.hit.item(-1) != lies.item(-1)
            self._last = (Proposal(rows, i, trace.y_hat.item(-1), trace.y_tilde.item(-1)), told, trace.loss.item(-1))

    def record(
        self,
        rows: Rows,
        y: np.ndarray,
        order: np.ndarray,
        u: np.ndarray,
        trace: Trace,
        lies: np.ndarray | None = None,
    ) -> History:
        """Play as `advance` does and return what `weights` would have shown after each round (dense rows only)."""
        form = (self.n_classes, self.n_features)
        beside = self.beside_weights()
        A = aligned((0, *form) if beside is None else (len(order), *beside.shape), fill=None)
        history = History(aligned((len(order), *form), fill=None), A)
        self.advance(rows, y, order, u, trace, lies=lies, history=history)
        return History(self._centred(history.W, axis=1), None if beside is None else history.A)

    # Branching

    def with_params(self, **params: Any) -> "Learner":
        """Return a copy that continues from here with other parameters; nothing is recompiled."""
        text = self.text.replace(**params)
        other = self.copy()
        other.text, other._alg = text, text.hyper(self.n_classes)
        changed = [n for n, a, b in zip(self._alg._fields, self._alg, other._alg, strict=True) if a != b]
        fixed = [p.name for p in self.spec.params if p.initial and p.name in changed]
        if fixed:
            raise UserError(f"{text.key}: {fixed[0]} shapes the starting state, make a new learner for it.")
        return other

    def with_weights(self, W: Any) -> "Learner":
        """Return a copy that continues from the weights W (K, d); for learners that keep weights, not sums."""
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
        """Write the learner to a file: weights, counts and randomness; `Learner.load` continues from there."""
        self._expect_no_proposal()
        store(self, path)

    @classmethod
    def load(cls, path: str | os.PathLike) -> "Learner":
        """Return a learner that was saved; from here on it decides as the saved one would have."""
        return restore(cls, path)

    # Details

    def _propose(self, row: Rows) -> Proposal:
        u = self._rng.random()
        y_hat, y_tilde = propose_one(self._alg, self._geometry, self._round, row, u)
        return Proposal(row, 0, int(y_hat), int(y_tilde))

    def _learn(self, proposal: Proposal, told: bool | int) -> None:
        row, _, y_hat, y_tilde = proposal
        loss, skipped = learn_one(self._alg, self._geometry, self._round, row, y_hat, y_tilde, told)
        self._count(1)
        self.skipped += skipped
        self._last = (proposal, told, loss)

    def _expect_no_proposal(self) -> None:
        if self._proposed is not None:
            raise RuntimeError("A proposal is open: feedback(correct) was expected first.")
