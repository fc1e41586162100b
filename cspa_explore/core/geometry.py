"""Where a learner's numbers live, and the two things done to them: scores, and a rank-one update.

| geometry | scores | update |
|---|---|---|
| Additive | s = Wx | W += τ xᵀ |
| Ridge (diagonal) | s = (b/A)x, q = x²/A | b += τ xᵀ, A += c (x²)ᵀ |
| Ball | as Ridge, ‖b/A‖ rescaled to at most D; no q | as Ridge |
| Gaussian (diagonal) | s = Wx, q = x²/A | W += τ (x/A)ᵀ, then A += c (x²)ᵀ |
| Multiplicative | s = 2d (w⁺ − w⁻)x, (w⁺, w⁻) = softmax(θ, −θ) | θ += τ xᵀ |
| Averaged | q = Wx, s = W̄x | W += τ xᵀ, then W̄ = (1−ρ)W̄ + ρW, ρ = Σ c |
| Full | s = Wx, q = xᵀPx | w += τ Px, then P −= c Px(Px)ᵀ, class by class |

Each has a file of its own in this folder, with its mathematics in four functions: dense and CSR, scores and
update. Only those files and this one know the memory layout: (K, d) for dense rows, (d, K) for CSR rows, where K may
be padded with zeros to whole cache lines. `weights` returns the W that decides predictions, (K, d).
"""

from math import inf
from typing import NamedTuple

import numpy as np

from cspa_explore.core import additive, averaged, ball, full, gaussian, multiplicative, ridge
from cspa_explore.core.averaged import Averaged
from cspa_explore.core.full import Full
from cspa_explore.core.jit import dispatched, jitable
from cspa_explore.core.layout import classes_first, layout
from cspa_explore.core.memory import aligned
from cspa_explore.core.rows import CSR, Dense
from cspa_explore.core.simd import padded


class Additive(NamedTuple):
    """One weight vector per class."""

    W: np.ndarray

    @classmethod
    def new(cls, K: int, d: int, storage: type, prior: float) -> "Additive":
        """Return W = 0 in the layout of the storage; an additive rule has no prior."""
        return cls(aligned(layout(K if storage is Dense else padded(K), d, storage)))

    def weights(self, storage: type) -> np.ndarray:
        """Return W as a new (K, d) array."""
        return classes_first(self.W, storage)

    def refresh(self, storage: type) -> None:
        """Do nothing: there are no running sums."""


class Ridge(NamedTuple):
    """Diagonal ridge regression per class: w = b/A, coordinate by coordinate."""

    b: np.ndarray
    A: np.ndarray

    @classmethod
    def new(cls, K: int, d: int, storage: type, prior: float) -> "Ridge":
        """Return b = 0 and A = prior in every coordinate."""
        form = layout(K, d, storage)
        return cls(aligned(form), aligned(form, fill=prior))

    def weights(self, storage: type) -> np.ndarray:
        """Return b/A as a new (K, d) array."""
        return classes_first(self.b / self.A, storage)

    def refresh(self, storage: type) -> None:
        """Do nothing: there are no running sums."""


class Ball(NamedTuple):
    """Diagonal ridge regression whose weights, all classes together, have at most the norm D."""

    b: np.ndarray
    A: np.ndarray
    ball: np.ndarray  # (2,): ‖b/A‖², D

    @classmethod
    def new(cls, K: int, d: int, storage: type, prior: float) -> "Ball":
        """Return b = 0 and A = prior = 1/D in every coordinate."""
        form = layout(K, d, storage)
        geo = cls(aligned(form), aligned(form, fill=prior), aligned(2))
        geo.ball[1] = 1.0 / prior
        return geo

    def weights(self, storage: type) -> np.ndarray:
        """Return b/A, rescaled to the norm D if it is longer, as a new (K, d) array."""
        return classes_first(ball.shrink(self.ball) * (self.b / self.A), storage)

    def refresh(self, storage: type) -> None:
        """Compute ‖b/A‖² again, in one order for both storages: the running sum has collected rounding errors."""
        self.ball[0] = np.square(classes_first(self.b / self.A, storage)).sum()


class Gaussian(NamedTuple):
    """A diagonal Gaussian over weight vectors per class: mean W, precision A."""

    W: np.ndarray
    A: np.ndarray

    @classmethod
    def new(cls, K: int, d: int, storage: type, prior: float) -> "Gaussian":
        """Return W = 0 and A = prior in every coordinate."""
        form = layout(K, d, storage)
        return cls(aligned(form), aligned(form, fill=prior))

    def weights(self, storage: type) -> np.ndarray:
        """Return the means as a new (K, d) array."""
        return classes_first(self.W, storage)

    def refresh(self, storage: type) -> None:
        """Do nothing: there are no running sums."""


class Multiplicative(NamedTuple):
    """A distribution over the features (x, −x) per class: softmax of (θ, −θ)."""

    theta: np.ndarray
    V: np.ndarray  # (e^θ − e^−θ)e^−top
    Z: np.ndarray  # (K,): Σ_r (e^θ + e^−θ)e^−top
    top: np.ndarray  # (K,): the shift
    peak: np.ndarray  # (K,): the largest Z since it was last computed from scratch

    @classmethod
    def new(cls, K: int, d: int, storage: type, prior: float) -> "Multiplicative":
        """Return θ = 0, the uniform distribution; there is no prior."""
        form = layout(K, d, storage)
        return cls(aligned(form), aligned(form), aligned(K, fill=2 * d), aligned(K), aligned(K, fill=2 * d))

    def weights(self, storage: type) -> np.ndarray:
        """Return the weights on x less those on −x as a new (K, d) array: Σ_r |w_kr| ≤ 1."""
        return classes_first(self.V, storage) / self.Z[:, None]

    def refresh(self, storage: type) -> None:
        """Make the next update of every class compute its Z from scratch."""
        self.peak[:] = inf


Geometry = Additive | Ridge | Ball | Gaussian | Multiplicative | Averaged | Full


class Round(NamedTuple):
    """The K-vectors of one round; they keep their values after it, for inspection."""

    s: np.ndarray  # scores w_k·x
    q: np.ndarray  # Σ_r x_r²/A_kr, xᵀP_kx, or the scores of the weights that learn; else free for the rule
    p: np.ndarray  # for the rule: the distribution it drew ỹ from, or its upper confidence bounds
    tau: np.ndarray  # coefficients of the update; the engine clears them before a rule writes
    c: np.ndarray  # coefficients of the update of A
    active: np.ndarray  # int64: the classes with τ ≠ 0 or c ≠ 0 in ascending order; the rest is undefined
    aux: np.ndarray  # (4,): numbers that a rule keeps, within a round or from round to round; 0 at the start

    @classmethod
    def new(cls, K: int) -> "Round":
        """Return zeroed K-vectors."""
        size = padded(K)
        room = aligned(7 * size)  # one allocation, each vector on its own cache lines
        s, q, p, tau, c, active = [room[start : start + K] for start in range(0, 6 * size, size)]
        return cls(s, q, p, tau, c, active.view(np.int64), room[6 * size : 6 * size + 4])


@jitable
def learning(r):
    """Return the round of an averaged learner as a rule without averaging sees it: its scores are Wx."""
    return Round(r.q, r.q, r.p, r.tau, r.c, r.active, r.aux)


@dispatched(2, fastmath=True)
def scores(geo, rows, i, r):
    """Write the scores of row i into r.s (and r.q)."""


@dispatched(2, fastmath=True)
def add(geo, rows, i, r, n):
    """Add the update of row i to the n classes listed in r.active."""


@dispatched(2)
def prefetch_weights(geo, rows, i):
    """Prefetch the weights that row i touches, where waiting for memory is most of a round; no number changes."""


@dispatched(1)
def snapshot(geo, W, A, t):
    """Write the weights that decide predictions into W[t], and A into A[t] unless that is empty; dense rows only."""


def _nothing(geo, rows, i):
    pass


FILES = {
    Additive: additive,
    Ridge: ridge,
    Ball: ball,
    Gaussian: gaussian,
    Multiplicative: multiplicative,
    Averaged: averaged,
    Full: full,
}
for _kind, _file in FILES.items():
    scores.table[_kind, Dense] = _file.dense_scores
    scores.table[_kind, CSR] = _file.csr_scores
    add.table[_kind, Dense] = _file.dense_add
    add.table[_kind, CSR] = _file.csr_add
    snapshot.table[_kind,] = _file.snapshot
    prefetch_weights.table[_kind, Dense] = prefetch_weights.table[_kind, CSR] = _nothing
prefetch_weights.table[Additive, CSR] = additive.csr_prefetch
prefetch_weights.table[Averaged, CSR] = averaged.csr_prefetch
