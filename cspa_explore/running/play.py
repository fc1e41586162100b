"""Several learners on one stream: every block of rows is computed once and played by all."""

from collections.abc import Callable, Sequence

from cspa_explore.core.loop import Trace
from cspa_explore.core.rows import CSR
from cspa_explore.core.simd import padded
from cspa_explore.learners.branch import AnyLearner
from cspa_explore.running.playing import Player
from cspa_explore.streams.blocks import chunks
from cspa_explore.streams.stream import Stream

CHUNK = (512, 32_768)  # rounds between two looks at whether to stop, at least and at most
WORK = 2**23  # multiplications that a learner may do in a chunk: some milliseconds
MEMORY = 2**30  # bytes that the weights of one pass may take


def play(
    learners: Sequence[AnyLearner],
    stream: Stream,
    on_rounds: Callable[[int], None] = lambda rounds: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> list[Trace]:
    """Return a trace a learner; if it is stopped, the traces end at the same round, shorter than asked for.

    `on_rounds` is told how many rounds were played, counting each learner's.

    >>> from cspa_explore.learners import LearnerText
    >>> traces = play([LearnerText.of("cspa"), LearnerText.of("uniform")], Stream("iris", rounds=50))
    >>> [len(trace.hit) for trace in traces]
    [50, 50]
    """
    groups = _groups(learners, stream)
    if len(groups) > 1:  # more weights than memory: one pass a group
        traces = [t for group in groups for t in play(group, stream, on_rounds, should_stop)]
        shortest = min(len(trace.hit) for trace in traces)
        return [trace.part(0, shortest) for trace in traces]
    players = [Player.new(text, stream) for text in learners]
    traces = [Trace.new(stream.n_rounds) for _ in learners]
    done = 0
    low, high = CHUNK
    size = max(low, min(high, WORK // (stream.n_classes * stream.n_features)))
    for block in chunks(stream, size):
        if should_stop():
            break
        rounds = len(block.order)
        for player, trace in zip(players, traces, strict=True):
            part = trace.part(block.start, block.start + rounds)
            player.advance(block, part)
            on_rounds(rounds)
        done += rounds
    return [trace.part(0, done) for trace in traces]


def _groups(learners: Sequence[AnyLearner], stream: Stream) -> list[list[AnyLearner]]:
    """Return the learners in groups whose weights fit into memory together; at least one in each."""
    if len(learners) == 1:
        return [list(learners)]
    groups: list[list[AnyLearner]] = []
    room = 0
    classes = padded(stream.n_classes) if stream.storage is CSR else stream.n_classes
    for text in learners:
        arrays = len(text.spec.geometry._fields)  # type: ignore[attr-defined]
        size = 8 * arrays * classes * stream.n_features
        if not groups or size > room:
            groups.append([])
            room = MEMORY
        groups[-1].append(text)
        room -= size
    return groups
