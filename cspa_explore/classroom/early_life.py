"""The round by which something has happened for the first time, in every trial of a run."""

from dataclasses import replace
from math import inf, isfinite

import numpy as np

from cspa_explore.classroom.answer import Answer, Stop, checked
from cspa_explore.classroom.deck import Measure
from cspa_explore.core.geometry import Additive
from cspa_explore.core.loop import Trace
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.inspection.territory import churns
from cspa_explore.learners.branch import AnyLearner
from cspa_explore.results.run import RunResult
from cspa_explore.running.play import play
from cspa_explore.running.playing import Player
from cspa_explore.streams.blocks import chunks
from cspa_explore.streams.order import in_class_order
from cspa_explore.streams.stream import Stream
from cspa_explore.wording import counted

CHUNK = 256  # rounds between two looks at the map


def all_proposed(result: RunResult, measure: Measure, stop: Stop) -> Answer:
    """Return the round by which the learner has proposed every class."""
    learner = result.results[measure.learner - 1].learner
    found = []
    for seed in result.seeds:
        checked(stop)
        (trace,) = play([learner], replace(result.stream, seed=seed))
        found.append(first_round_of_all(trace.y_tilde, result.stream.n_classes))
    K = result.stream.n_classes
    return _by_round(result, measure, found, f"has proposed all {K} classes")


def first_round_of_all(proposals: np.ndarray, K: int) -> float:
    """Return the round, counted from 1, by which all K classes occur; inf if one never does.

    >>> first_round_of_all(np.array([0, 0, 2, 1, 0]), 3), first_round_of_all(np.array([0, 0]), 2)
    (4.0, inf)
    """
    classes, first = np.unique(proposals, return_index=True)
    return float(first.max() + 1) if len(classes) == K else inf


def circle_right(result: RunResult, measure: Measure, stop: Stop) -> Answer:
    """Return the first round after which the learner predicts the true class in a share of all directions."""
    learner = result.results[measure.learner - 1].learner
    found = []
    for seed in result.seeds:
        checked(stop)
        found.append(first_right(learner, replace(result.stream, seed=seed), measure.share / 100))
    return _by_round(result, measure, found, f"predicts {measure.share:g} % of the circle right")


def first_right(learner: AnyLearner, stream: Stream, share: float) -> float:
    """Return the first round after which the share of directions with the right prediction is reached; else inf.

    The right class of a direction is the one whose points, without noise, lie nearest to it.
    """
    truth = class_directions(stream)
    player = Player.new(learner, stream)
    for block in chunks(stream, CHUNK):
        history = player.record(block, Trace.new(len(block.order))).W
        pairs = np.stack([history, np.broadcast_to(truth, history.shape)], axis=1).reshape(-1, *truth.shape)
        right = 1 - churns(pairs)[::2]  # even steps: weights → truth; odd ones: truth → next weights
        if (reached := np.flatnonzero(right >= share - 1e-12)).size:
            return float(block.start + reached[0] + 1)
    return inf


def class_directions(stream: Stream) -> np.ndarray:
    """Return the mean point of each class without noise, scaled to length 1, as the trial numbers the classes."""
    data = stream.load()
    y = in_class_order(stream, data.y)
    means = np.array([np.asarray(data.X)[y == k].mean(axis=0) for k in range(stream.n_classes)])
    lengths = np.linalg.norm(means, axis=1, keepdims=True)
    return means / np.where(lengths > 0, lengths, 1.0)


def not_on_a_circle(experiment: Experiment, measure: Measure) -> str:
    """Return why there is no circle of right predictions; empty if there is one."""
    stream, learner = experiment.stream, experiment.learners[measure.learner - 1]
    if stream.spec.kind != "toy" or stream.info.shape.d != 2:
        return f"it needs a toy data set in the plane, got {stream.info.title}"
    if 0 in (counts := stream.info.shape.counts or ()):
        return f"it needs points of every class, got none of class {counts.index(0) + 1}"
    for name in ("bias", "kernel"):
        if getattr(stream, name):
            return f"it needs inputs without {name}, got {name}={getattr(stream, name)}"
    if stream.drift != "none":
        return f"it needs classes that stay in place, got drift={stream.drift}"
    if learner.spec.geometry is not Additive:
        return f"it needs a learner that predicts the largest w·x, got {learner.words_for(stream.n_classes)}"
    return ""


def _by_round(result: RunResult, measure: Measure, found: list[float], what: str) -> Answer:
    """Return the answer of the watched trial, with the median and the range of all trials in its sentence."""
    value, T = found[0], result.stream.n_rounds
    name = result.names[measure.learner - 1]
    words = f"round {value:,.0f}" if isfinite(value) else "never"
    here = f"by round {value:,.0f}" if isfinite(value) else f"not within {counted(T, 'round')}"
    median, fewest, most = (_round(f(found)) for f in (np.median, min, max))
    several = f" Over {len(found)} seeds: median {median}, from {fewest} to {most}." if len(found) > 1 else ""
    names = {"median": median, "fewest": fewest, "most": most}
    sentence = f"In the run on the stage, {name} {what} {here}.{several}"
    finite = [one for one in found if isfinite(one)] or [inf]
    return Answer(value, words, sentence, int(value) if isfinite(value) else T, min(finite), max(finite), names)


def _round(value: float) -> str:
    """Return a round, or the mean of two, as text; "never" for infinity.

    >>> _round(12345.0), _round(7.5), _round(inf)
    ('12,345', '7.5', 'never')
    """
    return f"{value:,.1f}".removesuffix(".0") if isfinite(value) else "never"
