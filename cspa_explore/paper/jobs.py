"""Jobs: all candidates of some learners on one data set of a table, which share a stream."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from cspa_explore.core.rows import CSR
from cspa_explore.core.simd import padded
from cspa_explore.datasets import describe
from cspa_explore.learners import LearnerText
from cspa_explore.paper.protocol import VARIANTS, grid_of, left_out, stream_of, table_of, widths
from cspa_explore.paper.published import LEARNERS, TRIALS
from cspa_explore.running.run import estimate, trial_seeds
from cspa_explore.streams.stream import Stream

MOST_WEIGHTS = 2**28  # bytes of weights in a piece of Table 1; two pieces at a time stay below 2 GB with the data


@dataclass(frozen=True)
class Job:
    """The cells of a data set that share a stream."""

    table: int
    dataset: str
    variant: str
    learners: tuple[str, ...]
    trials: int = TRIALS
    seed: int = 0

    @cached_property
    def stream(self) -> Stream:
        """Return the stream with the experiment's seed and the first width."""
        return stream_of(self.table, self.dataset, self.variant, self.seed)

    @cached_property
    def seeds(self) -> tuple[int, ...]:
        """Return the seeds of the trials."""
        return trial_seeds(self.seed, self.trials)

    def grid(self, learner: str) -> tuple[LearnerText, ...]:
        """Return a learner's candidates."""
        return grid_of(self.table, self.variant, learner, self.stream.n_classes)

    @cached_property
    def texts(self) -> tuple[LearnerText, ...]:
        """Return the candidates of all learners."""
        return tuple(text for key in self.learners for text in self.grid(key))

    @property
    def runs(self) -> int:
        """Return the number of runs: candidates × widths × trials."""
        return len(self.texts) * len(widths(self.table)) * self.trials

    @property
    def rounds(self) -> int:
        """Return the number of rounds of all runs."""
        return self.runs * self.stream.n_rounds

    @property
    def seconds(self) -> float:
        """Return the estimated seconds on one thread, from the time of one block of rounds."""
        return estimate(list(self.texts), self.stream, self.trials, len(widths(self.table)))


def jobs_of(
    table: int, datasets: Sequence[str] = (), learners: Sequence[str] = LEARNERS,
    variants: Sequence[str] = ("paper",), trials: int = TRIALS, seed: int = 0,
) -> list[Job]:  # fmt: skip
    """Return the jobs of a table for the data sets that are on this machine; without names, for all of them."""
    found = []
    for dataset in table_of(table, tuple(datasets)):
        if not describe(dataset).present:
            continue
        for variant in variants:
            keys = [key for key in VARIANTS[variant].learners if key in learners]
            keys = [key for key in keys if not left_out(table, dataset, key)]
            if keys:
                found.append(Job(table, dataset, variant, tuple(keys), trials, seed))
    return found


def groups_of(job: Job) -> list[list[int]]:
    """Return the indices of the candidates that a piece plays."""
    if job.table == 2:
        return [list(range(len(job.texts)))]
    stream = job.stream
    classes = padded(stream.n_classes) if stream.storage is CSR else stream.n_classes
    groups: list[list[int]] = []
    for key in job.learners:
        mine = [place for place, text in enumerate(job.texts) if text.key == key]
        most = max(1, MOST_WEIGHTS // job.texts[mine[0]].spec.size(classes, stream.n_features))
        groups += [mine[i : i + most] for i in range(0, len(mine), most)]
    return groups
