"""The rounds with the biggest changes: which updates to inspect first."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from cspa_explore.core.geometry import Additive
from cspa_explore.core.loop import Trace
from cspa_explore.core.rows import Dense
from cspa_explore.inspection.rewind import Rewind
from cspa_explore.inspection.territory import churns
from cspa_explore.learners.branch import AnyLearner
from cspa_explore.running.executor import Control, Progress
from cspa_explore.running.playing import Player
from cspa_explore.streams.blocks import Block
from cspa_explore.streams.stream import Stream

CHURN = "share of directions whose prediction changed"
LENGTH = "length of the update, ‖ΔW‖"
DIGITS = 10  # damages that agree to this many digits of the largest count as equal
AT_A_TIME = 4096  # rounds whose weights are recorded at once, at most
MEMORY = 2**21  # bytes of those weights, at most: they fit into the processor's cache


@dataclass(frozen=True)
class Worst:
    """The rounds with the largest damage, largest first."""

    measure: str  # what damage is
    rounds: tuple[tuple[int, float], ...]  # (t counted from 1, damage)
    seen: int  # rounds examined: all of them, unless cancelled


def worst(
    rewind: Rewind,
    which: int | AnyLearner,
    n: int = 10,
    on_progress: Callable[[Progress], None] = lambda progress: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> Worst:
    """Return up to n rounds with the largest damage above 0; of equal ones the earlier first.

    >>> from cspa_explore.learners.branch import learner_of
    >>> found = worst(Rewind(Stream("gaussians4", sigma=0.25, rounds=200), [learner_of("cspa(beta=1)")]), 0, 3)
    >>> found.measure, len(found.rounds), found.seen
    ('share of directions whose prediction changed', 3, 200)
    """
    control = Control(rewind.rounds, on_progress, should_stop)
    damage = damages(rewind, which, control.add, control.stopped)
    finite = np.where(np.isfinite(damage), damage, 0.0)
    shares = np.round(finite / (finite.max(initial=0.0) or 1.0), DIGITS)
    first = [int(t) for t in np.argsort(-shares, kind="stable")[:n] if shares[t] > 0]
    return Worst(measure_of(rewind.stream), tuple((t + 1, float(damage[t])) for t in first), len(damage))


def measure_of(stream: Stream) -> str:
    """Return what damage is on a stream: churn in the plane, else the length of the update."""
    plane = stream.n_features == 2 and not stream.bias and not stream.kernel
    return CHURN if plane else LENGTH


def damages(
    rewind: Rewind,
    which: int | AnyLearner,
    on_rounds: Callable[[int], None] = lambda rounds: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> np.ndarray:
    """Return the damage of each round, (T,), shorter if cancelled; this plays the run once more."""
    place = rewind.place(which)
    player = Player(rewind.learners[place], rewind.at(place, 0))
    W, found = player.learner.weights(), [np.empty(0)]
    measured = _churns if measure_of(rewind.stream) == CHURN else _lengths
    for block in _blocks(rewind):
        if should_stop():
            break
        if isinstance(block.rows, Dense):
            history = player.record(block, Trace.new(len(block.order))).W
            found.append(measured(W, history, player, block))
            W = history[-1].copy()
        else:  # CSR rows are wide: the weights after every round would not fit into memory
            found.append(_stepped(player, block))
        on_rounds(len(block.order))
    return np.concatenate(found)


def _blocks(rewind: Rewind) -> Iterator[Block]:
    """Yield the rounds in blocks whose weights fit into `MEMORY`."""
    stream = rewind.stream
    size = max(1, min(AT_A_TIME, MEMORY // (8 * stream.n_classes * stream.n_features)))
    for start in range(0, rewind.rounds, size):
        yield from rewind.blocks(start, min(rewind.rounds, start + size))


def _churns(W: np.ndarray, history: np.ndarray, player: Player, block: Block) -> np.ndarray:
    return churns(np.concatenate([W[None], history]))


def _lengths(W: np.ndarray, history: np.ndarray, player: Player, block: Block) -> np.ndarray:
    """Return ‖ΔW‖ of each round; W: the weights before the first, history: those after each of them."""
    if not issubclass(player.learner.spec.geometry, Additive):
        return np.linalg.norm(np.diff(history, axis=0, prepend=W[None]), axis=(1, 2))
    x = block.rows.X[block.order]  # type: ignore[union-attr]
    j = np.abs(x).argmax(axis=1)  # ΔW = τ xᵀ: one column determines it, most accurately that of the largest x_j
    t = np.arange(len(x))
    before = np.concatenate([W[None, :, j[0]], history[t[:-1], :, j[1:]]])
    steps = np.linalg.norm(history[t, :, j] - before, axis=1)  # ‖τ‖ |x_j|
    largest = np.abs(x[t, j])
    return steps * np.divide(np.linalg.norm(x, axis=1), largest, out=np.zeros(len(x)), where=largest > 0)


def _stepped(player: Player, block: Block) -> np.ndarray:
    """Return ‖ΔW‖ of each round, played one by one."""
    found = []
    for j in range(len(block.order)):
        before = None if issubclass(player.learner.spec.geometry, Additive) else player.learner.weights()
        player.advance(block.part(j, j + 1), Trace.new(1))
        if before is None:
            update = player.learner.last_update()
            found.append(np.linalg.norm(update.tau) * np.linalg.norm(update.x))
        else:
            found.append(np.linalg.norm(player.learner.weights() - before))
    return np.array(found, dtype=float)
