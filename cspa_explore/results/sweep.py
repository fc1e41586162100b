"""The result of a sweep: the final ratio for every σ, value of the parameter and trial, and the way to it."""

from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.plan import Plan
from cspa_explore.learners import LearnerText
from cspa_explore.learners.text import param_of
from cspa_explore.provenance import Provenance, current
from cspa_explore.results.json_form import floats, read_record, write_record
from cspa_explore.streams.stream import Stream
from cspa_explore.wording import counted

MOMENTS = 40  # rounds at which the way to the final ratio is recorded, at most
FIRST_MOMENT = 20  # the ratio of fewer rounds says little


def moments(T: int) -> np.ndarray:
    """Return the rounds at which a sweep records ratios, equally spaced on a log scale; the last one is T.

    >>> moments(4000)[[0, 1, -2, -1]].tolist(), moments(5).tolist()
    ([20, 23, 3492, 4000], [5])
    """
    return np.unique(np.geomspace(min(FIRST_MOMENT, T), T, MOMENTS).round().astype(int))


@dataclass(frozen=True, eq=False)
class SweepResult:
    """ratio[i, j, k] is the final ratio at σ_i with the j-th value in trial k; NaN if it has not been played (yet)."""

    plan: Plan
    seeds: tuple[int, ...]
    ratio: np.ndarray  # (sigmas, values, trials)
    seconds: float = 0.0
    provenance: Provenance | None = field(default_factory=current)  # None: unknown
    right: np.ndarray | None = None  # (sigmas, values, trials, moments) right proposals so far; −1 if not played

    @property
    def stream(self) -> Stream:
        """Return the stream. Its own σ is 0: the sweep sets it."""
        return self.plan.stream

    @property
    def learner(self) -> LearnerText:
        """Return the learner whose parameter is swept; its other parameters are fixed."""
        return self.plan.learner

    @property
    def param(self) -> str:
        """Return the name of the swept parameter."""
        return self.plan.param

    @property
    def values(self) -> tuple[float, ...]:
        """Return the values of the swept parameter."""
        return self.plan.values

    @property
    def sigmas(self) -> tuple[float, ...]:
        """Return the noise levels."""
        return self.plan.sigmas

    @property
    def nbytes(self) -> int:
        """Return the bytes of its arrays."""
        return self.ratio.nbytes + (0 if self.right is None else self.right.nbytes)

    @property
    def moments(self) -> np.ndarray:
        """Return the rounds of `right`."""
        return moments(self.stream.n_rounds)

    @property
    def curves(self) -> tuple[np.ndarray, np.ndarray] | None:
        """Return mean and standard deviation of the ratio so far, each (moments, sigmas, values).

        None if the sweep is incomplete or did not record them.
        """
        if self.right is None or self.partial or not self.ratio.size:
            return None
        ratio = np.moveaxis(self.right / self.moments, 3, 0)
        trials = ratio.shape[3]
        sd = ratio.std(axis=3, ddof=1) if trials > 1 else np.full(ratio.shape[:3], np.nan)
        return ratio.mean(axis=3), sd

    @property
    def partial(self) -> bool:
        """Say whether cells are missing."""
        return bool(np.isnan(self.ratio).any())

    @property
    def mean(self) -> np.ndarray:
        """Return the mean over the played trials, (sigmas, values); NaN if none was played."""
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
        """Return one row per σ and value."""
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
        values = counted(len(self.values), "value")
        what = f"{symbol} of {self.learner.spec.label}, {values} × {len(self.sigmas)} σ"
        state = f" · cancelled before its end: {self.so_far}" if self.partial else ""
        return f"{what} × {counted(len(self.seeds), 'seed')} · {self.stream.words(sigma=False)}{state}"

    @property
    def so_far(self) -> str:
        """Return how much of the sweep has been played: "24 of 96 points, 1 to 3 of 10 seeds each"."""
        played = (~np.isnan(self.ratio)).sum(axis=2)
        some = played[played > 0]
        points, seeds = counted(played.size, "point"), counted(len(self.seeds), "seed")
        return f"{len(some):,} of {points}, {_seeds(some)} of {seeds} each"

    @property
    def spread(self) -> str:
        """Return the number of seeds behind the means, and what the band shows: "band ±1 sd over 10 seeds"."""
        n, played = len(self.seeds), (~np.isnan(self.ratio)).sum(axis=2)
        if not self.partial:
            return f"band ±1 sd over {n} seeds" if n > 1 else "one seed"
        seeds = f"{_seeds(played[played > 0])} of {counted(n, 'seed')} so far"
        return f"band ±1 sd over {seeds}" if played.max() > 1 else seeds

    def to_json(self) -> str:
        """Return the result as JSON that `from_json` reads."""
        names = ("param", "values", "sigmas", "seeds", "ratio", "seconds", "words", "partial")
        fields = {name: getattr(self, name) for name in names}
        fields["provenance"] = self.provenance and self.provenance.to_fields()
        if self.right is not None:
            fields |= {"moments": self.moments, "right": self.right}
        return write_record("sweep", stream=asdict(self.stream), learner=str(self.learner), **fields)

    @classmethod
    def from_json(cls, text: str) -> "SweepResult":
        """Return the result that `to_json` wrote; UserError if the text is something else."""

        def make(r: dict[str, Any]) -> "SweepResult":
            seeds, learner = tuple(r["seeds"]), LearnerText.parse(r["learner"])
            experiment = Experiment(Stream(**r["stream"]), (learner,), len(seeds))
            plan = Plan(experiment, r["param"], tuple(r["values"]), tuple(r["sigmas"]))
            provenance = Provenance.from_fields(r.get("provenance"))
            right = np.array(r["right"], np.int32) if "right" in r else None
            return cls(plan, seeds, floats(r["ratio"]), r["seconds"], provenance, right)

        return read_record("sweep", text, make)


def _seeds(counts: np.ndarray) -> str:
    low, high = (int(counts.min()), int(counts.max())) if counts.size else (0, 0)
    return f"{low}" if low == high else f"{low} to {high}"
