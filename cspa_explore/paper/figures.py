"""The paper's four figures as charts: β against noise (1: four Gaussians, 2: real data), curves (3: linear, 4: kernel).

The paper gives no σ for real data; ours are those of the data set (`datasets/spec.py`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import nan

import pandas as pd

from cspa_explore.charts.description import CurveChart
from cspa_explore.charts.learning import LearningCurve, learning_curves
from cspa_explore.charts.sweeps import sweep_curves
from cspa_explore.datasets import DATASETS, describe
from cspa_explore.datasets.registry import FIGURE_2
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.plan import Plan
from cspa_explore.paper import shipped
from cspa_explore.paper.cells import WINDOW, Cell, trials_words
from cspa_explore.paper.protocol import how_to_get
from cspa_explore.paper.published import LEARNERS, TABLES, TRIALS
from cspa_explore.provenance import Provenance
from cspa_explore.results.sweep import SweepResult
from cspa_explore.running.sweep_values import sweep_values
from cspa_explore.theory.ranges import landmarks
from cspa_explore.wording import counted

TITLES = {
    1: "Step size β and noise σ: four Gaussians",
    2: "Step size β and noise σ: real data",
    3: "Right proposals round by round, linear",
    4: "Right proposals round by round, Gaussian kernel",
}
DENSE_TRIALS = 3  # where noise makes sparse rows dense
DENSE_BETAS = (0.3, 1.0)  # beside the landmarks of the theory
_NAMES = {spec.name: key for key, spec in DATASETS.items()}
SETS = {
    1: ("gaussians4",),
    2: tuple(_NAMES[name] for name in FIGURE_2),
    3: tuple(row.key for row in TABLES[1]),
    4: tuple(row.key for row in TABLES[2]),
}


@dataclass(frozen=True, eq=False)
class Panel:
    """One chart of a figure; without a chart, the note says how to get its data."""

    figure: int
    dataset: str  # key
    title: str
    chart: CurveChart | None
    note: str
    frame: pd.DataFrame  # the numbers behind the chart
    provenances: tuple[Provenance | None, ...] = ()  # of these numbers, each once; None: unknown

    @property
    def command(self) -> str:
        """Return the command line that recomputes the panel."""
        return f"python -m cspa_explore figure {self.figure} --data {self.dataset}"


def table_behind(figure: int) -> int:
    """Return the table whose cells have the curves of Figure 3 or 4."""
    return {3: 1, 4: 2}[figure]


def plan_of(figure: int, dataset: str, trials: int | None = None, seed: int = 0) -> Plan:
    """Return the sweep of β and σ of Figure 1 or 2.

    Noise makes the rows of a sparse data set dense (1 to 3 ms per round). Such a set gets only five β, two σ above 0
    and three trials.
    """
    info = describe(dataset)
    sparse, K = info.shape.sparse, info.shape.K
    experiment = Experiment.of(
        dataset=dataset, sigma=0.0, seed=seed, learners=["cspa"], trials=trials or (DENSE_TRIALS if sparse else TRIALS)
    )
    if not sparse:
        return Plan(experiment, "beta", sweep_values(experiment.learners[0].spec.params[0], K), info.sigmas.figure)
    betas = sorted({*map(float, landmarks(K)), *DENSE_BETAS})
    low, middle, _, high = info.sigmas.figure
    return Plan(experiment, "beta", tuple(betas), (low, middle, high))


def sweep_panel(figure: int, dataset: str, result: SweepResult | None) -> Panel:
    """Return the panel of a sweep with the theory's ranges; without a result, how to get one."""
    title = describe(dataset).title
    if result is None:
        return Panel(figure, dataset, title, None, how_to_get(dataset) or _not_played(figure, dataset), pd.DataFrame())
    trials = len(result.seeds)
    note = f"{counted(trials, 'trial')} per point{'; bands ± 1 sd' if trials > 1 else ''}."
    if result.stream.info.shape.sparse:
        above = sum(sigma > 0 for sigma in result.sigmas)
        note = (
            f"{len(result.values)} β, {above} σ above 0 and {counted(trials, 'trial')} only: noise makes these rows "
            f"dense, and a round takes milliseconds."
        )
    frame = result.to_frame()
    frame.insert(0, "data set", title)
    return Panel(figure, dataset, title, sweep_curves(result), note, frame, (result.provenance,))


def curve_panel(figure: int, dataset: str, cells: Sequence[Cell], window: bool = False) -> Panel:
    """Return the panel of the cells' curves: the ratio so far, or with `window` that of every 100 rounds alone."""
    title = describe(dataset).title
    if not cells:
        return Panel(figure, dataset, title, None, how_to_get(dataset) or _not_played(figure, dataset), pd.DataFrame())
    what = f"in each window of {WINDOW} rounds" if window else "so far"
    curves, frames = [], []
    for cell in cells:
        curve = cell.curve
        mean, sd = (curve.window_mean, curve.window_sd) if window else (curve.mean, curve.sd)
        name = cell.label if cell.best_value == "no parameter" else f"{cell.label}, {cell.best_value}"
        curves.append(LearningCurve(name, cell.learner, curve.rounds, mean, sd))
        values = dict(zip(("round", "mean", "sd", "window mean", "window sd"), curve, strict=True))
        frames.append(pd.DataFrame({"data set": title, "learner": cell.label, "value": cell.best_value} | values))
    frame = pd.concat(frames, ignore_index=True)
    K, trials = cells[0].stream.n_classes, trials_words(cells)
    spread = f"band ±1 sd over {trials}" if max(len(cell.played) for cell in cells) > 1 else "one trial: no band"
    caption = f"{cells[0].stream.words()} · every learner at its best in hindsight"
    chart = learning_curves(curves, K, int(cells[0].rounds), what, spread, caption, lambda: frame)
    note = f"{trials}; every learner at its best parameters in hindsight."
    return Panel(figure, dataset, title, chart, note, frame, tuple(dict.fromkeys(cell.provenance for cell in cells)))


def shipped_panels(figure: int, datasets: Iterable[str] = (), window: bool = False) -> tuple[Panel, ...]:
    """Return the panels of a figure from the shipped results; without `datasets`, all of the paper's."""
    wanted = [key for key in SETS[figure] if not datasets or key in set(datasets)]
    if figure <= 2:
        return tuple(sweep_panel(figure, key, shipped.sweep_of(figure, key)) for key in wanted)
    table = table_behind(figure)
    return tuple(curve_panel(figure, key, _papers(shipped.cells_of(table, key)), window) for key in wanted)


def _papers(cells: Sequence[Cell]) -> list[Cell]:
    """Return the cells of the paper's learners, in the paper's order."""
    found = [cell for cell in cells if cell.variant == "paper" and cell.learner in LEARNERS]
    return sorted(found, key=lambda cell: LEARNERS.index(cell.learner))


def frame_of(panels: Sequence[Panel]) -> pd.DataFrame:
    """Return the numbers behind a figure, one row per point."""
    frames = [panel.frame for panel in panels if panel.chart is not None]
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame({"data set": [], "mean": [], "sd": []})


def _not_played(figure: int, dataset: str) -> str:
    title = describe(dataset).title
    return f"{title} has no shipped result here: python -m cspa_explore figure {figure} --data {dataset} plays it."


def spread_of(cell: Cell) -> float:
    """Return the mean over the curve of its standard deviation: how far the trials of a learner lie apart."""
    return float(cell.curve.sd.mean()) if len(cell.played) > 1 else nan
