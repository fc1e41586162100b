"""Fewer rows for the cone programme: rows of one class that lie close together are replaced by their mean.

ℓ*² is convex in x and the assumption is linear in x, so the merged problem is a relaxation: its minimum, and every
certificate of it, is a lower bound for all rows. Groups are refined where the merged problem differs from the full one.
"""

import numpy as np

from cspa_explore.theory.certificate import Distinct

FEW = 160  # groups to begin with
SPLIT = 0.9  # share of the difference in loss that a refinement splits


class Groups:
    """A partition of the distinct rows into groups of one class."""

    def __init__(self, rows: Distinct) -> None:
        self.rows = rows
        self.label = rows.true.argmax(axis=1)
        N = len(rows.X)
        self.group = np.arange(N)
        self.size = N
        if N > 2 * FEW:
            parts = [part for k in range(rows.K) for part in self._parts(np.flatnonzero(self.label == k), N)]
            for number, part in enumerate(parts):
                self.group[part] = number
            self.size = len(parts)

    def _parts(self, index: np.ndarray, N: int) -> list[np.ndarray]:
        """Return the rows of one class in parts, by repeated halving."""
        parts = [index] if len(index) else []
        for _ in range(int(np.ceil(np.log2(max(1.0, FEW * len(index) / N))))):
            parts = [half for part in parts for half in self._halves(part)]
        return parts

    def _halves(self, part: np.ndarray) -> list[np.ndarray]:
        """Return the part in two halves along its widest feature."""
        if len(part) < 2:
            return [part]
        X = self.rows.X[part]
        order = np.argpartition(X[:, int(np.argmax(np.ptp(X, axis=0)))], len(part) // 2)
        return [part[order[: len(part) // 2]], part[order[len(part) // 2 :]]]

    def merged(self) -> Distinct:
        """Return the groups' means as rows."""
        rows = self.rows
        if self.size == len(rows.X):
            return rows
        count = np.bincount(self.group, rows.count, self.size)
        means = [np.bincount(self.group, rows.count * column, self.size) / count for column in rows.X.T]
        label = np.empty(self.size, int)
        label[self.group] = self.label
        return Distinct(np.column_stack(means), np.eye(rows.K)[label], count, rows.sign)

    def refine(self, u: np.ndarray, alpha: float, gap: float, slack: float) -> bool:
        """Split groups whose mean understates the loss or the sums of u; return whether any was split.

        A row whose sum exceeds α by more than the slack gets its own group (the worst one per pair of classes). If the
        loss of all rows exceeds that of the groups by more than the gap, the groups that differ most are halved.
        """
        if self.size == len(self.rows.X):
            return False
        scores = self.rows.X @ u.T
        before = self.size
        wrong = 1 - self.rows.true
        if self.rows.K > 2:
            self._isolate(np.where(wrong > 0, self.rows.sums(scores), -np.inf), alpha + slack)
        loss = np.maximum(0.0, (wrong * self.rows.excess(scores)).max(axis=1))
        merged = self.merged()
        kind = np.maximum(0.0, ((1 - merged.true) * merged.excess(merged.X @ u.T)).max(axis=1))
        full = np.bincount(self.group, self.rows.count * loss**2, self.size)
        missing = full - merged.count * kind**2
        if missing.sum() > 2 * gap * full.sum():
            order = np.argsort(-missing)
            last = int(np.searchsorted(np.cumsum(missing[order]), SPLIT * missing.sum())) + 1
            for number in order[:last]:
                self._split(number)
        return self.size > before

    def _isolate(self, sums: np.ndarray, most: float) -> None:
        """Give the worst row of each pair of classes its own group, if it exceeds the limit."""
        for k in range(self.rows.K):
            mine = np.flatnonzero(self.label == k)
            if not len(mine):
                continue
            worst = mine[sums[mine].argmax(axis=0)]
            for i, row in enumerate(worst):
                if sums[row, i] > most and np.count_nonzero(self.group == self.group[row]) > 1:
                    self.group[row] = self.size
                    self.size += 1

    def _split(self, number: int) -> None:
        """Halve a group."""
        part = np.flatnonzero(self.group == number)
        if len(part) > 1:
            self.group[self._halves(part)[1]] = self.size
            self.size += 1
