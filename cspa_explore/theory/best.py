"""The best comparator that can be found: the bound minimised over u and α, with a certified lower bound.

For each α the minimum over all u with α(u) ≤ α is a cone programme (`cone.py`). The factors of L* and ‖u‖ grow with α
while the constraint loosens, so the minimum over α is searched on nodes. Between two nodes a mixture of their
certificates is feasible for a mixture of their factors; scaled to the smallest factors of a cell of a fine grid and
evaluated at its largest α, it bounds the whole cell from below. The search adds nodes where the lower bound is
smallest, until the gap is small enough. No lower bound rests on the assumption that a search has converged.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf

import numpy as np

from cspa_explore.theory.bounds import Statement, factor_arrays, largest_alpha
from cspa_explore.theory.certificate import Certificate, Distinct
from cspa_explore.theory.comparators import best_scale, zero
from cspa_explore.theory.comparison import Comparison, Rounds, compare
from cspa_explore.theory.cone import solve
from cspa_explore.theory.merging import Groups
from cspa_explore.theory.quick_lower import quick_lower
from cspa_explore.theory.row_blocks import RowBlocks

GAP = 0.01  # of the bound on Σℓ²
CELLS = 8000  # of α: their distance to its largest value falls geometrically, because the factors grow like its inverse
NEAREST = 1e-3  # that distance at the last cell, as a share of the largest α
NODES = 40
FIRST = 0.01  # the first node, as a share of the largest α
LARGEST = 3000  # Kd: beyond, a Newton step takes seconds
MANY = 400_000  # TKd: beyond, a decision tries the quick lower bound first
SECONDS = 10.0
REFINEMENTS = 6  # of the groups, per node
PRECISE = 1e-3  # relative error of a node


@dataclass(frozen=True, eq=False)
class BestFound:
    """The best comparator found, and a number that no comparator's bound is below."""

    comparison: Comparison
    lower: float  # certified: every u gives a bound on Σℓ² of at least this
    solved: int  # cone programmes
    seconds: float
    complete: bool  # the search ended by itself, not at its time limit
    skipped: str = ""  # why there was no full search

    @property
    def gap(self) -> float:
        """Return how far the bound may be above the best possible one, as a share of the bound."""
        bound = self.comparison.bound
        return 1 - self.lower / bound if np.isfinite(bound) and bound > 0 else 0.0


def best_found(
    statement: Statement,
    rounds: Rounds,
    beta: float | None = None,
    gap: float = GAP,
    enough: float = inf,
    good: float = 0.0,
    seconds: float = SECONDS,
    named: Sequence[np.ndarray] = (),
    stop: Callable[[], bool] = lambda: False,
) -> BestFound:
    """Return the best comparator found for this β; without β, for the theorem's β = (1−α)/(K−1), best over α.

    It is never worse than u = 0 and the `named` comparators. The search stops early once the lower bound reaches
    `enough`, such as T, which settles that the bound is vacuous, or once a bound is below `good`. Where the full search
    would take too long, the lower bound is that of `quick_lower`. `stop()` ends the search like the time limit.
    """
    start = time.perf_counter()
    top = min((compare(statement, rounds, u, beta) for u in (zero(rounds), *named)), key=lambda one: one.bound)
    if not top.applies:
        return BestFound(top, inf, 0, 0.0, True)
    if top.bound < good:
        return BestFound(top, 0.0, 0, 0.0, True)
    large = too_large(rounds)
    if large or (np.isfinite(enough) and rounds.T * rounds.K * rounds.X.shape[1] > MANY):
        half = time.perf_counter() + seconds / 2
        lower = quick_lower(statement, rounds, beta, enough, lambda: time.perf_counter() > half or stop())
        if large or lower >= enough:
            return BestFound(top, lower, 0, time.perf_counter() - start, lower >= enough, large)
    search = _Search(statement, rounds, beta, lambda: time.perf_counter() > start + seconds or stop(), top)
    while True:
        lower, where = search.lower()
        done = lower >= (1 - gap) * search.top.bound or lower >= enough or search.top.bound < good
        if done or search.late() or len(search.nodes) >= NODES:
            return BestFound(search.top, lower, search.solved, time.perf_counter() - start, done)
        search.add(where)


def too_large(rounds: Rounds) -> str:
    """Return why a full search takes too long; "" if it does not."""
    d = rounds.X.shape[1]
    if isinstance(rounds.X, RowBlocks):
        return f"{rounds.T:,} rounds × {d:,} features are too many"
    return f"{rounds.K} classes × {d:,} features are too many" if rounds.K * d > LARGEST else ""


class _Search:
    """The nodes solved so far."""

    def __init__(
        self, statement: Statement, rounds: Rounds, beta: float | None, late: Callable[[], bool], top: Comparison
    ) -> None:
        self.statement, self.rounds, self.beta, self.late = statement, rounds, beta, late
        self.groups = Groups(Distinct.of(rounds, statement.sign))
        self.solved = 0
        self.end = largest_alpha(rounds.K, beta)
        self.edges = np.append(self.end * (1 - np.geomspace(1.0, NEAREST, CELLS)), self.end)
        self.a, self.b = factor_arrays(statement, rounds.K, self.edges[:-1], beta, rounds.R)
        self.nodes: dict[int, Certificate] = {}
        self.top = top
        self.add(0 if rounds.K == 2 else int(np.searchsorted(self.edges, FIRST * self.end)))

    def add(self, cell: int) -> None:
        """Solve the cone programme at the lower edge of a cell."""
        a, b, alpha = self.a[cell], self.b[cell], self.edges[cell]
        nothing = zero(self.rounds)
        for _ in range(REFINEMENTS):
            found = solve(self.groups.merged(), a, b, alpha, nothing, should_stop=self.late)
            self.solved += 1
            if self.late() or not self.groups.refine(found.u, alpha, PRECISE, PRECISE * (self.end - alpha)):
                break
        self.nodes[cell] = found.certificate
        u = best_scale(self.statement, self.rounds, found.u, self.beta, near=True)[1]
        here = compare(self.statement, self.rounds, u, self.beta)
        if here.bound < self.top.bound:
            self.top = here

    def lower(self) -> tuple[float, int]:
        """Return the certified lower bound on Σℓ²'s bound, and the next node to solve."""
        cells, known = np.arange(CELLS), sorted(self.nodes)
        alone = [self._mixed(cells, self.nodes[cell], self.nodes[cell], np.zeros(CELLS)) for cell in known]
        values = np.max(alone, axis=0)
        for left, right in pairwise(known):
            here = cells[left:right]
            low, high = self.edges[left], self.edges[right]
            mixed = self._mixed(here, self.nodes[left], self.nodes[right], (self.edges[here] - low) / (high - low))
            values[here] = np.maximum(values[here], mixed)
        weakest = int(np.argmin(values))
        free = [cell for cell in (weakest, weakest + 1, weakest - 1) if cell not in self.nodes and 0 < cell < CELLS]
        return float(values[weakest]) ** 2, free[0] if free else weakest

    def _mixed(self, here: np.ndarray, left: Certificate, right: Certificate, mix: np.ndarray) -> np.ndarray:
        """Return the lower bound in each cell from a mixture of two certificates."""
        a, b, p, m = ((1 - mix) * one + mix * other for one, other in zip(left, right, strict=True))
        scale = np.minimum(self.a[here] / a, self.b[here] / b)
        return scale * np.maximum(0.0, p - self.edges[here + 1] * m)
