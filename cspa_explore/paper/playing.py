"""Playing cells of the tables: jobs, cut into pieces that run on any executor.

A job is what shares a stream: all candidates of some learners on one data set. In Table 2, a piece plays one trial with
all widths and candidates, so that the inner products of kernel features are computed once per trial, and the features
once per width. In Table 1 rows are read from a table, and a piece plays the candidates of one learner in one trial.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, Protocol

import numpy as np

from cspa_explore.core.rows import CSR
from cspa_explore.core.simd import padded
from cspa_explore.datasets import describe
from cspa_explore.learners import LearnerText
from cspa_explore.paper.cells import NOT_PLAYED, Candidate, Cell, window_ends
from cspa_explore.paper.pieces import Played, hits_per_window
from cspa_explore.paper.protocol import VARIANTS, grid_of, left_out, stream_of, table_of, widths
from cspa_explore.paper.published import LEARNERS, TRIALS
from cspa_explore.running.executor import Control, Progress, run_pieces
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


class Reproduction(NamedTuple):
    """The cells that were played; those of a cancelled job may be partial."""

    cells: tuple[Cell, ...]
    rounds: int
    seconds: float

    @property
    def rounds_per_second(self) -> float:
        """Return the mean speed."""
        return self.rounds / self.seconds if self.seconds else 0.0


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


class Memory(Protocol):
    """Remembers what candidates of a job have played in a trial; `stored.py` keeps it in files."""

    def known(self, job: Job, candidate: int, trial: int) -> np.ndarray | None:
        """Return the right proposals per window, (widths, windows); None if they are not known."""

    def keep(self, job: Job, some: list[int], trial: int, played: Played) -> None:
        """Remember a piece."""


def reproduce(
    jobs: Sequence[Job],
    *,
    executor: Any = None,
    on_progress: Callable[[Progress], None] = lambda progress: None,
    on_job: Callable[[Job, tuple[Cell, ...]], None] = lambda job, cells: None,
    should_stop: Callable[[], bool] = lambda: False,
    memory: Memory | None = None,
) -> Reproduction:
    """Play the jobs; `on_job` gets the cells of each job that is complete. If cancelled, return what was played.

    What is in the memory is not played again.
    """
    start = time.perf_counter()
    boards = {job: Board(job, memory) for job in jobs}
    places = [(job, some, trial) for job in jobs for trial in range(job.trials) for some in boards[job].missing(trial)]
    pieces = [_piece(*place) for place in places]
    total = sum(len(texts) * len(gs) * stream.n_rounds for texts, stream, gs in pieces)
    control = Control(max(1, total), on_progress, should_stop)
    for number, result in run_pieces(hits_per_window, pieces, control, executor):
        if result is not None:
            job, some, trial = places[number]
            if memory is not None:
                memory.keep(job, some, trial, result)
            boards[job].add(some, trial, result)
            if boards[job].complete:
                on_job(job, boards[job].cells())
    cells = tuple(cell for board in boards.values() for cell in board.cells())
    return Reproduction(cells, control.done, time.perf_counter() - start)


def _piece(job: Job, some: list[int], trial: int) -> tuple[list[LearnerText], Stream, tuple[float, ...]]:
    stream = replace(job.stream, seed=job.seeds[trial], rounds=job.stream.n_rounds)
    return [job.texts[place] for place in some], stream, widths(job.table)


class Board:
    """The windows of a job's candidates, as far as they are known."""

    def __init__(self, job: Job, memory: Memory | None = None) -> None:
        self.job, self.texts = job, job.texts
        points = len(window_ends(job.stream.n_rounds))
        self.windows = np.zeros((len(widths(job.table)), len(self.texts), job.trials, points), np.uint8)
        self.played = np.zeros((len(self.texts), job.trials), bool)
        self.seconds = np.zeros(len(self.texts))
        for place, trial in np.ndindex(self.played.shape) if memory else ():
            if (found := memory.known(job, place, trial)) is not None:  # type: ignore[union-attr]
                self.add([place], trial, Played(found[:, None], 0.0))

    @property
    def complete(self) -> bool:
        """Say whether everything has been played."""
        return bool(self.played.all())

    def missing(self, trial: int) -> list[list[int]]:
        """Return the candidates that have not played a trial, in the groups that play together."""
        groups = [[place for place in some if not self.played[place, trial]] for some in groups_of(self.job)]
        return [some for some in groups if some]

    def add(self, some: list[int], trial: int, result: Played) -> None:
        """Enter a piece."""
        self.windows[:, some, trial] = result.windows
        self.played[some, trial] = True
        self.seconds[some] += result.seconds / len(some)

    def cells(self) -> tuple[Cell, ...]:
        """Return the cells of the learners that have at least one whole trial."""
        found = []
        for key in self.job.learners:
            mine = [place for place, text in enumerate(self.texts) if text.key == key]
            if self.played[mine].all(axis=0).any():
                found.append(self._cell(key, mine))
        return tuple(found)

    def _cell(self, key: str, mine: list[int]) -> Cell:
        job, gs = self.job, widths(self.job.table)
        played = np.tile(self.played[mine], (len(gs), 1))
        windows = self.windows[:, mine].reshape(len(gs) * len(mine), job.trials, -1)
        hits = np.where(played, windows.sum(axis=2, dtype=np.int32), NOT_PLAYED)
        candidates = tuple(Candidate(self.texts[place], g) for g in gs for place in mine)
        cell = Cell(
            job.table, job.dataset, key, job.variant, candidates, job.seed, job.seeds, job.stream.n_rounds, hits,
            np.empty(0), float(self.seconds[mine].sum()),
        )  # fmt: skip
        return replace(cell, windows=windows[cell.choice.hindsight, cell.played])


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
