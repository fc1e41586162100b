"""Playing cells of the tables: jobs, cut into pieces that run on any executor.

A job is what shares a stream: all candidates of some learners on one data set. In Table 2, a piece plays one trial with
all widths and candidates, so that the inner products of kernel features are computed once per trial, and the features
once per width. In Table 1 rows are read from a table, and a piece plays the candidates of one learner in one trial.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from cspa_explore.core.loop import Trace
from cspa_explore.core.rows import CSR
from cspa_explore.core.simd import padded
from cspa_explore.datasets import describe
from cspa_explore.learners import LearnerText
from cspa_explore.paper.cells import NOT_PLAYED, Candidate, Cell, window_ends
from cspa_explore.paper.protocol import VARIANTS, grid_of, left_out, stream_of, table_of, widths
from cspa_explore.paper.published import LEARNERS, TRIALS
from cspa_explore.running.executor import Control, Progress, run_pieces
from cspa_explore.running.play import CHUNK, WORK, play
from cspa_explore.running.playing import Player
from cspa_explore.running.run import estimate, trial_seeds
from cspa_explore.streams.blocks import kernel_chunks
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


class Played(NamedTuple):
    """The result of a piece."""

    windows: np.ndarray  # (widths, learners, windows) uint8: right proposals per window of 100 rounds
    seconds: float  # of one core


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


def reproduce(
    jobs: Sequence[Job],
    *,
    executor: Any = None,
    on_progress: Callable[[Progress], None] = lambda progress: None,
    on_job: Callable[[Job, tuple[Cell, ...]], None] = lambda job, cells: None,
    should_stop: Callable[[], bool] = lambda: False,
    known: Callable[[tuple], Played | None] = lambda piece: None,
    keep: Callable[[tuple, Played], None] = lambda piece, played: None,
) -> Reproduction:
    """Play the jobs; `on_job` gets the cells of each job that is complete. If cancelled, return what was played.

    A piece that is `known` is not played again; each new one is given to `keep`.
    """
    start = time.perf_counter()
    boards = {job: _Board(job) for job in jobs}
    places = [(job, some, trial) for job in jobs for trial in range(job.trials) for some in _groups(job)]
    pieces = [_piece(*place) for place in places]
    missing = []
    for number, piece in enumerate(pieces):
        if (found := known(piece)) is None:
            missing.append(number)
        else:
            boards[places[number][0]].add(*places[number][1:], found)
    sizes = [len(pieces[n][0]) * len(pieces[n][2]) * pieces[n][1].n_rounds for n in missing]
    control = Control(max(1, sum(sizes)), on_progress, should_stop)
    for number, result in run_pieces(hits_per_window, [pieces[n] for n in missing], control, executor):
        if result is not None:
            job, some, trial = places[missing[number]]
            keep(pieces[missing[number]], result)
            boards[job].add(some, trial, result)
            if boards[job].complete:
                on_job(job, boards[job].cells())
    cells = tuple(cell for board in boards.values() for cell in board.cells())
    return Reproduction(cells, control.done, time.perf_counter() - start)


class _Board:
    """The windows of a job's candidates."""

    def __init__(self, job: Job) -> None:
        self.job, self.texts = job, job.texts
        points = len(window_ends(job.stream.n_rounds))
        self.windows = np.zeros((len(widths(job.table)), len(self.texts), job.trials, points), np.uint8)
        self.played = np.zeros((len(self.texts), job.trials), bool)
        self.seconds = np.zeros(len(self.texts))

    @property
    def complete(self) -> bool:
        return bool(self.played.all())

    def add(self, some: list[int], trial: int, result: Played) -> None:
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


def _piece(job: Job, some: list[int], trial: int) -> tuple[list[LearnerText], Stream, tuple[float, ...]]:
    stream = replace(job.stream, seed=job.seeds[trial], rounds=job.stream.n_rounds)
    return [job.texts[place] for place in some], stream, widths(job.table)


def _groups(job: Job) -> list[list[int]]:
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


def hits_per_window(
    learners: list[LearnerText], stream: Stream, gs: tuple[float, ...], *control: Any
) -> tuple[Played | None, int]:
    """Return the right proposals per window of every learner with every width (None if cancelled), and the rounds."""
    start, T = time.thread_time(), stream.n_rounds
    rows = play_widths(learners, stream, gs, *control) if gs != (0.0,) else [play(learners, stream, *control)]
    played = sum(len(trace.hit) for traces in rows for trace in traces)
    if played < len(gs) * len(learners) * T:
        return None, played
    starts = np.concatenate([[0], window_ends(T)[:-1]])
    counts = [[np.add.reduceat(trace.hit, starts, dtype=np.uint8) for trace in traces] for traces in rows]
    return Played(np.array(counts, np.uint8), time.thread_time() - start), played


def play_widths(
    learners: Iterable[LearnerText], stream: Stream, gs: tuple[float, ...],
    on_rounds: Callable[[int], None] = lambda rounds: None, should_stop: Callable[[], bool] = lambda: False,
) -> list[list[Trace]]:  # fmt: skip
    """Return the traces of every learner with every kernel width g, (widths, learners), as `play` would for each.

    If the work is cancelled, the traces end at earlier rounds.
    """
    streams = [replace(stream, kernel=g) for g in gs]
    players = [[Player.new(text, own) for text in learners] for own in streams]
    traces = [[Trace.new(stream.n_rounds) for _ in row] for row in players]
    done = [0] * len(gs)
    low, high = CHUNK
    size = max(low, min(high, WORK // (stream.n_classes * streams[0].n_features)))
    for which, block in kernel_chunks(streams[0], gs, size):
        if should_stop():
            break
        rounds = len(block.order)
        for player, trace in zip(players[which], traces[which], strict=True):
            player.advance(block, trace.part(block.start, block.start + rounds))
            on_rounds(rounds)
        done[which] += rounds
    return [[trace.part(0, rounds) for trace in row] for row, rounds in zip(traces, done, strict=True)]
