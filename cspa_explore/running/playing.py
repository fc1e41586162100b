"""One learner on a stream, block by block. A branch changes the parameters exactly after its round."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from cspa_explore.core.loop import Trace
from cspa_explore.core.memory import aligned
from cspa_explore.learners import History, Learner
from cspa_explore.learners.branch import AnyLearner, Branch
from cspa_explore.streams.blocks import Block, chunks
from cspa_explore.streams.stream import Stream


class Player:
    """Plays the learner of one text; `learner` holds the state, and the parameters of the next round."""

    def __init__(self, text: AnyLearner, learner: Learner) -> None:
        self.text = text
        self.learner = learner
        if isinstance(text, Branch):
            self._change()

    @classmethod
    def new(cls, text: AnyLearner, stream: Stream) -> "Player":
        """Return a player before its first round, in the memory layout for the stream's rows."""
        if isinstance(text, Branch):
            text.then.hyper(stream.n_classes)  # refuse bad parameters now, not during the run
        start = text.learner if isinstance(text, Branch) else text
        return cls(text, Learner(start, stream.n_classes, stream.n_features, stream.storage))

    def advance(self, block: Block, trace: Trace) -> None:
        """Play the rounds of the block, which must follow those played so far, and fill the trace."""
        if not isinstance(self.text, Branch):
            self.learner.advance(*block[1:5], trace, checked=True, lies=block.lies)
            return
        for part, here in self._parts(block, trace):
            self.learner.advance(*part[1:5], here, checked=True, lies=part.lies)
            self._change()

    def log(self, block: Block, trace: Trace) -> np.ndarray:
        """Play as `advance` does and return the probability with which each proposal was drawn, (rounds,)."""
        drawn = aligned(len(block.order))
        for part, here in self._parts(block, trace):
            start = part.start - block.start
            own = drawn[start : start + len(part.order)]
            self.learner.advance(*part[1:5], here, checked=True, lies=part.lies, drawn=own)
            self._change()
        return drawn if self.text.spec.draws else np.ones(len(drawn))

    def record(self, block: Block, trace: Trace) -> History:
        """Play as `advance` does and return the state after each round."""
        kept = []
        for part, here in self._parts(block, trace):
            kept.append(self.learner.record(*part[1:5], here, lies=part.lies))
            self._change()
        A = None if kept[0].A is None else np.concatenate([history.A for history in kept])
        return History(np.concatenate([history.W for history in kept]), A)

    def _parts(self, block: Block, trace: Trace) -> Iterator[tuple[Block, Trace]]:
        """Yield the block and its trace, cut in two if the parameters change within the block."""
        rounds = len(block.order)
        left = self.text.at - self.learner.rounds if isinstance(self.text, Branch) else 0  # rounds until the change
        if not 0 < left < rounds:
            yield block, trace
            return
        for start, stop in ((0, left), (left, rounds)):
            yield block.part(start, stop), trace.part(start, stop)

    def _change(self) -> None:
        """Switch to the later parameters if the round of the branch has been reached."""
        if isinstance(self.text, Branch) and self.learner.rounds == self.text.at:
            names = [param.name for param in self.text.spec.params]
            values = dict(zip(names, map(str, self.text.then.values), strict=True))
            self.learner = self.learner.with_params(**values)


class Recording(NamedTuple):
    """A trial with the state after every round."""

    trace: Trace
    W: np.ndarray  # (T+1, K, d) weights after 0…T rounds
    A: np.ndarray | None  # (T+1, K, m) as `Learner.beside_weights` returns it


def recordings(
    learners: Sequence[AnyLearner],
    stream: Stream,
    on_rounds: Callable[[int], None] = lambda rounds: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> list[Recording] | None:
    """Return one recording per learner (dense rows only); None if the work was stopped."""
    players = [Player.new(text, stream) for text in learners]
    traces = [Trace.new(stream.n_rounds) for _ in learners]
    W = [[player.learner.weights()[None]] for player in players]
    A = [[player.learner.beside_weights()] for player in players]
    for block in chunks(stream):
        rounds = len(block.order)
        for player, trace, weights, precisions in zip(players, traces, W, A, strict=True):
            if should_stop():
                return None
            history = player.record(block, trace.part(block.start, block.start + rounds))
            weights.append(history.W)
            precisions.append(history.A)
            on_rounds(rounds)
    return [
        Recording(trace, np.concatenate(weights), None if a[0] is None else np.concatenate([a[0][None], *a[1:]]))
        for trace, weights, a in zip(traces, W, A, strict=True)
    ]
