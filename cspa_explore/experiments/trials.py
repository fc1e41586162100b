"""Trials: all learners see the same rows in the same order with the same uniforms."""

from dataclasses import dataclass, replace

import numpy as np

from cspa_explore.core.loop import Trace
from cspa_explore.core.rows import CSR
from cspa_explore.experiments.blocks import chunks, storage_of
from cspa_explore.experiments.stream import Stream
from cspa_explore.learners import LearnerText, make


@dataclass(frozen=True)
class Curve:
    """One learner's cumulative ratio of right proposals."""

    learner: LearnerText
    ratio: np.ndarray  # (trials, T)

    @property
    def mean(self) -> np.ndarray:
        """Return the mean over trials (T,)."""
        return self.ratio.mean(axis=0)

    @property
    def sd(self) -> np.ndarray:
        """Return the standard deviation over trials (T,), ddof 1; zero for a single trial."""
        return self.ratio.std(axis=0, ddof=1) if len(self.ratio) > 1 else np.zeros(self.ratio.shape[1])

    @property
    def final(self) -> str:
        """Return the ratio after the last round in percent, with its spread if there are several trials."""
        spread = f"\u00a0±\u00a0{100 * self.sd[-1]:.1f}" if len(self.ratio) > 1 else ""
        return f"{100 * self.mean[-1]:.1f}{spread}\u00a0%"


def compare(learners: list[LearnerText], stream: Stream, trials: int) -> list[Curve]:
    """Return a curve a learner over trials whose seeds are spawned from the stream's.

    >>> stream = Stream("gaussians4", seed=7, sigma=0.25)
    >>> curves = compare([LearnerText.of("cspa", beta="1/6")], stream, trials=2)
    >>> curves[0].ratio.shape, bool(curves[0].mean[-1] > 0.9)
    ((2, 4000), True)
    """
    T = stream.n_rounds
    ratios = np.empty((len(learners), trials, T))
    for trial in range(trials):
        for which, trace in enumerate(play(learners, replace(stream, seed=trial_seed(stream.seed, trial)))):
            ratios[which, trial] = np.cumsum(trace.hit) / np.arange(1, T + 1)
    return [Curve(learner, ratio) for learner, ratio in zip(learners, ratios, strict=True)]


def play(learners: list[LearnerText], stream: Stream) -> list[Trace]:
    """Return a trace a learner; every block of rows is computed once and played by all."""
    K, d, storage = stream.n_classes, stream.n_features, storage_of(stream)
    players = [make(text, n_classes=K, n_features=d, sparse=storage is CSR) for text in learners]
    traces = [Trace.new(stream.n_rounds) for _ in learners]
    for block in chunks(stream):
        rounds = len(block.order)
        for player, trace in zip(players, traces, strict=True):
            part = Trace(*(array[block.start : block.start + rounds] for array in trace))
            player.advance(block.rows, block.y, block.order, block.u, part)
    return traces


def trial_seed(seed: int, trial: int) -> int:
    """Return the seed of a trial, derived from the experiment's.

    >>> trial_seed(7, 0), trial_seed(7, 1)
    (2083679832, 369571992)
    """
    return int(np.random.SeedSequence([seed, trial]).generate_state(1)[0])
