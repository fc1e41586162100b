"""Learners compared on several data sets, each at its own best: chosen on other seeds, and in hindsight."""

from dataclasses import dataclass
from math import isnan, nan
from typing import Any

import numpy as np
import pandas as pd

from cspa_explore.learners.text import spec_of
from cspa_explore.results.comparisons import Difference, mean_difference, signed
from cspa_explore.results.contest import ContestResult, Standing
from cspa_explore.wording import escaped

BASE = "cspa"  # the learner that the others are compared with
COLUMNS = (
    "data set", "learner", "best value", "honest mean", "honest sd", "hindsight value", "hindsight mean",
    "hindsight sd", "minus CSPA", "95 % from", "95 % to", "µs per round", "timed",
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Comparison:
    """The contests of the data sets; `left_out` names the algorithms that each of them went without."""

    contests: tuple[ContestResult, ...]
    left_out: tuple[tuple[str, ...], ...]
    seconds: float

    @property
    def rounds(self) -> tuple[int, int]:
        """Return how many rounds were played, and how many more were stored."""
        found = [contest.rounds for contest in self.contests]
        return sum(played for played, _ in found), sum(stored for _, stored in found)

    @property
    def partial(self) -> bool:
        """Return whether something has not been played."""
        return any(contest.partial for contest in self.contests)

    def to_frame(self) -> pd.DataFrame:
        """Return one row per data set and learner, best first; ratios are shares, and NaN for a learner left out."""
        found = []
        for contest, absent in zip(self.contests, self.left_out, strict=True):
            name = contest.stream.info.title
            found += [_row(name, standing, difference(contest, standing)) for standing in contest.standings]
            found += [dict.fromkeys(COLUMNS, nan) | {"data set": name, "learner": key} for key in absent]
        return pd.DataFrame(found, columns=list(COLUMNS))

    def wins(self) -> pd.DataFrame:
        """Return per learner on how many data sets it is above CSPA, below it, or undecided, by the 95 % interval."""
        frame = self.to_frame()
        rows = []
        for key in dict.fromkeys(frame["learner"]):
            if key == BASE:
                continue
            mine = frame[(frame["learner"] == key) & frame["honest mean"].notna()]
            above, below = int((mine["95 % from"] > 0).sum()), int((mine["95 % to"] < 0).sum())
            rows.append((key, above, len(mine) - above - below, below, mine["minus CSPA"].mean()))
        found = pd.DataFrame(rows, columns=["learner", "above", "undecided", "below", "mean difference"])
        return found.sort_values("mean difference", ascending=False, ignore_index=True)


def difference(contest: ContestResult, standing: Standing) -> Difference | None:
    """Return the honest ratio of a learner minus that of CSPA, paired by trial; None if one of them has none."""
    base = next((other for other in contest.standings if other.key == BASE), None)
    if base is None or len(base.choice.honest) != len(standing.choice.honest) or not len(base.choice.honest):
        return None
    return mean_difference(standing.choice.honest - base.choice.honest)


def _row(name: str, standing: Standing, against: Difference | None) -> dict[str, Any]:
    choice = standing.choice
    gap = (nan, nan, nan) if against is None else (against.mean, against.low, against.high)
    values = (
        name, standing.key, str(standing.learner), choice.score, choice.score_sd, str(standing.hindsight),
        choice.hindsight_score, choice.hindsight_sd, *gap, standing.micros,
        "earlier" if standing.timed_before else "now",
    )  # fmt: skip
    return dict(zip(COLUMNS, values, strict=True))


def percent(mean: float, sd: float = nan) -> str:
    """Return "94.1 ± 0.4", or "–" if there is no number.

    >>> percent(0.941, 0.0043), percent(0.941), percent(nan)
    ('94.1 ± 0.4', '94.1', '–')
    """
    if isnan(mean):
        return "–"
    return f"{100 * mean:.1f}" if isnan(sd) else f"{100 * mean:.1f} ± {100 * sd:.1f}"


def interval(row: Any) -> str:
    """Return "+1.2 (+0.8 to +1.6)" for a row of the frame; empty for CSPA itself."""
    if row["learner"] == BASE:
        return ""
    low, high = (signed(row[name]) for name in ("95 % from", "95 % to"))
    return f"{signed(row['minus CSPA'])} ({low} to {high})" if row["minus CSPA"] == row["minus CSPA"] else "–"


def short_table(frame: pd.DataFrame) -> str:
    """Return a Markdown table: one row per learner, one column per data set, with the honest means."""
    sets = list(dict.fromkeys(frame["data set"]))
    means = frame.pivot(index="learner", columns="data set", values="honest mean")[sets]
    order = means.rank().mean(axis=1).sort_values(ascending=False).index
    lines = [f"| learner | {' | '.join(map(escaped, sets))} |", f"|---|{'---|' * len(sets)}"]
    for key in order:
        cells = [_cell(frame, name, key) for name in sets]
        lines.append(f"| {spec_of(key).label} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _cell(frame: pd.DataFrame, name: str, key: str) -> str:
    """Return the honest mean; ▲ or ▼ if the 95 % interval of the difference to CSPA lies above or below 0."""
    found = frame[(frame["data set"] == name) & (frame["learner"] == key)]
    if found.empty or isnan(found["honest mean"].iloc[0]):
        return "–"
    low, high = found["95 % from"].iloc[0], found["95 % to"].iloc[0]
    mark = "" if key == BASE else " ▲" if low > 0 else " ▼" if high < 0 else ""
    return f"{percent(found['honest mean'].iloc[0])}{mark}"


def long_table(frame: pd.DataFrame) -> str:
    """Return Markdown with one table per data set: every number of the frame."""
    parts = []
    for name in dict.fromkeys(frame["data set"]):
        lines = [
            f"## {escaped(name)}", "",
            "| learner | chosen on other seeds | in hindsight | its value | minus CSPA (95 %) | µs per round |",
            "|---|---|---|---|---|---|",
        ]  # fmt: skip
        for _, row in frame[frame["data set"] == name].iterrows():
            played = not np.isnan(row["honest mean"])
            lines.append(
                f"| {spec_of(row['learner']).label} | {percent(row['honest mean'], row['honest sd'])} "
                f"| {percent(row['hindsight mean'], row['hindsight sd'])} "
                f"| {'`' + row['hindsight value'] + '`' if played else '–'} | {interval(row) or ' '} "
                f"| {format(row['µs per round'], '.2f') if played else '–'} |"
            )
        parts.append("\n".join(lines))
    return "\n\n".join(parts)
