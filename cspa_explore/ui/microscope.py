"""What the Microscope shows: one round of one learner, as plain values for its drawing.

Which round, which learner and where x is are the browser's to say; the answer is computed by the kernels.
"""

from collections.abc import Mapping
from dataclasses import replace
from math import isfinite, nan
from typing import Any, NamedTuple

import numpy as np
import streamlit as st

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.experiments.branch import AnyLearner
from cspa_explore.experiments.microscope import Look, Other, look, others, row_of
from cspa_explore.experiments.play import play
from cspa_explore.experiments.rewind import Rewind
from cspa_explore.experiments.run import trial_seed
from cspa_explore.experiments.worst import Worst, worst
from cspa_explore.figures.theme import look as colours
from cspa_explore.learners import LearnerText
from cspa_explore.player import palette
from cspa_explore.player.replay import MOST_CLASSES, plane_of
from cspa_explore.ui.kept import Kept
from cspa_explore.ui.settings import Settings

FIRST_ROUND = 8  # shown if no round is asked for: something has been learnt, and it is still easy to follow
FARTHEST = 100.0  # |coordinate| of a point that x is moved to


class Probe(NamedTuple):
    """What to look at."""

    which: int = 0
    t: int = FIRST_ROUND
    point: tuple[float, float] | None = None  # where x is moved to, before it is scaled to norm 1
    told: bool | None = None  # supposed answer; None: the truth


class Bench:
    """A run on the table: any of its rounds can be put under the microscope."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.stream = replace(settings.stream, seed=trial_seed(settings.seed, 0))
        self.learners = settings.items
        self.rewind = Rewind(self.stream, self.learners)
        self.hits = [trace.hit.copy() for trace in play(self.learners, self.stream)]
        self.plane = plane_of(self.stream, [])
        self.points = Rewind(replace(self.stream, normalise=False, bias=False, kernel=0.0), [LearnerText.of("uniform")])
        self._worst: dict[int, Worst] = {}

    def worst(self, which: int) -> Worst:
        """Return the rounds with the largest damage."""
        if which not in self._worst:
            self._worst[which] = worst(self.rewind, which)
        return self._worst[which]


@st.cache_resource(show_spinner=False)
def _benches() -> Kept:
    return Kept(6)


def bench(settings: Settings) -> Bench:
    """Return the settings' first trial on the table."""
    found = _benches().get(settings)
    if found is None:
        found = Bench(settings)
        _benches()[settings] = found
    return found


def probe_of(asked: Mapping[str, Any], settings: Settings) -> tuple[Probe, list[str]]:
    """Return what is asked for, by the drawing or by a link, put right where needed, and what was wrong.

    >>> probe_of({"who": "1", "t": "12"}, Settings())[0]
    Probe(which=1, t=12, point=None, told=None)
    >>> probe_of({"who": "9", "t": "0"}, Settings())
    (Probe(which=0, t=1, point=None, told=None), ['who=9 in the link is now 0: the learners are 0 to 2.'])
    """
    notes: list[str] = []
    T, last = settings.stream.n_rounds, len(settings.learners) - 1
    which = _whole(asked.get("who", 0))
    if which is None or not 0 <= which <= last:
        notes.append(f"who={str(asked['who'])[:20]} in the link is now 0: the learners are 0 to {last}.")
        which = 0
    t = _whole(asked.get("t", min(FIRST_ROUND, T)))
    t = min(max(1, t if t is not None else FIRST_ROUND), T)
    point = None
    if asked.get("x"):
        point = _point(str(asked["x"]))
        if point is None:
            rule = f"two numbers up to {FARTHEST:g}, like 0.6_-0.8"
            notes.append(f"x={str(asked['x'])[:20]} in the link is left out: {rule} were expected.")
    told = {"1": True, "0": False}.get(str(asked.get("told")))
    if asked.get("told") not in (None, "", "0", "1"):
        notes.append(f"told={str(asked['told'])[:20]} in the link is left out: it must be 0 or 1.")
    return Probe(which, t, point, told), notes


def _whole(value: Any) -> int | None:
    text = str(value)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _point(text: str) -> tuple[float, float] | None:
    try:
        x, y = (float(part) for part in text.split("_"))
    except ValueError:
        return None
    good = isfinite(x) and isfinite(y) and max(abs(x), abs(y)) <= FARTHEST and (x, y) != (0, 0)
    return (x, y) if good else None


def scene(settings: Settings, probe: Probe) -> dict[str, Any]:
    """Return everything that is drawn of the round, as plain values."""
    table = bench(settings)
    stream = table.stream
    plane, why = table.plane
    x = row_of(stream, probe.point) if probe.point and plane else None
    seen = look(table.rewind, probe.which, probe.t, x=x, told=probe.told)
    rivals = [text for text in _rivals(settings) if str(text) != seen.text]
    found = others(table.rewind, probe.which, probe.t, rivals, x=x, told=probe.told)
    damage = table.worst(probe.which)
    return {
        "t": probe.t, "T": table.rewind.rounds, "which": probe.which, "moved": x is not None,
        "told": probe.told, "plane": plane, "why": why, "bias": stream.bias,
        "point": _raw(table, probe) if plane else None,
        "learners": [_named(item, settings.items[:place]) for place, item in enumerate(settings.items)],
        "classes": palette.classes(min(seen.K, MOST_CLASSES)) if plane else [],
        "look": _plain_look(seen), "others": [_plain_other(other) for other in found],
        "worst": {"measure": damage.measure, "rounds": [[t, value] for t, value in damage.rounds]},
        "jumps": _jumps(table.hits[probe.which], probe.t),
    }  # fmt: skip


def _raw(table: Bench, probe: Probe) -> list[float]:
    """Return the point of the plane that x comes from, before a constant is added and it is scaled."""
    if probe.point:
        return list(probe.point)
    return [float(value) for value in table.points.instance(probe.t).x]


def _rivals(settings: Settings) -> list[AnyLearner]:
    """Return the other learners of the experiment, and those told only right or wrong (and SPA) that are not in it."""
    keys = {item.key for item in settings.items}
    keys |= {"uniform"}  # it takes no notice of weights
    told = [key for key, spec in ALGORITHMS.items() if spec.feedback == "partial" or key == "spa"]
    return [*settings.items, *(LearnerText.of(key) for key in told if key not in keys)]


def _named(item: AnyLearner, before: list[AnyLearner]) -> dict[str, str]:
    colour, dash = colours(item.key, [other.key for other in before].count(item.key))
    return {"words": item.words, "colour": colour, "dash": dash, "note": item.spec.note}


def _jumps(hit: np.ndarray, t: int) -> dict[str, int]:
    """Return the next and the previous wrong and right round, 0 where there is none."""
    found = {}
    for name, wanted in (("mistake", False), ("right", True)):
        rounds = np.flatnonzero(hit == wanted) + 1
        found[f"next_{name}"] = int(next(iter(rounds[rounds > t]), 0))
    return found


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
        "words": other.words, "reason": "", "note": other.note, "y_tilde": seen.y_tilde, "correct": seen.correct,
        "branch": seen.branch, "scores_after": seen.scores_after.tolist(), "tau": seen.tau.tolist(),
        "loss": _number(seen.loss if seen.loss is not None else nan),
        "W_after": seen.W_after.ravel().tolist() if seen.d <= 3 else None,
    }  # fmt: skip
