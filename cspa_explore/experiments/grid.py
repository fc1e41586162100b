"""Grid search: the paper's, which picks the best value on the very ratio it reports, and an honest one."""

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import product
from typing import Any

import pandas as pd

from cspa_explore.errors import CancelledError
from cspa_explore.experiments.branch import AnyLearner
from cspa_explore.experiments.record import read_record, write_record
from cspa_explore.experiments.result import LearnerResult, RunResult
from cspa_explore.experiments.run import run, trial_seed
from cspa_explore.experiments.runner import Progress
from cspa_explore.experiments.stream import Stream
from cspa_explore.learners import LearnerText
from cspa_explore.learners.text import spec_of

HINDSIGHT = "best in hindsight: chosen on the ratio that is reported, as in the paper"
UNFINISHED = "best so far on the seeds it is chosen on; the reported seeds were not played"
HONEST = "chosen on other seeds, that is other orders and draws, than those reported"


@dataclass(frozen=True, eq=False)
class GridResult:
    """All candidates, and the one that was chosen."""

    chosen: LearnerResult
    stream: Stream  # of the chosen candidate: kernels are candidates too
    candidates: tuple[tuple[Stream, LearnerResult], ...]
    how: str
    partial: bool

    def to_frame(self) -> pd.DataFrame:
        """Return one row a candidate, best first."""
        rows = [
            {
                "learner": str(r.learner),
                "kernel": s.kernel,
                "mean": r.mean,
                "sd": r.sd,
                "trials": len(r.ratio),
            }
            for s, r in self.candidates
        ]
        return pd.DataFrame(rows).sort_values("mean", ascending=False, ignore_index=True)

    @property
    def words(self) -> str:
        """Return the settings in words."""
        state = " · cancelled before its end" if self.partial else ""
        return f"{len(self.candidates)} candidates, {self.how} · {self.stream}{state}"

    def to_json(self) -> str:
        """Return everything as JSON; `from_json` gives it back."""
        found = [{"stream": asdict(stream), **r.fields()} for stream, r in self.candidates]
        chosen = {"stream": asdict(self.stream), **self.chosen.fields()}
        return write_record(
            "grid", words=self.words, chosen=chosen, candidates=found, how=self.how, partial=self.partial
        )

    @classmethod
    def from_json(cls, text: str) -> "GridResult":
        """Return the grid that was written; UserError if the text is something else."""

        def pair(fields: dict[str, Any]) -> tuple[Stream, LearnerResult]:
            return Stream(**fields["stream"]), LearnerResult.from_fields(fields)

        def make(record: dict[str, Any]) -> "GridResult":
            stream, chosen = pair(record["chosen"])
            return cls(chosen, stream, tuple(map(pair, record["candidates"])), record["how"], record["partial"])

        return read_record("grid", text, make)


def candidates(key: str, n_classes: int, **fixed: Any) -> list[LearnerText]:
    """Return the learners of the grid in the Spec, except for parameters that are fixed.

    >>> [str(text) for text in candidates("cspa", 3)][:3]
    ['cspa(beta=0.1)', 'cspa(beta=0.2)', 'cspa(beta=1/(2(K-1)))']
    """
    spec = spec_of(key)
    free = [param for param in spec.params if param.name not in fixed]
    start = LearnerText.of(key, **fixed)
    values = product(*(param.texts(n_classes) for param in free))
    return [start.replace(**{p.name: v for p, v in zip(free, chosen, strict=True)}) for chosen in values]


def grid(
    learners: Sequence[LearnerText],
    streams: Sequence[Stream],
    trials: int = 10,
    *,
    honest: bool = False,
    executor: Any = None,
    on_progress: Callable[[Progress], None] = lambda progress: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> GridResult:
    """Return the best of learners × streams (streams differ in their kernel) by mean ratio.

    Honest: they are compared on seeds of their own, and the chosen one then plays the reported seeds.
    """
    jobs = [replace(s, seed=trial_seed(s.seed, 10**6)) if honest else s for s in streams]
    work = len(learners) * trials
    total = work * sum(s.n_rounds for s in jobs) + (trials * max(s.n_rounds for s in jobs) if honest else 0)
    start, before = time.perf_counter(), 0

    def play_one(texts: Sequence[AnyLearner], stream: Stream) -> RunResult:
        nonlocal before

        def report(p: Progress) -> None:
            on_progress(Progress(before + p.done, total, time.perf_counter() - start))

        result = run(texts, stream, trials, executor=executor, on_progress=report, should_stop=should_stop)
        before += sum(int(r.rounds.sum()) for r in result.results)
        return result

    found: list[tuple[Stream, LearnerResult]] = []
    partial = False
    for stream, job in zip(streams, jobs, strict=True):
        if should_stop():
            partial = True
            break
        result = play_one(learners, job)
        partial = partial or result.partial
        found += [(stream, r) for r in result.results if len(r.ratio)]
    if not found:
        raise CancelledError("The grid search was cancelled before anything was played.")
    stream, best = max(found, key=lambda pair: pair[1].mean)
    if honest and not partial:
        final = play_one([best.learner], stream)
        best, partial = (final.results[0], False) if not final.partial else (best, True)
    how = (UNFINISHED if partial else HONEST) if honest else HINDSIGHT
    return GridResult(best, stream, tuple(found), how, partial)
