"""A table of the paper beside ours: means, the difference in pooled sd, the best value, boldface and the winner.

Bold is the best mean of the paper's learners in a row, and every mean of theirs that a Welch t-test at 5 % does not
find to be worse; further learners and variants do not take part. The pooled sd of a published and a reproduced number
is √((sd₁² + sd₂²)/2).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import nan, sqrt

import numpy as np
import pandas as pd
from scipy import stats

from cspa_explore.learners.text import spec_of
from cspa_explore.paper.cells import Cell
from cspa_explore.paper.protocol import VARIANTS, how_to_get, left_out
from cspa_explore.paper.published import LEARNERS, TABLES, TRIALS, PaperSet, Published
from cspa_explore.paper.reasons import reason_for

LEVEL = 0.05  # of the t-test
FAR = 2.0  # pooled sd beyond which a deviation is listed
COLUMNS = (
    "table", "data set", "variant", "learner", "paper mean", "paper sd", "mean", "sd", "difference in pooled sd",
    "best value", "honest mean", "honest sd", "honest value", "paper bold", "bold", "same winner", "trials", "command",
    "note",
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Entry:
    """One learner in one row: the published number, ours, or both."""

    row: PaperSet
    learner: str  # key
    variant: str  # key
    paper: Published | None  # None for a learner that the paper does not have
    cell: Cell | None  # None if it has not been played
    paper_bold: bool
    bold: bool

    @property
    def label(self) -> str:
        """Return the learner's name, with the variant unless it is the paper's."""
        label = spec_of(self.learner).label
        return label if self.variant == "paper" else f"{label}, {VARIANTS[self.variant].label}"

    @property
    def note(self) -> str:
        """Return how the variant was run; empty for the paper's."""
        return "" if self.variant == "paper" else VARIANTS[self.variant].note

    @property
    def pooled(self) -> float:
        """Return the pooled sd of the published and the reproduced number; NaN if one is missing."""
        if self.paper is None or self.cell is None:
            return nan
        return sqrt((self.paper.spread**2 + np.nan_to_num(self.cell.sd) ** 2) / 2)

    @property
    def difference(self) -> float:
        """Return ours minus the paper's mean, in pooled sd; NaN if one is missing."""
        return nan if self.paper is None or self.cell is None else self.points / self.pooled

    @property
    def points(self) -> float:
        """Return ours minus the paper's mean, as a share; NaN if one is missing."""
        return nan if self.paper is None or self.cell is None else self.cell.mean - self.paper.mean

    @property
    def far(self) -> bool:
        """Say whether ours deviates by more than two pooled sd."""
        return abs(self.difference) > FAR

    @property
    def reason(self) -> str:
        """Return why ours deviates, or "unexplained"; empty if it does not deviate far."""
        return reason_for(self.row.table, self.row.key, self.learner, self.points, self.variant) if self.far else ""


@dataclass(frozen=True, eq=False)
class TableRow:
    """One data set: the entries of the paper's learners, then those of variants and of further learners."""

    row: PaperSet
    variant: str  # whose boldface and winner are shown
    entries: tuple[Entry, ...]
    absence: str  # how to get the data set, if it has no result and is not on this machine

    def entry(self, learner: str, variant: str = "paper") -> Entry:
        """Return the entry of a learner."""
        return next(one for one in self.entries if (one.learner, one.variant) == (learner, variant))

    @property
    def main(self) -> tuple[Entry, ...]:
        """Return the entries of the paper's learners in the row's variant."""
        return tuple(one for one in self.entries if one.variant == self.variant and one.paper is not None)

    @property
    def winner(self) -> str:
        """Return the paper's learner with our highest mean; empty unless all four have been played."""
        if any(one.cell is None for one in self.main) or len(self.main) < len(LEARNERS):
            return ""
        return max(self.main, key=lambda one: one.cell.mean if one.cell else nan).learner

    @property
    def same_winner(self) -> bool | None:
        """Say whether the paper's winner wins here, too; None if not all four have been played."""
        return self.winner == self.row.winner if self.winner else None


@dataclass(frozen=True, eq=False)
class PaperTable:
    """Table 1 or 2 beside ours."""

    number: int
    rows: tuple[TableRow, ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Return all entries, row by row."""
        return tuple(one for row in self.rows for one in row.entries)

    @property
    def deviations(self) -> tuple[Entry, ...]:
        """Return the entries of the paper's learners that deviate by more than two pooled sd, the largest first."""
        far = [one for row in self.rows for one in row.main if one.far]
        return tuple(sorted(far, key=lambda one: -abs(one.difference)))

    @property
    def same_winners(self) -> tuple[int, int]:
        """Return on how many data sets the winner is the same, and how many have been played."""
        known = [row.same_winner for row in self.rows if row.same_winner is not None]
        return sum(known), len(known)

    @property
    def headline(self) -> str:
        """Return "4 of 6 sets of Table 1 have the same winner"."""
        same, known = self.same_winners
        return f"{same} of {known} sets of Table {self.number} have the same winner"

    @property
    def variant_notes(self) -> tuple[str, ...]:
        """Return how each variant other than the paper's was run: "Inputs not scaled: inputs as loaded. …"."""
        shown = dict.fromkeys(VARIANTS[one.variant] for one in self.entries if one.note)
        return tuple(f"{one.label[0].upper()}{one.label[1:]}: {one.note[0].lower()}{one.note[1:]}" for one in shown)

    @property
    def notes(self) -> tuple[str, ...]:
        """Return sentences about what is missing: data sets, and learners whose matrices are too large."""
        found = [row.absence for row in self.rows if row.absence]
        for one in self.entries:
            if one.cell is None and one.variant == "paper" and one.paper is None:
                found.append(left_out(self.number, one.row.key, one.learner))
        return tuple(sentence for sentence in found if sentence)

    def to_frame(self) -> pd.DataFrame:
        """Return one row per data set, variant and learner; ratios are shares from 0 to 1."""
        return pd.DataFrame([_values(row, one) for row in self.rows for one in row.entries], columns=list(COLUMNS))


def paper_table(
    number: int,
    cells: Iterable[Cell],
    datasets: Sequence[str] = (),
    learners: Sequence[str] = LEARNERS,
    variants: Sequence[str] = ("paper",),
) -> PaperTable:
    """Return a table from its cells; without `datasets`, all rows of the paper's table.

    Boldface, winners and deviations are those of the first variant.
    """
    found = {one.name: one for one in cells}
    wanted = [row for row in TABLES[number] if not datasets or row.key in datasets]
    return PaperTable(number, tuple(_row(row, found, learners, variants) for row in wanted))


def _row(row: PaperSet, found: dict, learners: Sequence[str], variants: Sequence[str]) -> TableRow:
    main = variants[0]
    names = [
        (key, variant) for variant in variants for key in VARIANTS[variant].learners
        if key in learners
    ]  # fmt: skip
    mine = {name: found.get((row.table, row.key, *name)) for name in names}
    papers = {(key, main) for key in LEARNERS}
    ours = _bold({name: cell.trials for name, cell in mine.items() if cell is not None and name in papers})
    bold = paper_bold(row)
    entries = []
    for key, variant in names:
        cell, is_bold = mine[key, variant], variant == main and key in bold
        entries.append(Entry(row, key, variant, row.results.get(key), cell, is_bold, (key, variant) in ours))
    absence = "" if any(mine.values()) else how_to_get(row.key)
    return TableRow(row, main, tuple(entries), absence)


def _bold(trials: dict[tuple[str, str], np.ndarray]) -> set[tuple[str, str]]:
    """Return the names whose trials are best or not significantly worse than the best."""
    if not trials:
        return set()
    best = max(trials, key=lambda name: trials[name].mean())
    return {name for name, mine in trials.items() if name == best or not worse(trials[best], mine)}


def worse(best: np.ndarray, other: np.ndarray) -> bool:
    """Say whether the Welch t-test finds the mean of `other` to be below that of `best`."""
    if min(len(best), len(other)) < 2:
        return bool(other.mean() < best.mean())
    if best.std() == other.std() == 0:
        return bool(other[0] < best[0])
    return bool(stats.ttest_ind(best, other, equal_var=False).pvalue < LEVEL and other.mean() < best.mean())


def paper_bold(row: PaperSet) -> set[str]:
    """Return the learners whose published means are best or not significantly worse, by the same test.

    >>> from cspa_explore.paper.published import paper_set
    >>> sorted(paper_bold(paper_set(1, "vehicle"))), sorted(paper_bold(paper_set(1, "usps")))
    (['bpa', 'cspa'], ['cspa'])
    """
    best = row.results[row.winner]
    found = {row.winner}
    for key, one in row.results.items():
        test = stats.ttest_ind_from_stats(
            best.mean, best.spread, TRIALS, one.mean, one.spread, TRIALS, equal_var=False
        )  # fmt: skip
        if test.pvalue >= LEVEL:
            found.add(key)
    return found


def _values(row: TableRow, one: Entry) -> dict:
    paper, cell = one.paper, one.cell
    published = (paper.mean, paper.sd) if paper else (nan, nan)
    ours = (cell.mean, cell.sd) if cell else (nan, nan)
    honest = (cell.honest_mean, cell.honest_sd, cell.words_of(cell.honest_candidate)) if cell else (nan, nan, "")
    values = (
        one.row.table, one.row.name, one.variant, one.label, *published, *ours, one.difference,
        cell.best_value if cell else "", *honest, one.paper_bold, one.bold, row.same_winner,
        len(cell.played) if cell else 0, cell.command if cell else "", one.note,
    )  # fmt: skip
    return dict(zip(COLUMNS, values, strict=True))
