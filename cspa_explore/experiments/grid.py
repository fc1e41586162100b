"""Grid search: the paper's, which picks the best value on the very ratio it reports, and an honest one."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import product
from typing import Any

import pandas as pd

from cspa_explore.experiments.record import read_record, write_record
from cspa_explore.experiments.result import LearnerResult
from cspa_explore.experiments.run import run, trial_seed
from cspa_explore.experiments.runner import Progress
from cspa_explore.experiments.stream import Stream
from cspa_explore.learners import LearnerText
from cspa_explore.learners.text import spec_of

HINDSIGHT = "best in hindsight: chosen on the ratio that is reported, as in the paper"
HONEST = "chosen on other seeds than those reported"


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
    ['cspa(beta=0.1)', 'cspa(beta=0.2)', 'cspa(beta=0.25)']
    """
    spec = spec_of(key)
    free = [param for param in spec.params if param.name not in fixed]
    start = LearnerText.of(key, **fixed)
    values = product(*(param.values(n_classes) for param in free))
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
    found: list[tuple[Stream, LearnerResult]] = []
    partial = False
    for number, stream in enumerate(streams):
        tuned = replace(stream, seed=trial_seed(stream.seed, 10**6)) if honest else stream

        def report(progress: Progress, number: int = number) -> None:
            total = progress.total * len(streams)
            on_progress(Progress(progress.total * number + progress.done, total, progress.seconds))

        result = run(learners, tuned, trials, executor=executor, on_progress=report, should_stop=should_stop)
        partial = partial or result.partial
        found += [(stream, r) for r in result.results if len(r.ratio)]
        if should_stop():
            break
    stream, best = max(found, key=lambda pair: pair[1].mean)
    if honest and not partial:
        best = run([best.learner], stream, trials, executor=executor).results[0]
    return GridResult(best, stream, tuple(found), HONEST if honest else HINDSIGHT, partial)
