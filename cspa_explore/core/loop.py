"""The protocol of a round. Only the loops here see both labels and learner; `feedback` decides what it is told.

A round: scores s = Wx → the rule proposes ỹ → the world answers → the rule writes K coefficients →
a rank-one update. Randomness is passed in as arrays (the order, one uniform per round, the rounds with a lie), so a
run gives the same numbers in one call or in many.
"""

from typing import NamedTuple

import numpy as np

from cspa_explore.core.geometry import add, prefetch_weights, scores, snapshot
from cspa_explore.core.jit import jitable, kernel
from cspa_explore.core.memory import aligned, whole_lines
from cspa_explore.core.rows import ZERO, prefetch_row, square_norm
from cspa_explore.core.rules import coefficients, feedback, propose


class Trace(NamedTuple):
    """What happened, round by round; each array is (T,)."""

    hit: np.ndarray  # bool: ỹ = y
    y_hat: np.ndarray  # int32: predicted
    y_tilde: np.ndarray  # int32: proposed
    loss: np.ndarray  # float64: the loss that the algorithm's Spec names, NaN where it has none

    @classmethod
    def new(cls, T: int) -> "Trace":
        """Return an uninitialised trace of T rounds."""
        size = whole_lines(T)
        raw = aligned(17 * size, np.uint8, fill=None)  # one allocation, each array on its own cache lines
        return cls(
            np.ndarray(T, np.bool_, raw, 16 * size),
            np.ndarray(T, np.int32, raw, 8 * size),
            np.ndarray(T, np.int32, raw, 12 * size),
            np.ndarray(T, np.float64, raw),
        )

    def part(self, start: int, stop: int) -> "Trace":
        """Return the rounds start..stop−1, counted from 0; their arrays are shared."""
        if start == 0 and stop == len(self.hit):
            return self
        return Trace(self.hit[start:stop], self.y_hat[start:stop], self.y_tilde[start:stop], self.loss[start:stop])

    @property
    def explored(self) -> np.ndarray:
        """Return the rounds in which the proposal was not the prediction."""
        return self.y_hat != self.y_tilde


@jitable
def propose_for(alg, geo, r, rows, i, u):
    """Return (ŷ, ỹ) for row i."""
    scores(geo, rows, i, r)
    return propose(alg, r, u)


@jitable
def learn(alg, geo, r, rows, i, y_hat, y_tilde, told):
    """Update after row i and return (loss, skipped); a zero row teaches nothing and is skipped."""
    for k in range(r.tau.shape[0]):
        r.tau[k] = 0.0
        r.c[k] = 0.0
    x2 = square_norm(rows, i)
    if x2 <= ZERO:
        return np.nan, 1
    loss = coefficients(alg, r, x2, y_hat, y_tilde, told)
    n = 0
    for k in range(r.tau.shape[0]):  # branchless: which classes move is unpredictable
        r.active[n] = k
        n += (r.tau[k] != 0.0) | (r.c[k] != 0.0)
    if n > 0:
        add(geo, rows, i, r, n)
    return loss, 0


@jitable
def one_round(alg, geo, r, rows, y, order, u, lies, trace, t):
    """Play round t on row order[t]; fill the trace and return 1 if the row was skipped.

    lies[t] flips the bit that a learner with partial feedback is told. It changes neither y nor the trace's hit.
    """
    i = order[t]
    y_hat, y_tilde = propose_for(alg, geo, r, rows, i, u[t])
    told = feedback(alg, y[i], y_tilde, lies[t])
    loss, skipped = learn(alg, geo, r, rows, i, y_hat, y_tilde, told)
    trace.hit[t] = y[i] == y_tilde
    trace.y_hat[t] = y_hat
    trace.y_tilde[t] = y_tilde
    trace.loss[t] = loss
    return skipped


@kernel
def play(alg, geo, r, rows, y, order, u, lies, trace, start, stop):
    """Play rounds start..stop−1; return the rows skipped."""
    skipped = 0
    for t in range(start, stop):
        if t + 2 < stop:  # two rows ahead: prefetching weights one row ahead reads its columns
            prefetch_row(rows, order[t + 2])
        if t + 1 < stop:
            prefetch_weights(geo, rows, order[t + 1])
        skipped += one_round(alg, geo, r, rows, y, order, u, lies, trace, t)
    return skipped


@kernel
def record(alg, geo, r, rows, y, order, u, lies, trace, start, stop, W, A):
    """Play as `play` does, and write the weights after round t into W[t], and A into A[t] unless that is empty."""
    skipped = 0
    for t in range(start, stop):
        skipped += one_round(alg, geo, r, rows, y, order, u, lies, trace, t)
        snapshot(geo, W, A, t)
    return skipped


@kernel
def log(alg, geo, r, rows, y, order, u, lies, trace, start, stop, p):
    """Play as `play` does, and write what the rule left in r.p for its proposal ỹ into p[t].

    That is the probability of ỹ if the Spec says that the rule draws. Compiled when a log is wanted, not before.
    """
    skipped = 0
    for t in range(start, stop):
        skipped += one_round(alg, geo, r, rows, y, order, u, lies, trace, t)
        p[t] = r.p[trace.y_tilde[t]]
    return skipped


@kernel
def propose_one(alg, geo, r, rows, u):
    """Return (ŷ, ỹ) for the only row: the first half of a round, for the interactive learner."""
    return propose_for(alg, geo, r, rows, 0, u)


@kernel
def learn_one(alg, geo, r, rows, y_hat, y_tilde, told):
    """Return (loss, skipped) after the only row: the second half of a round."""
    return learn(alg, geo, r, rows, 0, y_hat, y_tilde, told)
