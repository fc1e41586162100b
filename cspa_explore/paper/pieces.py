"""A piece of a table: some candidates in one trial, with all kernel widths at once, as right proposals per window."""

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from cspa_explore.core.loop import Trace
from cspa_explore.learners import LearnerText
from cspa_explore.paper.cells import window_ends
from cspa_explore.running.play import CHUNK, WORK, play
from cspa_explore.running.playing import Player
from cspa_explore.streams.blocks import kernel_chunks
from cspa_explore.streams.stream import Stream


class Played(NamedTuple):
    """The result of a piece."""

    windows: np.ndarray  # (widths, learners, windows) uint8: right proposals per window of 100 rounds
    seconds: float  # of one core


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
