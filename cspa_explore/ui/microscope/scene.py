"""What the Microscope shows: one round of one learner, as plain values for its drawing.

Which round, which learner and where x is are the browser's to say; the answer is computed by the kernels.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import isfinite, nan
from typing import Any, NamedTuple

import numpy as np
import streamlit as st

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.charts.colours import classes
from cspa_explore.charts.colours import look as colours
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.inspection.biggest_changes import Worst, measure_of, worst
from cspa_explore.inspection.one_round import Look, Other, look, others, row_of
from cspa_explore.inspection.rewind import Rewind
from cspa_explore.learners import LearnerText
from cspa_explore.learners.branch import AnyLearner
from cspa_explore.player.replay import MOST_CLASSES, plane_of
from cspa_explore.running.executor import Control, Progress
from cspa_explore.running.run import trial_seed
from cspa_explore.ui.arena.runs import PATIENCE
from cspa_explore.ui.markdown import plain
from cspa_explore.ui.session.arrival import LinkKey
from cspa_explore.ui.session.page_keys import ROUND, anything
from cspa_explore.ui.work.cache import Kept
from cspa_explore.ui.work.jobs import Work, quick_or_job, show_progress

LINK_KEYS = (ROUND, *(LinkKey(name, anything) for name in ("who", "x", "told")))
KEPT_BYTES = 2**29  # of the benches that are kept for all sessions
FIRST_ROUND = 8  # shown if no round is asked for: something has been learnt, and it is still easy to follow
FARTHEST = 100.0  # |coordinate| of a point that x is moved to


class Probe(NamedTuple):
    """What to look at."""

    which: int = 0
    t: int = FIRST_ROUND
    point: tuple[float, float] | None = None  # where x is moved to, before it is scaled to norm 1
    told: bool | None = None  # supposed answer; None: the truth


class Bench:
    """A run on the table: any of its rounds can be put under the microscope.

    `whole` is false if it was stopped while it was played.
    """

    def __init__(
        self,
        settings: Experiment,
        on_progress: Callable[[Progress], None] = lambda progress: None,
        should_stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self.settings = settings
        self.stream = replace(settings.stream, seed=trial_seed(settings.stream.seed, 0))
        self.learners = settings.learners
        self.rewind = Rewind(self.stream, self.learners)
        control = Control(len(self.learners) * self.rewind.rounds, on_progress, should_stop)
        traces = self.rewind.play(control.add, control.stopped)
        self.hits = [trace.hit.copy() for trace in traces]
        self.lessons = [trace.hit & (trace.loss != 0) for trace in traces]  # right, and something was learnt
        self.whole = len(self.hits[0]) == self.rewind.rounds
        self.plane = plane_of(self.stream, [])
        self.points = Rewind(replace(self.stream, normalise=False, bias=False, kernel=0.0), [LearnerText.of("uniform")])
        self.worst: dict[int, Worst] = {}  # as far as it was asked for: by the learner's place

    @property
    def nbytes(self) -> int:
        """Return the bytes of checkpoints, rows and traces as they are now."""
        return self.rewind.nbytes + self.points.nbytes + sum(hit.nbytes for hit in (*self.hits, *self.lessons))


@st.cache_resource(show_spinner=False)
def _benches() -> Kept:
    return Kept(6, KEPT_BYTES)


def bench(settings: Experiment) -> Bench | None:
    """Return the settings' first trial on the table; while it is played, a bar is shown and there is none."""
    found: Bench | None = _benches().get(settings)
    if found is None:
        work = partial(Bench, settings)
        found = _answer(("bench", settings), work, lambda made: made.whole, "This run")
        if found is not None:
            _benches()[settings] = found
    return found


def find_worst(table: Bench, which: int) -> None:
    """Look for a learner's worst rounds; while they are looked for, a bar is shown and the scene has none."""
    if which not in table.worst:
        key, rounds = ("worst", table.settings, which), table.rewind.rounds
        work = partial(worst, table.rewind, which, 10)
        found = _answer(key, work, lambda made: made.seen == rounds, "Looking for the worst rounds")
        if found is not None:
            table.worst[which] = found


def _answer(key: Hashable, work: Work, whole: Callable[[Any], bool], what: str) -> Any:
    """Return what the work comes to, or None: a bar is shown as long as it takes, and if it was stopped, an offer."""
    if st.session_state.get("scope_ended") != key:
        job = quick_or_job(key, work, PATIENCE)
        if not job.done:
            show_progress(job, f"{what}: ")
            return None
        if job.answer is not None and whole(job.answer):
            return job.answer
        if job.error:
            st.error(plain(job.error))
        st.session_state.scope_ended = key
    text, button = st.columns([4, 1], vertical_alignment="center")
    text.info(f"{what}: cancelled.")
    forget = st.session_state.pop
    button.button("Start again", key="scope_again", width="stretch", on_click=forget, args=("scope_ended",))
    return None


def probe_of(asked: Mapping[str, Any], settings: Experiment) -> tuple[Probe, list[str]]:
    """Return what is asked for, by the drawing or by a link, put right where needed, and what was wrong.

    >>> from cspa_explore.experiments.experiment import FIRST
    >>> probe_of({"who": "1", "t": "12"}, FIRST)[0]
    Probe(which=1, t=12, point=None, told=None)
    >>> probe_of({"who": "9", "t": "0"}, FIRST)
    (Probe(which=0, t=1, point=None, told=None), ['who=9 in the link is now 0: the learners are 0 to 2.'])
    """
    notes: list[str] = []
    T, last = settings.stream.n_rounds, len(settings.texts) - 1
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


def scene(table: Bench, probe: Probe) -> dict[str, Any]:
    """Return everything that is drawn of the round, as plain values."""
    settings, stream = table.settings, table.stream
    plane, why = table.plane
    x = row_of(stream, probe.point) if probe.point and plane else None
    seen = look(table.rewind, probe.which, probe.t, x=x, told=probe.told)
    rivals = [text for text in _rivals(settings) if str(text) != seen.text]
    found = others(table.rewind, probe.which, probe.t, rivals, x=x, told=probe.told)
    damage = table.worst.get(probe.which)
    return {
        "words": str(settings), "t": probe.t, "T": table.rewind.rounds, "which": probe.which, "moved": x is not None,
        "told": probe.told, "plane": plane, "why": why, "bias": stream.bias,
        "point": _raw(table, probe) if plane else None,
        "learners": [_named(item, settings.learners[:place]) for place, item in enumerate(settings.learners)],
        "classes": classes(min(seen.K, MOST_CLASSES)) if plane else [],
        "look": _plain_look(seen), "others": [_plain_other(other) for other in found],
        "worst": {
            "measure": measure_of(stream),
            "rounds": None if damage is None else [[t, value] for t, value in damage.rounds],
        },
        "jumps": {
            "next_mistake": _next(~table.hits[probe.which], probe.t),
            "next_right": _next(table.lessons[probe.which], probe.t),
        },
    }  # fmt: skip


def _raw(table: Bench, probe: Probe) -> list[float]:
    """Return the point of the plane that x comes from, before a constant is added and it is scaled."""
    if probe.point:
        return list(probe.point)
    return [float(value) for value in table.points.instance(probe.t).x]


def _rivals(settings: Experiment) -> list[AnyLearner]:
    """Return the other learners of the experiment, and those told only right or wrong (and SPA) that are not in it."""
    keys = {item.key for item in settings.learners}
    keys |= {"uniform"}  # it takes no notice of weights
    told = [key for key, spec in ALGORITHMS.items() if spec.feedback == "partial" or key == "spa"]
    return [*settings.learners, *(LearnerText.of(key) for key in told if key not in keys)]


def _named(item: AnyLearner, before: Sequence[AnyLearner]) -> dict[str, str]:
    colour, dash = colours(item.key, [other.key for other in before].count(item.key))
    return {"words": item.words, "key": item.key, "colour": colour, "dash": dash, "note": item.spec.note}


def _next(wanted: np.ndarray, t: int) -> int:
    """Return the next round after t that is wanted, 0 if there is none."""
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
