"""Several learners on one stream: each block of rows is computed once and played by all learners."""

from collections.abc import Callable, Sequence

from cspa_explore.core.loop import Trace
from cspa_explore.core.rows import CSR
from cspa_explore.core.simd import padded
from cspa_explore.learners.branch import AnyLearner
from cspa_explore.running.playing import Player
from cspa_explore.streams.blocks import chunks
from cspa_explore.streams.stream import Stream

CHUNK = (512, 32_768)  # the fewest and the most rounds between two checks for cancellation
WORK = 2**23  # multiplications per learner and chunk: a few milliseconds
MEMORY = 2**30  # bytes of weights per pass over the stream


def play(
    learners: Sequence[AnyLearner],
    stream: Stream,
    on_rounds: Callable[[int], None] = lambda rounds: None,
    should_stop: Callable[[], bool] = lambda: False,
    *,
    chunk: tuple[int, int] | None = None,
) -> list[Trace]:
    """Return one trace per learner. If the work is cancelled, all traces end at the same earlier round.

    `on_rounds` receives the number of rounds played since the last call, once per learner. `should_stop` is called once
    per chunk, which holds as many rounds as a few milliseconds allow, within the bounds `chunk` (by default CHUNK).

    >>> from cspa_explore.learners import LearnerText
    >>> traces = play([LearnerText.of("cspa"), LearnerText.of("uniform")], Stream("iris", rounds=50))
    >>> [len(trace.hit) for trace in traces]
    [50, 50]
    """
    groups = _groups(learners, stream)
    if len(groups) > 1:  # the weights exceed MEMORY: one pass per group
        traces = [t for group in groups for t in play(group, stream, on_rounds, should_stop, chunk=chunk)]
        shortest = min(len(trace.hit) for trace in traces)
        return [trace.part(0, shortest) for trace in traces]
    players = [Player.new(text, stream) for text in learners]
    traces = [Trace.new(stream.n_rounds) for _ in learners]
    done = 0
    low, high = chunk or CHUNK
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
    """Return the learners in groups whose weights together fit into MEMORY; a group has at least one learner."""
    if len(learners) == 1:
        return [list(learners)]
    groups: list[list[AnyLearner]] = []
    room = 0
    classes = padded(stream.n_classes) if stream.storage is CSR else stream.n_classes
    for text in learners:
        size = text.spec.size(classes, stream.n_features)
        if not groups or size > room:
            groups.append([])
            room = MEMORY
        groups[-1].append(text)
        room -= size
    return groups
