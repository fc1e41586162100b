"""The state of a learner after any round t of a run, without playing from the start.

Snapshots are kept every T/64 rounds, fewer if learners are wide; a jump copies the nearest earlier snapshot and plays
the missing rounds. Playing in chunks changes no number, so this is the run's own state, bit for bit.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from threading import RLock

import numpy as np

from cspa_explore.core.loop import Trace
from cspa_explore.core.rows import Rows, dense_row
from cspa_explore.errors import UserError
from cspa_explore.learners import Learner
from cspa_explore.learners.branch import AnyLearner
from cspa_explore.running.playing import Player
from cspa_explore.streams.blocks import MOST_IN_BLOCK, Block, block_rounds, chunks
from cspa_explore.streams.order import instance_order
from cspa_explore.streams.stream import Stream

CHUNK = 8192  # rounds between two checks for cancellation, at most
KEPT = 64  # snapshots per learner, at most
MEMORY = 2**28  # bytes: half for the snapshots of all learners, half for rows


@dataclass(frozen=True, eq=False)
class Instance:
    """The data of round t: row, label and uniform."""

    t: int  # counted from 1
    x: np.ndarray  # (d,) as the learners see it
    y: int  # the true class, 0..K−1, as the trial numbers the classes
    u: float  # the uniform of the round
    lied: bool  # the answer to a learner with partial feedback was flipped
    row: int  # the row of the data set


class Rewind:
    """Learners on one stream, at any round. Several threads may use it at the same time.

    >>> from cspa_explore.learners.branch import learner_of
    >>> rewind = Rewind(Stream("gaussians4", sigma=0.25), [learner_of("cspa(beta=1/6)@600(beta=1)")])
    >>> rewind.at(0, 600), rewind.instance(601).t
    (<cspa(beta=1), K=4, d=2, 600 rounds>, 601)
    """

    def __init__(self, stream: Stream, learners: Sequence[AnyLearner]) -> None:
        self.stream = stream
        self.learners = tuple(learners)
        if not self.learners:
            raise UserError("Rewind needs at least one learner, got none.")
        self.rounds = stream.n_rounds
        self._lock = RLock()
        self._rows = _KeptBlocks(stream, MEMORY // 2)
        self._kept: list[dict[int, Learner]] = [{0: Player.new(text, stream).learner} for text in self.learners]
        self._steps = [self._step(kept[0]) for kept in self._kept]

    def at(self, which: int | AnyLearner, t: int) -> Learner:
        """Return a copy of the learner after t rounds, 0 ≤ t ≤ T; the caller owns it.

        `which` is the learner's place in `learners`, or the learner itself. A branch at its round has its
        later parameters, those of the next round.
        """
        place = self.place(which)
        t = self._checked(t, 0)
        with self._lock:
            kept = self._kept[place]
            player = Player(self.learners[place], kept[max(r for r in kept if r <= t)].copy())
            self._advance(place, player, t)
            return player.learner.copy()

    def play(
        self,
        on_rounds: Callable[[int], None] = lambda rounds: None,
        should_stop: Callable[[], bool] = lambda: False,
    ) -> list[Trace]:
        """Return one trace per learner, as `running.play` does; the snapshots that it keeps shorten later jumps."""
        players = [Player(text, self.at(place, 0)) for place, text in enumerate(self.learners)]
        traces = [Trace.new(self.rounds) for _ in players]
        done, step = 0, min(CHUNK, *self._steps)
        while done < self.rounds and not should_stop():
            stop = min(self.rounds, done + step)
            for place, (player, trace) in enumerate(zip(players, traces, strict=True)):
                with self._lock:
                    self._advance(place, player, stop, trace)
                on_rounds(stop - done)
            done = stop
        return [trace.part(0, done) for trace in traces]

    def _advance(self, place: int, player: Player, t: int, trace: Trace | None = None) -> None:
        """Play up to round t and keep the snapshots that are due."""
        step = self._steps[place]
        while player.learner.rounds < t:
            done = player.learner.rounds
            stop = min(t, (done // step + 1) * step)
            for block in self.blocks(done, stop):
                rounds = len(block.order)
                part = Trace.new(rounds) if trace is None else trace.part(block.start, block.start + rounds)
                player.advance(block, part)
            if stop % step == 0 and stop not in self._kept[place]:
                self._kept[place][stop] = player.learner.copy()

    def instance(self, t: int) -> Instance:
        """Return the data of round t, 1 ≤ t ≤ T."""
        t = self._checked(t, 1)
        (block,) = self.blocks(t - 1, t)
        i = int(block.order[0])
        u, lied, row = float(block.u[0]), bool(block.lies[0]), int(self._data_rows[t - 1])
        return Instance(t, dense_row(block.rows, i), int(block.y[i]), u, lied, row)

    def blocks(self, start: int, stop: int) -> list[Block]:
        """Return the rounds start..stop−1, counted from 0, as few blocks; their arrays are shared."""
        with self._lock:
            found = []
            while start < stop:
                whole = self._rows.holding(start)
                here = min(stop, whole.start + len(whole.order))
                found.append(whole.part(start - whole.start, here - whole.start))
                start = here
            return found

    def place(self, which: int | AnyLearner) -> int:
        """Return the learner's place; UserError if it does not play here."""
        if isinstance(which, int | np.integer) and not isinstance(which, bool) and 0 <= which < len(self.learners):
            return int(which)
        if which not in self.learners or isinstance(which, int):
            here = ", ".join(map(str, self.learners))
            raise UserError(
                f"The learner must be one of {here}, or its place 0 to {len(self.learners) - 1}, got {which}."
            )
        return self.learners.index(which)

    @property
    def nbytes(self) -> int:
        """Return the bytes of the snapshots and rows that are kept; does not take the lock."""
        return self._rows.size() + sum(len(kept) * _size(kept[0]) for kept in self._kept)

    @cached_property
    def _data_rows(self) -> np.ndarray:
        """Return the data set's row of each round; the blocks of a noisy stream have rows of their own."""
        return instance_order(self.stream, self.stream.load().y, self.rounds)

    def _step(self, learner: Learner) -> int:
        """Return the number of rounds between two snapshots."""
        most = max(1, min(KEPT, MEMORY // 2 // len(self.learners) // _size(learner)))
        return -(-self.rounds // most)

    def _checked(self, t: int, least: int) -> int:
        if not isinstance(t, int | np.integer) or isinstance(t, bool) or not least <= t <= self.rounds:
            raise UserError(f"The round must be a whole number {least} to {self.rounds}, got {t!r}.")
        return int(t)


def _size(learner: Learner) -> int:
    """Return about how many bytes a snapshot of the learner takes."""
    return learner.spec.size(learner.n_classes, learner.n_features) + 4096


class _KeptBlocks:
    """A cache of a stream's blocks, bounded in bytes; the others are computed again."""

    def __init__(self, stream: Stream, most: int) -> None:
        self.stream, self.most = stream, most
        self.kept: dict[int, Block] = {}  # by first round, most recently used last
        self.source: Iterator[Block] = iter(())
        self.next = -1  # the first round of the next block of `source`; −1: not opened yet

    def holding(self, t: int) -> Block:
        """Return the block that holds the round t, counted from 0."""
        for start, block in self.kept.items():
            if start <= t < start + len(block.order):
                self.kept[start] = self.kept.pop(start)
                return block
        if not 0 <= self.next <= t < self.next + block_rounds(self.stream):
            self.source = chunks(self.stream, MOST_IN_BLOCK, t)
        block = next(block for block in self.source if t < block.start + len(block.order))
        self.next = block.start + len(block.order)
        self.kept[block.start] = block
        while len(self.kept) > 1 and self.size() > self.most:
            del self.kept[next(iter(self.kept))]
        return block

    def size(self) -> int:
        """Return the bytes kept; rows that blocks share count once."""
        blocks = list(self.kept.values())  # another thread may add one
        rows: dict[int, Rows] = {id(block.rows): block.rows for block in blocks}
        shared = sum(array.nbytes for r in rows.values() for array in r if isinstance(array, np.ndarray))
        return shared + sum(block.order.nbytes + block.u.nbytes + block.lies.nbytes for block in blocks)
