"""Sweeps: final ratio for every value of a parameter × σ × trial, filled from coarse to fine."""

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from cspa_explore.experiments.play import play
from cspa_explore.experiments.record import floats, read_record, write_record
from cspa_explore.experiments.run import trial_seed
from cspa_explore.experiments.runner import Control, Progress, run_pieces
from cspa_explore.experiments.stream import Stream
from cspa_explore.learners import LearnerText
from cspa_explore.learners.text import param_of


@dataclass(frozen=True, eq=False)
class SweepResult:
    """ratio[i, j, k]: at σ_i, for the j-th value, in trial k; NaN where it has not been played (yet)."""

    stream: Stream
    learner: LearnerText  # its other parameters
    param: str
    values: tuple[float, ...]
    sigmas: tuple[float, ...]
    seeds: tuple[int, ...]
    ratio: np.ndarray  # (sigmas, values, trials)
    seconds: float = 0.0

    @property
    def nbytes(self) -> int:
        """Return the bytes of its arrays."""
        return self.ratio.nbytes

    @property
    def partial(self) -> bool:
        """Say whether cells are missing."""
        return bool(np.isnan(self.ratio).any())

    @property
    def mean(self) -> np.ndarray:
        """Return the mean over the trials that were played, (sigmas, values); NaN without any."""
        played = ~np.isnan(self.ratio)
        total = np.where(played, self.ratio, 0.0).sum(axis=2)
        return np.divide(total, played.sum(axis=2), out=np.full(total.shape, np.nan), where=played.any(axis=2))

    @property
    def sd(self) -> np.ndarray:
        """Return the standard deviation (ddof 1), (sigmas, values); NaN with fewer than two trials."""
        played = (~np.isnan(self.ratio)).sum(axis=2)
        squares = np.nansum((self.ratio - self.mean[:, :, None]) ** 2, axis=2)
        return np.sqrt(np.divide(squares, played - 1, out=np.full(squares.shape, np.nan), where=played > 1))

    def best(self) -> tuple[float, ...]:
        """Return the value with the highest mean for each σ; NaN where nothing was played."""
        mean = self.mean
        return tuple(float("nan") if np.isnan(row).all() else self.values[int(np.nanargmax(row))] for row in mean)

    def to_frame(self) -> pd.DataFrame:
        """Return one row a σ and value."""
        played = (~np.isnan(self.ratio)).sum(axis=2)
        rows = [
            {"sigma": s, self.param: v, "mean": self.mean[i, j], "sd": self.sd[i, j], "trials": played[i, j]}
            for i, s in enumerate(self.sigmas)
            for j, v in enumerate(self.values)
        ]
        return pd.DataFrame(rows)

    @property
    def words(self) -> str:
        """Return the settings in words."""
        symbol = param_of(self.learner.spec, self.param).symbol
        what = f"{symbol} of {self.learner.spec.label}, {len(self.values)} values × {len(self.sigmas)} σ"
        state = f" · cancelled before its end: {self.so_far}" if self.partial else ""
        return f"{what} × {len(self.seeds)} seeds · {self.stream.words(sigma=False)}{state}"

    @property
    def so_far(self) -> str:
        """Return how much of it has been played, in words: "24 of 96 points, 1 to 3 of 10 seeds each"."""
        played = (~np.isnan(self.ratio)).sum(axis=2)
        some = played[played > 0]
        return f"{len(some):,} of {played.size:,} points, {_seeds(some)} of {len(self.seeds)} seeds each"

    @property
    def spread(self) -> str:
        """Return what the means are over and what a band beside them is."""
        n, played = len(self.seeds), (~np.isnan(self.ratio)).sum(axis=2)
        if not self.partial:
            return f"band ±1 sd over {n} seeds" if n > 1 else "one seed"
        seeds = f"{_seeds(played[played > 0])} of {n} seeds so far"
        return f"band ±1 sd over {seeds}" if played.max() > 1 else seeds

    def to_json(self) -> str:
        """Return everything as JSON; `from_json` gives it back."""
        names = ("param", "values", "sigmas", "seeds", "ratio", "seconds", "words", "partial")
        fields = {name: getattr(self, name) for name in names}
        return write_record("sweep", stream=asdict(self.stream), learner=str(self.learner), **fields)

    @classmethod
    def from_json(cls, text: str) -> "SweepResult":
        """Return the sweep that was written; UserError if the text is something else."""
        return read_record(
            "sweep",
            text,
            lambda r: cls(
                Stream(**r["stream"]),
                LearnerText.parse(r["learner"]),
                r["param"],
                tuple(r["values"]),
                tuple(r["sigmas"]),
                tuple(r["seeds"]),
                floats(r["ratio"]),
                r["seconds"],
            ),
        )


def _seeds(counts: np.ndarray) -> str:
    low, high = (int(counts.min()), int(counts.max())) if counts.size else (0, 0)
    return f"{low}" if low == high else f"{low} to {high}"


def sweep(
    learner: LearnerText,
    param: str,
    values: Sequence[float],
    sigmas: Sequence[float],
    stream: Stream,
    trials: int = 10,
    *,
    executor: Any = None,
    on_progress: Callable[[Progress], None] = lambda progress: None,
    on_cells: Callable[[SweepResult], None] = lambda result: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> SweepResult:
    """Return the filled sweep; `on_cells` sees it grow. Cancelled, the missing cells are NaN.

    The same trial has the same rows and normals for every value and σ.
    """
    start = time.perf_counter()
    stream = replace(stream, rounds=stream.n_rounds)
    learners = [learner.replace(**{param: value}) for value in values]
    seeds = tuple(trial_seed(stream.seed, trial) for trial in range(trials))
    ratio = np.full((len(sigmas), len(values), trials), np.nan)
    cells = _coarse_to_fine(len(sigmas), len(values), trials)
    pieces = [([learners[j] for j in some], replace(stream, sigma=sigmas[i], seed=seeds[k])) for i, some, k in cells]
    T = stream.n_rounds
    control = Control(len(sigmas) * len(values) * trials * T, on_progress, should_stop)

    def result() -> SweepResult:
        fixed = (stream, learner, param, tuple(map(float, values)), tuple(map(float, sigmas)), seeds)
        return SweepResult(*fixed, ratio.copy(), time.perf_counter() - start)

    for number, found in run_pieces(final_ratios, pieces, control, executor):
        i, some, k = cells[number]
        ratio[i, some, k] = found
        on_cells(result())
    return result()


def final_ratios(learners: list[LearnerText], stream: Stream, *control: Any) -> tuple[list[float], int]:
    """Return each learner's ratio after the last round (NaN if it was stopped before), and the rounds played."""
    traces = play(learners, stream, *control)
    whole = len(traces[0].hit) == stream.n_rounds
    return [trace.hit.mean() if whole else np.nan for trace in traces], len(traces) * len(traces[0].hit)


def _coarse_to_fine(n_sigmas: int, n_values: int, trials: int) -> list[tuple[int, list[int], int]]:
    """Return pieces (σ, values, trial): every fourth value and the first trial come first."""
    levels = [list(range(0, n_values, 4)), list(range(2, n_values, 4)), list(range(1, n_values, 2))]
    pieces = []
    for level, some in enumerate(levels):
        for trial in range(trials):
            tier = 0 if trial < 1 else 1 if trial < 3 else 2
            pieces += [(level + tier, i, some, trial) for i in range(n_sigmas) if some]
    pieces.sort(key=lambda piece: piece[0])
    return [(i, some, trial) for _, i, some, trial in pieces]
