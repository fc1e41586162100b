"""The rounds that did the most: which updates to look at first."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from cspa_explore.core.geometry import Additive
from cspa_explore.core.loop import Trace
from cspa_explore.experiments.branch import AnyLearner
from cspa_explore.experiments.player import Player
from cspa_explore.experiments.rewind import Rewind
from cspa_explore.experiments.sectors import churns
from cspa_explore.experiments.stream import Stream
from cspa_explore.learners import Learner

CHURN = "share of directions whose prediction changed"
LENGTH = "length of the update, ‖ΔW‖"
AT_A_TIME = 1024  # rounds


@dataclass(frozen=True)
class Worst:
    """The rounds with the largest damage, largest first."""

    measure: str  # what damage is
    rounds: tuple[tuple[int, float], ...]  # (t counted from 1, damage)


def worst(rewind: Rewind, which: int | AnyLearner, n: int = 10) -> Worst:
    """Return up to n rounds with the largest damage above 0; of equal ones the earlier.

    >>> from cspa_explore.experiments.branch import learner_of
    >>> found = worst(Rewind(Stream("gaussians4", sigma=0.25, rounds=200), [learner_of("cspa(beta=1)")]), 0, 3)
    >>> found.measure, len(found.rounds)
    ('share of directions whose prediction changed', 3)
    """
    damage = damages(rewind, which)
    first = [int(t) for t in np.argsort(-damage, kind="stable")[:n] if damage[t] > 0]
    return Worst(measure_of(rewind.stream), tuple((t + 1, float(damage[t])) for t in first))


def measure_of(stream: Stream) -> str:
    """Return what damage is on a stream: churn in the plane, else the length of the update."""
    plane = stream.n_features == 2 and not stream.bias and not stream.kernel
    return CHURN if plane else LENGTH


def damages(rewind: Rewind, which: int | AnyLearner) -> np.ndarray:
    """Return the damage of each round, (T,): it plays the run once more, round by round."""
    place = rewind.place(which)
    player = Player(rewind.learners[place], rewind.at(place, 0))
    measured = _churns if measure_of(rewind.stream) == CHURN else _lengths
    return measured(player.learner.weights(), _states(rewind, player))


def _states(rewind: Rewind, player: Player) -> Iterator[Learner]:
    """Yield the learner after each round: always the same object, looked at while it stands still."""
    for start in range(0, rewind.rounds, AT_A_TIME):
        for block in rewind.blocks(start, min(rewind.rounds, start + AT_A_TIME)):
            for j in range(len(block.order)):
                player.advance(block.part(j, j + 1), Trace.new(1))
                yield player.learner


def _churns(W: np.ndarray, states: Iterator[Learner]) -> np.ndarray:
    found, history = [], [W]
    for learner in states:
        history.append(learner.weights())
        if len(history) > AT_A_TIME:
            found.append(churns(np.array(history)))
            history = history[-1:]
    return np.concatenate([*found, churns(np.array(history))])


def _lengths(W: np.ndarray, states: Iterator[Learner]) -> np.ndarray:
    found = []
    for learner in states:
        if issubclass(learner.spec.geometry, Additive):  # W += τ xᵀ
            update = learner.last_update()
            found.append(np.linalg.norm(update.tau) * np.linalg.norm(update.x))
        else:
            before, W = W, learner.weights()
            found.append(np.linalg.norm(W - before))
    return np.array(found, dtype=float)
