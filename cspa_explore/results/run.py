"""The result of a run: frozen plain data that is small enough to cache and to send.

Ratios are shares of rounds, from 0 to 1. Arrays have one row per trial; the row of a cancelled trial covers the rounds
that it played.
"""

from dataclasses import asdict, dataclass, field, replace
from importlib import import_module
from typing import Any

import numpy as np
import pandas as pd

from cspa_explore.core.loop import Trace
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.learners.branch import AnyLearner, learner_of
from cspa_explore.provenance import Provenance, current
from cspa_explore.results.json_form import floats, read_record, write_record
from cspa_explore.streams.stream import Stream
from cspa_explore.wording import counted

RECENT = 100  # rounds in the "last 100" ratio


@dataclass(frozen=True, eq=False)
class LearnerResult:
    """The trials of one learner."""

    learner: AnyLearner
    rounds: np.ndarray  # (trials,) number of rounds played
    ratio: np.ndarray  # (trials,) share of right proposals ỹ
    predicted: np.ndarray  # (trials,) share of right predictions ŷ
    explored: np.ndarray  # (trials,) share of rounds with ỹ ≠ ŷ
    loss: np.ndarray  # (trials,) mean loss, NaN where the algorithm has none
    squares: np.ndarray  # (trials,) Σℓ²
    recall: np.ndarray  # (trials, K) share of right proposals per true class, NaN if the class did not occur
    curve: np.ndarray  # (trials, points) ratio so far at the checkpoints, NaN beyond the last round
    recent: np.ndarray  # (trials, points) ratio of the last 100 rounds

    @classmethod
    def of(cls, learner: AnyLearner, trials: list[dict[str, Any]], K: int, points: int) -> "LearnerResult":
        """Return the result of these trials' summaries, with empty arrays if there are none."""
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
    def words(self) -> str:
        """Return mean ± sd as "94.0 ± 0.4 %"; without the sd if there is only one trial."""
        spread = f"\u00a0±\u00a0{100 * self.sd:.1f}" if len(self.ratio) > 1 else ""
        return f"{100 * self.mean:.1f}{spread}\u00a0%"

    def fields(self) -> dict[str, Any]:
        """Return the learner's text and the arrays, for JSON."""
        return {"learner": str(self.learner)} | {name: getattr(self, name) for name in ARRAYS}

    @classmethod
    def from_fields(cls, fields: dict[str, Any]) -> "LearnerResult":
        """Return the result whose `fields` were written as JSON."""
        arrays = {name: floats(fields[name]) for name in ARRAYS}
        arrays["rounds"] = arrays["rounds"].astype(int)
        return cls(learner_of(fields["learner"]), **arrays)


@dataclass(frozen=True, eq=False)
class RunResult:
    """Results of learners that played the same streams, one stream per trial."""

    stream: Stream  # with the experiment's seed; trial i plays it with seeds[i]
    seeds: tuple[int, ...]
    checkpoints: np.ndarray  # (points,) rounds, counted from 1
    results: tuple[LearnerResult, ...]
    partial: bool = False  # it was cancelled
    seconds: float = 0.0
    provenance: Provenance | None = field(default_factory=current)  # None: unknown

    @property
    def experiment(self) -> Experiment:
        """Return the experiment with the trials that were played (at least 1)."""
        return Experiment(self.stream, tuple(r.learner for r in self.results), max(1, len(self.seeds)))

    @property
    def names(self) -> tuple[str, ...]:
        """Return the learners in words, every expression in K as its value."""
        return tuple(r.learner.words_for(self.stream.n_classes) for r in self.results)

    @property
    def nbytes(self) -> int:
        """Return the bytes of its arrays."""
        return self.checkpoints.nbytes + sum(getattr(r, name).nbytes for r in self.results for name in ARRAYS)

    @property
    def words(self) -> str:
        """Return the settings in words."""
        learners = " · ".join(self.names)
        state = " · cancelled before its end" if self.partial else ""
        return f"{self.stream} · {learners} · {counted(len(self.seeds), 'seed')}, same rows for all{state}"

    @property
    def complete(self) -> "RunResult":
        """Return the result of the complete trials alone. It stays partial if the run was."""
        whole = [trial for trial in range(len(self.seeds)) if self.results[0].rounds[trial] == self.stream.n_rounds]
        parts = [LearnerResult(r.learner, **{name: getattr(r, name)[whole] for name in ARRAYS}) for r in self.results]
        return replace(self, seeds=tuple(self.seeds[trial] for trial in whole), results=tuple(parts))

    def _repr_html_(self) -> str | None:
        """Return the run as a player, for a notebook; None if there is nothing to play.

        The player is imported by its name: it imports this module.
        """
        page: str | None = import_module("cspa_explore.player.notebook").shown(self)
        return page

    def to_frame(self) -> pd.DataFrame:
        """Return one row per learner and trial."""
        rows = []
        for r in self.results:
            for trial, seed in enumerate(self.seeds[: len(r.ratio)]):
                numbers = {name: getattr(r, name)[trial] for name in SCALARS}
                rows.append({"learner": str(r.learner), "trial": trial, "seed": seed, **numbers})
        return pd.DataFrame(rows, columns=["learner", "trial", "seed", *SCALARS])

    def curves_frame(self) -> pd.DataFrame:
        """Return one row per learner, trial and checkpoint."""
        parts = [pd.DataFrame(columns=["learner", "trial", "seed", "round", "ratio", "last_100"])]
        for r in self.results:
            for trial, seed in enumerate(self.seeds[: len(r.ratio)]):
                values = {"round": self.checkpoints, "ratio": r.curve[trial], "last_100": r.recent[trial]}
                parts.append(pd.DataFrame({"learner": str(r.learner), "trial": trial, "seed": seed, **values}))
        return pd.concat(parts[1:] or parts, ignore_index=True)

    def to_json(self) -> str:
        """Return the result as JSON that `from_json` reads."""
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
        """Return the result that `to_json` wrote; UserError if the text is something else."""
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
    """Return the rounds at which curves are recorded: the first 100, then every 20th, and T.

    If T > 10,000, it is every 100th, and from 200,000 on every (100⌊T/100,000⌋)th: at most 2,100 rounds in all.

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
    losses = trace.loss[~np.isnan(trace.loss)]  # rounds with a zero row have no loss
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
