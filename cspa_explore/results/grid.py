"""The result of a grid search: all candidates, the chosen one, and how it was chosen."""

from dataclasses import asdict, dataclass, field
from typing import Any

import pandas as pd

from cspa_explore.provenance import Provenance, current
from cspa_explore.results.json_form import read_record, write_record
from cspa_explore.results.run import LearnerResult
from cspa_explore.streams.stream import Stream
from cspa_explore.wording import counted

HINDSIGHT = "best in hindsight: chosen on the ratio that is reported, as in the paper"
UNFINISHED = "best so far on the seeds used for choosing; the reported seeds were not played"
HONEST = "chosen on other seeds (other orders and draws) than those reported"


@dataclass(frozen=True, eq=False)
class GridResult:
    """All candidates, and the one that was chosen."""

    chosen: LearnerResult
    stream: Stream  # of the chosen candidate: kernels are candidates too
    candidates: tuple[tuple[Stream, LearnerResult], ...]
    how: str
    partial: bool  # it was cancelled
    provenance: Provenance | None = field(default_factory=current)  # None: unknown

    def to_frame(self) -> pd.DataFrame:
        """Return one row per candidate, best first."""
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
        return f"{counted(len(self.candidates), 'candidate')}, {self.how} · {self.stream}{state}"

    def to_json(self) -> str:
        """Return the result as JSON that `from_json` reads."""
        found = [{"stream": asdict(stream), **r.fields()} for stream, r in self.candidates]
        chosen = {"stream": asdict(self.stream), **self.chosen.fields()}
        return write_record(
            "grid",
            words=self.words,
            chosen=chosen,
            candidates=found,
            how=self.how,
            partial=self.partial,
            provenance=self.provenance and self.provenance.to_fields(),
        )

    @classmethod
    def from_json(cls, text: str) -> "GridResult":
        """Return the result that `to_json` wrote; UserError if the text is something else."""

        def pair(fields: dict[str, Any]) -> tuple[Stream, LearnerResult]:
            return Stream(**fields["stream"]), LearnerResult.from_fields(fields)

        def make(record: dict[str, Any]) -> "GridResult":
            stream, chosen = pair(record["chosen"])
            candidates = tuple(map(pair, record["candidates"]))
            provenance = Provenance.from_fields(record.get("provenance"))
            return cls(chosen, stream, candidates, record["how"], record["partial"], provenance)

        return read_record("grid", text, make)
