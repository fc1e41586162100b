"""Playing cells of the tables: jobs, cut into pieces that run on any executor.

In Table 2, a piece plays one trial with all widths and candidates, so that the inner products of kernel features are
computed once per trial, and the features once per width. In Table 1 rows are read from a table, and a piece plays the
candidates of one learner in one trial.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from cspa_explore.learners import LearnerText
from cspa_explore.paper.cells import NOT_PLAYED, Candidate, Cell, window_ends
from cspa_explore.paper.jobs import Job, groups_of, jobs_of
from cspa_explore.paper.pieces import Played, hits_per_window
from cspa_explore.paper.protocol import widths
from cspa_explore.paper.stored import Memory, remembered
from cspa_explore.running.executor import Control, Progress, run_pieces
from cspa_explore.store import Store
from cspa_explore.streams.stream import Stream

__all__ = ["Job", "Reproduction", "jobs_of", "reproduce"]


class Reproduction(NamedTuple):
    """The cells that were played; those of a cancelled job may be partial."""

    cells: tuple[Cell, ...]
    rounds: int  # played now, not those of stored results
    seconds: float
    partial: bool = False  # something has not been played

    @property
    def rounds_per_second(self) -> float:
        """Return the mean speed."""
        return self.rounds / self.seconds if self.seconds else 0.0


def reproduce(
    jobs: Sequence[Job],
    *,
    executor: Any = None,
    on_progress: Callable[[Progress], None] = lambda progress: None,
    on_job: Callable[[Job, tuple[Cell, ...]], None] = lambda job, cells: None,
    should_stop: Callable[[], bool] = lambda: False,
    store: Store | None = None,
) -> Reproduction:
    """Play the jobs; `on_job` gets the cells of each job that is complete. If cancelled, return what was played.

    What is stored is not played again.
    """
    with remembered(store, jobs) as memory:
        return _reproduced(jobs, memory, executor, on_progress, on_job, should_stop)


def _reproduced(
    jobs: Sequence[Job], memory: Memory, executor: Any, on_progress: Callable[[Progress], None],
    on_job: Callable[[Job, tuple[Cell, ...]], None], should_stop: Callable[[], bool],
) -> Reproduction:  # fmt: skip
    start = time.perf_counter()
    boards = {job: Board(job, memory) for job in jobs}
    places = [(job, some, trial) for job in jobs for trial in range(job.trials) for some in boards[job].missing(trial)]
    pieces = [_piece(*place) for place in places]
    total = sum(len(texts) * len(gs) * stream.n_rounds for texts, stream, gs in pieces)
    control = Control(max(1, total), on_progress, should_stop)
    for number, result in run_pieces(hits_per_window, pieces, control, executor):
        if result is not None:
            job, some, trial = places[number]
            memory.keep(job, some, trial, result)
            boards[job].add(some, trial, result)
            if boards[job].complete:
                on_job(job, boards[job].cells())
    cells = tuple(cell for board in boards.values() for cell in board.cells())
    partial = not all(board.complete for board in boards.values())
    return Reproduction(cells, control.done, time.perf_counter() - start, partial)


def _piece(job: Job, some: list[int], trial: int) -> tuple[list[LearnerText], Stream, tuple[float, ...]]:
    stream = replace(job.stream, seed=job.seeds[trial], rounds=job.stream.n_rounds)
    return [job.texts[place] for place in some], stream, widths(job.table)


class Board:
    """The windows of a job's candidates, as far as they are known."""

    def __init__(self, job: Job, memory: Memory) -> None:
        self.job, self.texts = job, job.texts
        points = len(window_ends(job.stream.n_rounds))
        self.windows = np.zeros((len(widths(job.table)), len(self.texts), job.trials, points), np.uint8)
        self.played = np.zeros((len(self.texts), job.trials), bool)
        self.seconds = np.zeros(len(self.texts))
        for place, trial in np.ndindex(self.played.shape):
            if (found := memory.known(job, place, trial)) is not None:
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
