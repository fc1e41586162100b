"""One round of one learner as plain values for the Microscope's drawing; the kernels compute the numbers."""

from collections.abc import Sequence
from math import isfinite, nan
from typing import Any

import numpy as np

from cspa_explore.charts.colours import classes
from cspa_explore.charts.colours import look as colours
from cspa_explore.inspection.biggest_changes import measure_of
from cspa_explore.inspection.one_round import Look, Other, look, others, row_of
from cspa_explore.learners.branch import AnyLearner
from cspa_explore.player.replay import MOST_CLASSES
from cspa_explore.ui.microscope.inspected_run import InspectedRun, rivals
from cspa_explore.ui.microscope.probe import Probe


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
        "point": _raw(run, probe) if plane else None,
        "learners": [_named(item, experiment.learners[:place]) for place, item in enumerate(experiment.learners)],
        "classes": classes(min(seen.K, MOST_CLASSES)) if plane else [],
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


def _raw(run: InspectedRun, probe: Probe) -> list[float]:
    """Return the point of the plane before it gets a constant feature and is scaled to length 1."""
    if probe.point:
        return list(probe.point)
    return [float(value) for value in run.points.instance(probe.t).x]


def _named(item: AnyLearner, before: Sequence[AnyLearner]) -> dict[str, str]:
    colour, dash = colours(item.key, [other.key for other in before].count(item.key))
    return {"words": item.words, "key": item.key, "colour": colour, "dash": dash, "note": item.spec.note}


def _next(wanted: np.ndarray, t: int) -> int:
    """Return the first round after t for which `wanted` is True, 0 if there is none."""
    return int(next(iter(np.flatnonzero(wanted[t:]) + t + 1), 0))


def _number(value: float) -> float | None:
    return None if not isfinite(value) else float(value)


def _plain_look(seen: Look) -> dict[str, Any]:
    support = seen.support
    return {
        "words": seen.words, "names": list(seen.names), "K": seen.K, "d": seen.d,
        "x": seen.x.tolist() if seen.d <= 3 else None, "y": seen.y, "y_hat": seen.y_hat, "y_tilde": seen.y_tilde,
        "correct": seen.correct, "explored": seen.explored, "supposed": seen.supposed, "full": seen.feedback == "full",
        "loss": _number(seen.loss), "branch": seen.branch, "steps": list(seen.steps),
        "W_before": seen.W_before.ravel().tolist() if seen.d <= 3 else None,
        "W_after": seen.W_after.ravel().tolist() if seen.d <= 3 else None,
        "scores_before": seen.scores_before.tolist(), "scores_after": seen.scores_after.tolist(),
        "tau": seen.tau.tolist(),
        "equations": [[e.formula, e.numbers, _number(e.result), bool(e.holds)] for e in seen.equations],
        "invariants": [[i.name, i.value, bool(i.holds)] for i in seen.invariants],
        "support": None if support is None else {
            "y": support.y, "losses": [_number(v) for v in support.losses], "inside": [bool(v) for v in support.inside],
            "line": _number(support.line),
        },
    }  # fmt: skip


def _plain_other(other: Other) -> dict[str, Any]:
    seen = other.look
    if seen is None:
        return {"words": other.words, "reason": other.reason}
    return {
        "words": other.words, "reason": "", "note": other.note, "about": other.about,
        "y_tilde": seen.y_tilde, "correct": seen.correct,
        "branch": seen.branch, "scores_after": seen.scores_after.tolist(), "tau": seen.tau.tolist(),
        "loss": _number(seen.loss if seen.loss is not None else nan),
        "W_after": seen.W_after.ravel().tolist() if seen.d <= 3 else None,
    }  # fmt: skip
