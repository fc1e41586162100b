"""The cone programme of the best comparator for a fixed α, and the certificate that any multipliers give.

    minimise a‖h‖ + b‖u‖   subject to   h_t ≥ 1 + (u_i − u_y)·x_t   and   g_ti·u ≤ α   for every round t, wrong class i.

Any multipliers p, m ≥ 0 of the two kinds of constraints give a lower bound, after scaling: with P_t = Σ_i p_ti and
G = Σ p_ti (e_i − e_y)⊗x_t + Σ m_ti g_ti, the dual value Σp − αΣm is a lower bound if ‖P‖ ≤ a and ‖G‖ ≤ b. This is the
certificate: it does not depend on how the multipliers were found.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import scipy.sparse

from cspa_explore.theory.comparison import Rounds


@dataclass(frozen=True, eq=False)
class Distinct:
    """The distinct rows of the rounds, with the number of rounds of each."""

    X: np.ndarray  # (N, d)
    true: np.ndarray  # (N, K) 1 at the label
    count: np.ndarray  # (N,)
    sign: int  # of the assumption

    @classmethod
    def of(cls, rounds: Rounds, sign: int) -> "Distinct":
        """Return the distinct pairs of row and label."""
        dense = rounds.X.toarray() if scipy.sparse.issparse(rounds.X) else rounds.X
        both = np.column_stack([dense, rounds.y])
        rows, count = np.unique(both, axis=0, return_counts=True)
        X = np.ascontiguousarray(rows[:, :-1])
        return cls(X, np.eye(rounds.K)[rows[:, -1].astype(int)], count.astype(float), sign)

    @property
    def K(self) -> int:
        """Return the number of classes."""
        return self.true.shape[1]

    def excess(self, scores: np.ndarray) -> np.ndarray:
        """Return 1 + s_i − s_y, (N, K); meaningless at i = y."""
        return 1 + scores - (scores * self.true).sum(axis=1, keepdims=True)

    def sums(self, scores: np.ndarray) -> np.ndarray:
        """Return the assumption's sums g_ti·u, (N, K); meaningless at i = y."""
        wrong = ((1 - self.true) * scores).sum(axis=1, keepdims=True)
        return self.sign * ((self.K - 1) * scores - wrong)

    def gradient(self, p: np.ndarray, m: np.ndarray | None) -> np.ndarray:
        """Return Σ p_ti (e_i − e_y)⊗x_t + Σ m_ti g_ti as a (K, d) matrix; p and m are 0 at the labels."""
        Z = p - self.true * p.sum(axis=1, keepdims=True)
        if m is not None:
            Z = Z + self.sign * ((self.K - 1) * m - (1 - self.true) * m.sum(axis=1, keepdims=True))
        return Z.T @ self.X


class Certificate(NamedTuple):
    """Feasible multipliers of (a, b): the minimum at (a, b, α) is at least p − α·m, for every α."""

    a: float
    b: float
    p: float  # Σp
    m: float  # Σm

    def at(self, alpha: float) -> float:
        """Return the lower bound at (a, b, α)."""
        return self.p - alpha * self.m


def certify(rows: Distinct, a: float, b: float, p: np.ndarray, m: np.ndarray | None) -> Certificate:
    """Return the certificate of any multipliers p, m ≥ 0, scaled to be feasible.

    >>> rows = Distinct.of(Rounds(np.array([[1.0], [1.0]]), np.array([0, 0]), K=2), 1)
    >>> round(float(certify(rows, 1.0, 1.0, np.array([[0.0, 3.0]]), None).at(0.0)), 6)  # the minimum is 1/√2 too
    0.707107
    """
    P, G = p.sum(axis=1), rows.gradient(p, m)
    tall, wide = float(np.sqrt((P**2 / rows.count).sum())), float(np.linalg.norm(G))
    scale = min(a / tall if tall > 0 else np.inf, b / wide if wide > 0 else np.inf)
    if not np.isfinite(scale):
        return Certificate(a, b, 0.0, 0.0)
    return Certificate(a, b, scale * float(p.sum()), 0.0 if m is None else scale * float(m.sum()))
