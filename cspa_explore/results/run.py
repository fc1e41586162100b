"""What a run came to: plain frozen data, enough to draw and to test, small enough to keep and to send.

Ratios are shares of rounds, 0 to 1. Arrays have one row a trial; a trial that was cancelled counts the
rounds it played.
"""

from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np
import pandas as pd

from cspa_explore.core.loop import Trace
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.learners.branch import AnyLearner, learner_of
from cspa_explore.provenance import Provenance, current
from cspa_explore.results.json_form import floats, read_record, write_record
from cspa_explore.streams.stream import Stream

RECENT = 100  # rounds that the "last 100" ratio looks back


@dataclass(frozen=True, eq=False)
class LearnerResult:
    """One learner's trials."""

    learner: AnyLearner
    rounds: np.ndarray  # (trials,) played
    ratio: np.ndarray  # (trials,) proposals ỹ that were right
    predicted: np.ndarray  # (trials,) predictions ŷ that were right
    explored: np.ndarray  # (trials,) rounds with ỹ ≠ ŷ
    loss: np.ndarray  # (trials,) mean loss, NaN where the algorithm has none
    squares: np.ndarray  # (trials,) Σℓ²
    recall: np.ndarray  # (trials, K) share of each class that was proposed rightly, NaN if it did not occur
    curve: np.ndarray  # (trials, points) ratio so far at the checkpoints, NaN beyond the last round
    recent: np.ndarray  # (trials, points) ratio of the last 100 rounds

    @classmethod
    def of(cls, learner: AnyLearner, trials: list[dict[str, Any]], K: int, points: int) -> "LearnerResult":
        """Return the trials' summaries as arrays, also if there are none."""
        width = {"recall": (0, K), "curve": (0, points), "recent": (0, points)}
        empty = {name: np.empty(width.get(name, 0)) for name in ARRAYS}
        return cls(learner, **{name: np.array([t[name] for t in trials]) if trials else empty[name] for name in ARRAYS})

    @property
    def mistakes(self) -> np.ndarray:
        """Return the number of wrong proposals, (trials,)."""
        return np.rint((1 - self.ratio) * self.rounds).astype(int)

    @property
    def mean(self) -> float:
        """Return the mean ratio."""
        return float(self.ratio.mean()) if len(self.ratio) else float("nan")

    @property
    def sd(self) -> float:
        """Return the standard deviation over trials, ddof 1; NaN for one trial."""
        return float(self.ratio.std(ddof=1)) if len(self.ratio) > 1 else float("nan")

    @property
    def se(self) -> float:
        """Return the standard error of the mean."""
        return self.sd / np.sqrt(len(self.ratio))

    @property
    def words(self) -> str:
        """Return "94.0 ± 0.4 %", or without a spread if there is only one trial."""
        spread = f"\u00a0±\u00a0{100 * self.sd:.1f}" if len(self.ratio) > 1 else ""
        return f"{100 * self.mean:.1f}{spread}\u00a0%"

    def fields(self) -> dict[str, Any]:
        """Return the learner's text and the arrays, to be written."""
        return {"learner": str(self.learner)} | {name: getattr(self, name) for name in ARRAYS}

    @classmethod
    def from_fields(cls, fields: dict[str, Any]) -> "LearnerResult":
        """Return what was written."""
        arrays = {name: floats(fields[name]) for name in ARRAYS}
        arrays["rounds"] = arrays["rounds"].astype(int)
        return cls(learner_of(fields["learner"]), **arrays)


@dataclass(frozen=True, eq=False)
class RunResult:
    """Learners on the same streams, trial by trial."""

    stream: Stream  # its seed is the experiment's; trial i plays seeds[i]
    seeds: tuple[int, ...]
    checkpoints: np.ndarray  # (points,) rounds, counted from 1
    results: tuple[LearnerResult, ...]
    partial: bool = False  # it was cancelled
    seconds: float = 0.0
    provenance: Provenance | None = field(default_factory=current)  # None: not known

    @property
    def experiment(self) -> Experiment:
        """Return the experiment that was played, as far as it was."""
        return Experiment(self.stream, tuple(r.learner for r in self.results), max(1, len(self.seeds)))

    @property
    def nbytes(self) -> int:
        """Return the bytes of its arrays."""
        return self.checkpoints.nbytes + sum(getattr(r, name).nbytes for r in self.results for name in ARRAYS)

    @property
    def words(self) -> str:
        """Return the settings in words."""
        learners = " · ".join(r.learner.words for r in self.results)
        state = " · cancelled before its end" if self.partial else ""
        n = len(self.seeds)
        return f"{self.stream} · {learners} · {n} {'seed' if n == 1 else 'seeds'}, same rows for all{state}"

    @property
    def complete(self) -> "RunResult":
        """Return the trials that were played to their end; it is still partial if some are missing."""
        whole = [trial for trial in range(len(self.seeds)) if self.results[0].rounds[trial] == self.stream.n_rounds]
        parts = [LearnerResult(r.learner, **{name: getattr(r, name)[whole] for name in ARRAYS}) for r in self.results]
        return replace(self, seeds=tuple(self.seeds[trial] for trial in whole), results=tuple(parts))

    def to_frame(self) -> pd.DataFrame:
        """Return one row a learner and trial."""
        rows = []
        for r in self.results:
            for trial, seed in enumerate(self.seeds[: len(r.ratio)]):
                numbers = {name: getattr(r, name)[trial] for name in SCALARS}
                rows.append({"learner": str(r.learner), "trial": trial, "seed": seed, **numbers})
        return pd.DataFrame(rows, columns=["learner", "trial", "seed", *SCALARS])

    def curves_frame(self) -> pd.DataFrame:
        """Return one row a learner, trial and checkpoint."""
        parts = [pd.DataFrame(columns=["learner", "trial", "seed", "round", "ratio", "last_100"])]
        for r in self.results:
            for trial, seed in enumerate(self.seeds[: len(r.ratio)]):
                values = {"round": self.checkpoints, "ratio": r.curve[trial], "last_100": r.recent[trial]}
                parts.append(pd.DataFrame({"learner": str(r.learner), "trial": trial, "seed": seed, **values}))
        return pd.concat(parts[1:] or parts, ignore_index=True)

    def to_json(self) -> str:
        """Return everything as JSON; `from_json` gives it back."""
        return write_record(
            "run",
            words=self.words,
            stream=asdict(self.stream),
            seeds=self.seeds,
            checkpoints=self.checkpoints,
            partial=self.partial,
            seconds=self.seconds,
            provenance=self.provenance and self.provenance.to_fields(),
            results=[r.fields() for r in self.results],
        )

    @classmethod
    def from_json(cls, text: str) -> "RunResult":
        """Return the result that was written; UserError if the text is something else."""
        return read_record(
            "run",
            text,
            lambda record: cls(
                Stream(**record["stream"]),
                tuple(record["seeds"]),
                np.array(record["checkpoints"], int),
                tuple(LearnerResult.from_fields(r) for r in record["results"]),
                record["partial"],
                record["seconds"],
                Provenance.from_fields(record.get("provenance")),
            ),
        )


SCALARS = ("rounds", "ratio", "predicted", "explored", "mistakes", "loss", "squares")
ARRAYS = ("rounds", "ratio", "predicted", "explored", "loss", "squares", "recall", "curve", "recent")


def checkpoints(T: int) -> np.ndarray:
    """Return the rounds at which curves are kept: the first hundred, then every 20th or 100th, and the last.

    >>> checkpoints(350)[[0, 99, 100, -1]].tolist()
    [1, 100, 120, 350]
    """
    step = 20 if T <= 10_000 else 100 * max(1, T // 100_000)
    return np.unique(np.concatenate([np.arange(1, min(T, 100) + 1), np.arange(step, T + 1, step), [T]]))


def summarise(trace: Trace, y: np.ndarray, K: int, points: np.ndarray) -> dict[str, Any]:
    """Return one trial's row of each array of a LearnerResult; y[t] is the true class of round t."""
    T = len(trace.hit)
    right = np.concatenate([[0], np.cumsum(trace.hit)])
    inside = points[points <= T]
    back = np.maximum(inside - RECENT, 0)
    curve, recent = np.full(len(points), np.nan), np.full(len(points), np.nan)
    curve[: len(inside)] = right[inside] / inside
    recent[: len(inside)] = (right[inside] - right[back]) / (inside - back)
    seen = np.bincount(y, minlength=K)
    losses = trace.loss[~np.isnan(trace.loss)]  # zero rows have none
    return {
        "rounds": T,
        "ratio": trace.hit.mean() if T else np.nan,
        "predicted": (trace.y_hat == y).mean() if T else np.nan,
        "explored": trace.explored.mean() if T else np.nan,
        "loss": losses.mean() if len(losses) else np.nan,
        "squares": (losses**2).sum() if len(losses) else np.nan,
        "recall": np.divide(np.bincount(y, trace.hit, K), seen, out=np.full(K, np.nan), where=seen > 0),
        "curve": curve,
        "recent": recent,
    }
