"""The result of a contest: several learners on one stream, each at its own best parameters."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from cspa_explore.learners import LearnerText
from cspa_explore.provenance import Provenance, current
from cspa_explore.results.choice import Choice, choose
from cspa_explore.results.json_form import floats, read_record, write_record
from cspa_explore.results.sentences import short
from cspa_explore.streams.stream import Stream
from cspa_explore.wording import counted


class Standing(NamedTuple):
    """One learner's choice among its candidates."""

    key: str
    label: str
    learner: LearnerText  # the picked candidate
    hindsight: LearnerText  # the best candidate on all seeds
    choice: Choice
    candidates: int
    micros: float  # per round, on one thread; NaN if not measured
    timed_before: bool  # the microseconds come from the store

    @property
    def mean(self) -> float:
        """Return the honest mean; with too few seeds, that of hindsight."""
        return self.choice.hindsight_score if self.choice.provisional else self.choice.score

    @property
    def sd(self) -> float:
        """Return the standard deviation that belongs to `mean`."""
        return self.choice.hindsight_sd if self.choice.provisional else self.choice.score_sd


@dataclass(frozen=True, eq=False)
class ContestResult:
    """ratio[c, k] is the final ratio of candidate c in trial k; NaN if it has not been played (yet)."""

    stream: Stream
    candidates: tuple[LearnerText, ...]
    seeds: tuple[int, ...]
    ratio: np.ndarray  # (candidates, trials)
    micros: dict[str, float]  # by algorithm: microseconds per round on one thread
    seconds: float = 0.0
    provenance: Provenance | None = field(default_factory=current)  # None: unknown
    stored: int = 0  # cells that were not played, because the store had them
    timed_before: frozenset[str] = frozenset()  # algorithms whose microseconds come from the store

    @property
    def rounds(self) -> tuple[int, int]:
        """Return how many rounds were played, and how many more were stored."""
        played = int((~np.isnan(self.ratio)).sum()) - self.stored
        return played * self.stream.n_rounds, self.stored * self.stream.n_rounds

    @property
    def partial(self) -> bool:
        """Say whether cells are missing."""
        return bool(np.isnan(self.ratio).any())

    @property
    def nbytes(self) -> int:
        """Return the bytes of its arrays."""
        return self.ratio.nbytes

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Return one standing per algorithm, best first; only trials that all its candidates have played count."""
        found = []
        for key in dict.fromkeys(text.key for text in self.candidates):
            mine = [place for place, text in enumerate(self.candidates) if text.key == key]
            ratio = self.ratio[mine]
            whole = ~np.isnan(ratio).any(axis=0)
            if not whole.any():
                continue
            choice = choose(ratio[:, whole])
            picked, best = (self.candidates[mine[place]] for place in (choice.picked, choice.hindsight))
            micros = self.micros.get(key, float("nan"))
            before = key in self.timed_before
            found.append(Standing(key, picked.spec.label, picked, best, choice, len(mine), micros, before))
        return tuple(sorted(found, key=lambda standing: -standing.mean))

    @property
    def so_far(self) -> str:
        """Return how much has been played: "120 of 480 runs"."""
        return f"{int((~np.isnan(self.ratio)).sum()):,} of {counted(self.ratio.size, 'run')}"

    @property
    def words(self) -> str:
        """Return the settings in words."""
        state = f" · not complete: {self.so_far}" if self.partial else ""
        rule = f"{counted(len(self.candidates), 'candidate')} × {counted(len(self.seeds), 'seed')}"
        return f"{rule}, each learner at its own best · {self.stream}{state}"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per learner, best first; ratios are shares, from 0 to 1."""
        return pd.DataFrame([self._row(standing) for standing in self.standings], columns=list(COLUMNS))

    def _row(self, standing: Standing) -> dict[str, Any]:
        choice = standing.choice
        values = (
            standing.label, str(standing.learner), choice.score, choice.score_sd, str(standing.hindsight),
            choice.hindsight_score, choice.hindsight_sd, choice.flattery, standing.candidates,
            choice.ratio.shape[1], standing.micros,
        )  # fmt: skip
        return dict(zip(COLUMNS, values, strict=True))

    def to_json(self) -> str:
        """Return the result as JSON that `from_json` reads."""
        return write_record(
            "contest",
            words=self.words,
            stream=asdict(self.stream),
            candidates=[str(text) for text in self.candidates],
            seeds=self.seeds,
            ratio=self.ratio,
            micros=self.micros,
            seconds=self.seconds,
            partial=self.partial,
            provenance=self.provenance and self.provenance.to_fields(),
        )

    @classmethod
    def from_json(cls, text: str) -> "ContestResult":
        """Return the result that `to_json` wrote; UserError if the text is something else."""

        def make(r: dict[str, Any]) -> "ContestResult":
            candidates = tuple(map(LearnerText.parse, r["candidates"]))
            provenance = Provenance.from_fields(r.get("provenance"))
            seeds = tuple(r["seeds"])
            return cls(
                Stream(**r["stream"]), candidates, seeds, floats(r["ratio"]), r["micros"], r["seconds"], provenance
            )

        return read_record("contest", text, make)


COLUMNS = (
    "learner", "best value", "honest mean", "honest sd", "hindsight value", "hindsight mean", "hindsight sd",
    "flattery", "candidates", "seeds", "µs per round",
)  # fmt: skip


def named_values(learner: LearnerText, K: int, candidates: Sequence[LearnerText]) -> str:
    """Return the values of the parameters in which the candidates differ, without options that are off: "γ = 0.01"."""
    pairs = zip(learner.spec.params, learner.values, *(text.values for text in candidates), strict=True)
    varied = [(param, value) for param, value, *all_values in pairs if len({str(v) for v in all_values}) > 1]
    varied = [(param, value) for param, value in varied if not param.default == str(value) == "0"]
    return ", ".join(f"{param.symbol} = {short(value(K))}" for param, value in varied)
