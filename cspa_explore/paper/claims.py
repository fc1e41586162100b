"""What the paper concludes from its experiments, in our words, each with a verdict computed from our results.

The results are the shipped ones unless others are given.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from cspa_explore.datasets import describe
from cspa_explore.learners.text import spec_of
from cspa_explore.paper import shipped
from cspa_explore.paper.cells import Cell
from cspa_explore.paper.cost import Cost, shipped_cost
from cspa_explore.paper.figures import SETS, spread_of
from cspa_explore.paper.published import LEARNERS, TABLES
from cspa_explore.paper.table import worse
from cspa_explore.results.comparisons import mean_difference
from cspa_explore.results.sweep import SweepResult
from cspa_explore.theory.ranges import where

HOLDS, PARTLY, FAILS, UNKNOWN = "holds", "holds in part", "does not hold", "cannot be decided here"
CSPA = LEARNERS[0]
WANTED = 5  # data sets of the linear table on which the paper sees CSPA ahead


@dataclass(frozen=True, eq=False)
class Claim:
    """A statement of the paper with a verdict on it."""

    key: str
    place: str  # in the paper
    statement: str  # in our words
    verdict: str
    numbers: str  # behind the verdict, as sentences
    frame: pd.DataFrame  # the same, row by row


def claims() -> tuple[Claim, ...]:
    """Return all claims with the verdicts that the shipped results give."""
    tables = {number: shipped.cells(number) for number in TABLES}
    sweeps = [one for figure in (1, 2) for key in SETS[figure] if (one := shipped.sweep_of(figure, key)) is not None]
    return (ahead(1, tables[1]), ahead(2, tables[2]), stable(tables[1]), robust(sweeps), clean(sweeps),
            cost(shipped_cost()))  # fmt: skip


def ahead(table: int, cells: Sequence[Cell]) -> Claim:
    """Judge "CSPA is ahead of the others": on five of the six sets (linear), on almost all (kernel)."""
    rows = []
    for key, mine in _by_set(cells).items():
        best = max((cell for name, cell in mine.items() if name != CSPA), key=lambda cell: cell.mean)
        gap, sure = mine[CSPA].mean - best.mean, worse(mine[CSPA].trials, best.trials)
        rows.append((describe(key).title, mine[CSPA].mean, spec_of(best.learner).label, best.mean, gap, gap > 0, sure))
    columns = ["data set", "CSPA", "best other", "its mean", "difference", "CSPA ahead", "significantly"]
    frame = pd.DataFrame(rows, columns=columns)
    n, first, clear = len(frame), int(frame["CSPA ahead"].sum()), int(frame["significantly"].sum())
    wanted = min(WANTED, n) if table == 1 else max(1, n - 1)
    verdict = UNKNOWN if not n else HOLDS if clear >= wanted else PARTLY if first > n / 2 else FAILS
    smallest = f" The gap to the best other learner is {_span(frame['difference'])} points." if n else ""
    words = f"CSPA has the highest mean on {first} of {n} data sets, on {clear} of them significantly.{smallest}"
    absent = [row.name for row in TABLES[table] if row.name not in set(frame["data set"])]
    words += f" Without a result: {', '.join(absent)}." if absent else ""
    if table == 1:
        statement = "With linear scores, CSPA outperforms the other three on five data sets and is competitive on all."
        return Claim("linear", "Section 5.2.1, Figure 3, Table 1", statement, verdict, words, frame)
    statement = "With kernel features too, CSPA outperforms the other three on almost all data sets."
    return Claim("kernel", "Section 5.2.2, Figure 4, Table 2", statement, verdict, words, frame)


def stable(cells: Sequence[Cell]) -> Claim:
    """Judge "CSPA is more stable": its trials lie closest together along the curve."""
    rows = []
    for key, mine in _by_set(cells).items():
        spreads = {name: spread_of(cell) for name, cell in mine.items()}
        calmest = min(spreads, key=lambda name: spreads[name])
        rows.append((describe(key).title, *(spreads[name] for name in LEARNERS), spec_of(calmest).label))
    frame = pd.DataFrame(rows, columns=["data set", *(spec_of(key).label for key in LEARNERS), "smallest"])
    n, first = len(frame), int((frame["smallest"] == spec_of(CSPA).label).sum())
    means = frame[[spec_of(key).label for key in LEARNERS]].mean()
    least = bool(n) and means.idxmin() == spec_of(CSPA).label
    verdict = UNKNOWN if not n else HOLDS if first == n else PARTLY if least or first >= n / 2 else FAILS
    words = (
        f"The sd over the trials, averaged along the curve, is smallest for CSPA on {first} of {n} data sets."
        + (f" Means over the data sets: {_means(frame)} points." if n else "")
    )  # fmt: skip
    return Claim("stable", "Section 5.2.1, Figure 3", "CSPA is more stable than the others.", verdict, words, frame)


def robust(sweeps: Sequence[SweepResult]) -> Claim:
    """Judge "robust inside the guaranteed range": noise costs less inside it than outside."""

    def lost(result: SweepResult, inside: np.ndarray) -> tuple[float, float]:
        low, high = int(np.argmin(result.sigmas)), int(np.argmax(result.sigmas))
        loss = result.mean[low] - result.mean[high]
        return float(loss[inside].mean()), float(loss[~inside].mean())

    frame = _ranges(sweeps, lost, ("loss inside", "loss outside"))
    n, fewer = len(frame), int((frame["loss inside"] < frame["loss outside"]).sum())
    verdict = _majority(fewer, n)
    words = (
        "“Robust” is judged as “loses less than with β outside the range”. "
        "From the smallest to the largest σ, CSPA loses less with β inside the range on "
        f"{fewer} of the {n} data sets of Figures 1 and 2."
    ) + (
        f" On average it loses {100 * frame['loss inside'].mean():.1f} points inside and "
        f"{100 * frame['loss outside'].mean():.1f} outside." if n else ""
    )  # fmt: skip
    statement = "Noise lowers the ratio, but β inside the guaranteed range 0 < β < 1/(K−1) is robust to it."
    return Claim("robust", "Section 5.1, Figures 1 and 2", statement, verdict, words, frame)


def clean(sweeps: Sequence[SweepResult]) -> Claim:
    """Judge "on clean data the range is not necessarily better": some β outside beats the best inside."""

    def best(result: SweepResult, inside: np.ndarray) -> tuple[float, float, float, bool]:
        row, mean = result.ratio[0], result.mean[0]
        a = int(np.flatnonzero(inside)[np.argmax(mean[inside])])
        b = int(np.flatnonzero(~inside)[np.argmax(mean[~inside])])
        gap = mean_difference(row[b] - row[a])
        return mean[a], mean[b], gap.mean, bool(gap.low > 0)

    names = ("best inside", "best outside", "difference", "significant")
    frame = _ranges([one for one in sweeps if one.sigmas[0] == 0], best, names)
    n, better = len(frame), int(frame["significant"].sum())
    verdict = UNKNOWN if not n else HOLDS if better else FAILS
    words = f"Without noise, the best β outside the range is significantly better on {better} of {n} data sets." + (
        f" The difference is {_span(frame['difference'])} points." if n else ""
    )
    statement = "For clean data, choosing β from the guaranteed range is not necessarily better."
    return Claim("clean", "Section 6, Figure 2", statement, verdict, words, frame)


def cost(measured: Cost | None) -> Claim:
    """Judge "O(Kd) per round" by the measured exponents."""
    place, statement = "Section 5.2", "Each round costs O(Kd) time, for all four learners."
    if measured is None:
        return Claim("cost", place, statement, UNKNOWN, "No measurement is shipped.", pd.DataFrame())
    frame = measured.to_frame()
    verdict = HOLDS if measured.holds else FAILS
    return Claim("cost", place, statement, verdict, measured.words, frame)


def _ranges(sweeps: Sequence[SweepResult], judge: Callable[..., tuple], names: tuple[str, ...]) -> pd.DataFrame:
    """Return one row per sweep: the data set, and what `judge` finds for β inside and outside the theory range."""
    rows = []
    for result in sweeps:
        inside = np.array([where(result.stream.n_classes, beta) == "inside" for beta in result.values])
        if inside.any() and not inside.all() and not result.partial:
            rows.append((result.stream.info.title, *judge(result, inside)))
    return pd.DataFrame(rows, columns=["data set", *names])


def _by_set(cells: Sequence[Cell]) -> dict[str, dict[str, Cell]]:
    """Return the cells by data set and learner, for data sets on which all of the paper's learners have played."""
    found: dict[str, dict[str, Cell]] = {}
    for cell in cells:
        if cell.variant == "paper" and cell.learner in LEARNERS:
            found.setdefault(cell.dataset, {})[cell.learner] = cell
    return {key: mine for key, mine in found.items() if len(mine) == len(LEARNERS)}


def _majority(count: int, n: int) -> str:
    return UNKNOWN if not n else HOLDS if count == n else PARTLY if count > n / 2 else FAILS


def _span(shares: pd.Series) -> str:
    """Return the smallest and the largest of some differences in points: "−0.3 to +12.1"."""
    low, high = (f"{100 * end:+.1f}".replace("-", "−") for end in (shares.min(), shares.max()))
    return low if low == high else f"{low} to {high}"


def _means(frame: pd.DataFrame) -> str:
    labels = [spec_of(key).label for key in LEARNERS]
    return ", ".join(f"{label} {100 * frame[label].mean():.1f}" for label in labels)
