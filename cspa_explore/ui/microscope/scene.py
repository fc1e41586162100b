"""One round of one learner as plain values for the Microscope's drawing; the kernels compute the numbers."""

from base64 import b64encode
from math import isfinite
from typing import Any

import numpy as np

from cspa_explore.charts.colours import looks
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.inspection.biggest_changes import measure_of
from cspa_explore.inspection.one_round import Look, Other, look, others, row_of
from cspa_explore.player.instances import instance_arrays, picture_of
from cspa_explore.player.replay import class_colours
from cspa_explore.ui.microscope.inspected_run import InspectedRun, rivals
from cspa_explore.ui.microscope.probe import Probe

MOST_WEIGHTS = 100_000  # numbers that are drawn
MOST_BARS = 60  # features whose weights are drawn as bars


def scene(run: InspectedRun, probe: Probe) -> dict[str, Any]:
    """Return everything that the Microscope draws of the round, as plain values."""
    experiment, stream = run.experiment, run.stream
    plane, why = run.plane
    x = row_of(stream, probe.point) if probe.point and plane else None
    seen = look(run.rewind, probe.which, probe.t, x=x, told=probe.told)
    compared = [text for text in rivals(experiment.learners) if str(text) != seen.text]
    found = others(run.rewind, probe.which, probe.t, compared, x=x, told=probe.told)
    biggest = run.biggest_changes.get((experiment, probe.which))
    return {
        "words": str(experiment), "t": probe.t, "T": run.rewind.rounds, "which": probe.which, "moved": x is not None,
        "told": probe.told, "plane": plane, "why": why, "bias": stream.bias,
        "point": _raw(run, probe) if plane else None, **_pictures(run, probe, seen),
        "learners": _named(experiment),
        "classes": class_colours(stream) if plane else [],
        "reach": _reach(run, probe, seen),
        "look": _plain_look(seen), "others": [_plain_other(other) for other in found],
        "worst": {
            "measure": measure_of(stream),
            "rounds": None if biggest is None else [[t, value] for t, value in biggest.rounds],
        },
        "jumps": {
            "next_mistake": _next(~run.hits[probe.which], probe.t),
            "next_right": _next(run.lessons[probe.which], probe.t),
        },
    }  # fmt: skip


def _reach(run: InspectedRun, probe: Probe, seen: Look) -> float:
    """Return a score that no bar exceeds. In the plane it is the same wherever x points, so that bars can be compared.

    It is the longest weight of the round as played times the length of x, or a score of a what-if that is larger still.
    """
    played = look(run.rewind, probe.which, probe.t) if seen.supposed else seen
    found = [scores for each in (played, seen) for scores in (each.scores_before, each.scores_after)]
    largest = max(float(np.abs(scores).max()) for scores in found)
    if not run.plane[0]:
        return largest
    weights = max(float(np.linalg.norm(W, axis=1).max()) for W in (played.W_before, played.W_after))
    return max(largest, weights * max(float(np.linalg.norm(each.x)) for each in (played, seen)))


def _raw(run: InspectedRun, probe: Probe) -> list[float]:
    """Return the point of the plane before it gets a constant feature and is scaled to length 1."""
    if probe.point:
        return list(probe.point)
    return [float(value) for value in run.points.instance(probe.t).x]


def _pictures(run: InspectedRun, probe: Probe, seen: Look) -> dict[str, Any]:
    """Return x and the weights before and after as they are drawn where there is no plane.

    An averaged learner has two sets of weights: the average, which proposes, and those that learn.
    The weight of a constant feature is left out. With a kernel the weights belong to kernel features: none are drawn.
    """
    stream = run.stream
    picture = None if run.plane[0] else picture_of(stream)
    if picture is None:
        return {"picture": None, "instance": None, "weights": None}
    d, most = stream.info.shape.d, MOST_BARS if picture["kind"] == "bars" else MOST_WEIGHTS
    drawn = not stream.kernel and seen.d <= most and seen.K * seen.d <= MOST_WEIGHTS
    sets = {"before": seen.W_before, "after": seen.W_after}
    if seen.learning is not None:
        sets |= {"learning_before": seen.learning.W, "learning_after": seen.learning.W_after}
    weights = {name: _floats(W[:, :d]) for name, W in sets.items()} if drawn else None
    (x,) = instance_arrays(stream, picture, np.array([probe.t]))["x"].tolist()
    return {"picture": picture, "instance": x, "weights": weights}


def _floats(W: np.ndarray) -> str:
    """Return the numbers as 32-bit floats in base 64, which is a quarter of their size as text."""
    return b64encode(np.ascontiguousarray(W, "<f4").tobytes()).decode()


def _named(experiment: Experiment) -> list[dict[str, str]]:
    found = zip(experiment.learners, experiment.names, looks([item.key for item in experiment.learners]), strict=True)
    return [
        {"words": words, "key": item.key, "colour": colour, "dash": dash, "note": item.spec.note}
        for item, words, (colour, dash) in found
    ]


def _next(wanted: np.ndarray, t: int) -> int:
    """Return the first round after t for which `wanted` is True, 0 if there is none."""
    return int(next(iter(np.flatnonzero(wanted[t:]) + t + 1), 0))


def _number(value: float) -> float | None:
    return None if not isfinite(value) else float(value)


def _plain_look(seen: Look) -> dict[str, Any]:
    support = seen.support
    return {
        "words": seen.words, "names": list(seen.names), "K": seen.K, "d": seen.d,
        "x": seen.x.tolist() if seen.d <= 3 else None, "y": seen.y, "label": seen.label,
        "y_hat": seen.y_hat, "y_tilde": seen.y_tilde,
        "lied": seen.lied, "correct": seen.correct,
        "explored": seen.explored, "supposed": seen.supposed, "full": seen.feedback == "full",
        "loss": _number(seen.loss), "branch": seen.branch, "steps": list(seen.steps),
        "W_before": seen.W_before.ravel().tolist() if seen.d <= 3 else None,
        "W_after": seen.W_after.ravel().tolist() if seen.d <= 3 else None,
        "scores_before": seen.scores_before.tolist(), "scores_after": seen.scores_after.tolist(),
        "tau": seen.tau.tolist(), "learning": _plain_learning(seen),
        "equations": [[e.formula, e.numbers, _number(e.result), bool(e.holds)] for e in seen.equations],
        "invariants": [[i.name, i.value, bool(i.holds)] for i in seen.invariants],
        "support": None if support is None else {
            "y": support.y, "losses": [_number(v) for v in support.losses], "inside": [bool(v) for v in support.inside],
            "line": _number(support.line),
        },
    }  # fmt: skip


def _plain_learning(seen: Look) -> dict[str, Any] | None:
    """Return the weights that learn and their scores, where those that propose are their average."""
    learning = seen.learning
    if learning is None:
        return None
    drawn = seen.d <= 3
    return {
        "W_before": learning.W.ravel().tolist() if drawn else None,
        "W_after": learning.W_after.ravel().tolist() if drawn else None,
        "scores_before": learning.s.tolist(), "scores_after": learning.s_after.tolist(),
    }  # fmt: skip


def _plain_other(other: Other) -> dict[str, Any]:
    seen = other.look
    if seen is None:
        return {"words": other.words, "reason": other.reason}
    return {
        "words": other.words, "reason": "", "note": other.note, "about": other.about,
        "y_tilde": seen.y_tilde, "correct": seen.correct,
        "branch": seen.branch, "scores_after": seen.scores_after.tolist(), "tau": seen.tau.tolist(),
        "loss": _number(seen.loss),
        "W_after": seen.W_after.ravel().tolist() if seen.d <= 3 else None,
    }  # fmt: skip
