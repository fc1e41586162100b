"""A table of the paper as the page shows it: ours in hindsight or honest, with inputs scaled or not."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isnan, nan, sqrt

import numpy as np

from cspa_explore.learners.text import spec_of
from cspa_explore.paper.cells import Candidate, Cell
from cspa_explore.paper.protocol import BEYOND, VARIANTS
from cspa_explore.paper.published import LEARNERS, PaperSet, Published
from cspa_explore.paper.reasons import UNEXPLAINED, reason_for
from cspa_explore.paper.table import FAR, Entry, PaperTable, TableRow, paper_table, worse
from cspa_explore.results.points import mean_words, points
from cspa_explore.ui.paper.controls import BASELINE, Choice

UNSCALED = "Inputs are not scaled here, unlike in the paper; with scaled inputs the two agree."
AMONG = "among the paper's four"  # learners
OTHER_SEEDS = "Parameters are chosen on other seeds here, unlike in the paper; chosen in hindsight the two agree."


@dataclass(frozen=True, eq=False)
class Ours:
    """Our number of one learner on one data set, beside the published one."""

    row: PaperSet
    learner: str
    variant: str
    paper: Published | None
    cell: Cell | None
    honest: bool
    paper_bold: bool
    usual_far: bool = False  # also in hindsight and with scaled inputs, ours deviates far

    @property
    def label(self) -> str:
        """Return the learner's name."""
        return "baseline code" if self.variant == BASELINE else spec_of(self.learner).label

    @cached_property
    def trials(self) -> np.ndarray:
        """Return the ratio per trial; empty if it has not been played."""
        if self.cell is None:
            return np.empty(0)
        return self.cell.choice.honest if self.honest else self.cell.trials

    @cached_property
    def mean(self) -> float:
        """Return our mean; NaN if it has not been played."""
        return float(self.trials.mean()) if len(self.trials) else nan

    @cached_property
    def sd(self) -> float:
        """Return our standard deviation over the trials."""
        return float(self.trials.std(ddof=1)) if len(self.trials) > 1 else nan

    @property
    def candidate(self) -> Candidate | None:
        """Return the chosen candidate."""
        if self.cell is None:
            return None
        return self.cell.honest_candidate if self.honest else self.cell.chosen

    @cached_property
    def value(self) -> str:
        """Return the chosen parameter in words."""
        return self.cell.words_of(self.candidate) if self.cell is not None and self.candidate is not None else ""

    @property
    def points(self) -> float:
        """Return ours minus the published mean, as a share; NaN if one is missing."""
        return nan if self.paper is None else self.mean - self.paper.mean

    @cached_property
    def difference(self) -> float:
        """Return ours minus the published mean in pooled standard deviations."""
        if self.paper is None:
            return nan
        return self.points / sqrt((self.paper.spread**2 + np.nan_to_num(self.sd) ** 2) / 2)

    @property
    def far(self) -> bool:
        """Say whether ours deviates by more than two pooled standard deviations."""
        return abs(self.difference) > FAR

    @property
    def reason(self) -> str:
        """Return why ours deviates; empty if it does not deviate far."""
        if not self.far:
            return ""
        reason = reason_for(self.row.table, self.row.key, self.learner, self.points, self.variant)
        if reason != UNEXPLAINED or self.usual_far:
            return reason
        return UNSCALED if self.variant == "unscaled" else OTHER_SEEDS if self.honest else reason

    @property
    def text(self) -> str:
        """Return our number as the paper prints its own: "48.6 (1.5)"."""
        if isnan(self.mean):
            return "not played" if self.cell is None else "too few trials"
        digits = 2 if next(iter(self.row.results.values())).unit < 0.0005 else 1
        spread = "" if isnan(self.sd) else f" ({100 * self.sd:.{digits}f})"
        return f"{100 * self.mean:.{digits}f}{spread}"

    @property
    def apart(self) -> str:
        """Return the difference in words: "0.4 pooled sd below"."""
        if isnan(self.difference):
            return ""
        return f"{abs(self.difference):.1f} pooled sd {'above' if self.difference > 0 else 'below'}"

    @property
    def deviation(self) -> str:
        """Return how far ours deviates and why, as a sentence; empty if it does not deviate far."""
        if not self.far or self.paper is None:
            return ""
        side = "above" if self.points > 0 else "below"
        reason = "Unexplained." if self.reason == UNEXPLAINED else self.reason
        ours = f"{mean_words(self.mean, self.sd)} against {self.paper.words} in the paper"
        return f"{ours}: {points(abs(self.points))} points or {abs(self.difference):.1f} pooled sd {side}. {reason}"


@dataclass(frozen=True, eq=False)
class ShownRow:
    """One data set."""

    row: PaperSet
    ours: tuple[Ours, ...]
    absence: str  # how to get the data set, if nothing was played and it is not on this machine

    @property
    def main(self) -> tuple[Ours, ...]:
        """Return the paper's learners."""
        return tuple(one for one in self.ours if one.learner in LEARNERS and one.variant != BASELINE)

    @cached_property
    def winner(self) -> str:
        """Return the paper's learner with our highest mean; empty unless all four have been played."""
        played = all(len(one.trials) for one in self.main)
        return max(self.main, key=lambda one: one.mean).learner if played else ""

    @property
    def same_winner(self) -> bool | None:
        """Say whether the published winner wins here, too; None if not all four have been played."""
        return self.winner == self.row.winner if self.winner else None

    @cached_property
    def best(self) -> set[str]:
        """Return the paper's learners that are best here or not significantly worse (Welch's t-test, 5 %)."""
        top = next((one for one in self.main if one.learner == self.winner), None)
        return {one.learner for one in self.main if one is top or not worse(top.trials, one.trials)} if top else set()

    @property
    def verdict(self) -> str:
        """Return who wins, in a few words; among whom, if learners are shown that the paper does not have."""
        if self.same_winner is None:
            return "not on this machine" if self.absence else "not played yet"
        beyond = any(one.learner in BEYOND for one in self.ours)
        if self.same_winner:
            return f"same winner {AMONG}" if beyond else "same winner"
        here, there = spec_of(self.winner).label, spec_of(self.row.winner).label
        if beyond:
            return f"{here}, not {there}, wins {AMONG}"
        close = "not significantly worse" if self.row.winner in self.best else "significantly worse"
        return f"{here} wins here, {there} is {close}"


@dataclass(frozen=True, eq=False)
class ShownTable:
    """A table with the page's choices."""

    number: int
    rows: tuple[ShownRow, ...]
    source: PaperTable
    choice: Choice

    @cached_property
    def deviations(self) -> tuple[Ours, ...]:
        """Return what deviates by more than two pooled standard deviations, the largest first."""
        far = [one for row in self.rows for one in row.main if one.far]
        return tuple(sorted(far, key=lambda one: -abs(one.difference)))

    @property
    def sentence(self) -> str:
        """Return on how many data sets the winner is the same."""
        known = [row.same_winner for row in self.rows if row.same_winner is not None]
        absent = len(self.rows) - len(known)
        more = f" ({absent} not played)" if absent else ""
        among = f" {AMONG}" if any(one.learner in BEYOND for row in self.rows for one in row.ours) else ""
        return f"{sum(known)} of {len(known)} sets of Table {self.number} have the same winner{among}{more}"


def shown_table(choice: Choice, cells: Sequence[Cell]) -> ShownTable:
    """Return the table of the choice's tab from its cells."""
    beyond = "beyond" in choice.also or (choice.cell is not None and choice.cell.learner in BEYOND)
    learners = (*LEARNERS, *(BEYOND if beyond else ()))
    source = paper_table(choice.table, cells, learners=learners, variants=tuple(VARIANTS))
    return ShownTable(choice.table, tuple(_row(row, choice) for row in source.rows), source, choice)


def _row(row: TableRow, choice: Choice) -> ShownRow:
    entries = [row.entry(learner, choice.variant) for learner in LEARNERS]
    if BASELINE in choice.also:
        entries.append(row.entry("confidit", BASELINE))
    further = [one for one in row.entries if one.learner in BEYOND and one.variant == choice.variant]
    entries += [one for one in further if one.cell is not None]
    return ShownRow(row.row, tuple(_ours(one, row, choice) for one in entries), row.absence)


def _ours(entry: Entry, row: TableRow, choice: Choice) -> Ours:
    bold = entry.variant != BASELINE and entry.learner in LEARNERS and row.entry(entry.learner).paper_bold
    usual = entry.learner in LEARNERS and row.entry(entry.learner).far
    return Ours(row.row, entry.learner, entry.variant, entry.paper, entry.cell, choice.honest, bold, usual)
