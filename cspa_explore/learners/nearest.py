"""The learner that a text probably means: misspelt names and values out of range are corrected, with a reason."""

import difflib
from typing import Any

from cspa_explore.algorithms import ALGORITHMS, Param
from cspa_explore.calls import parse_call
from cspa_explore.errors import UserError
from cspa_explore.learners.branch import AnyLearner, expect_a_future, learner_of
from cspa_explore.learners.text import LearnerText


def nearest_learner(text: str, n_classes: int, rounds: int | None) -> tuple[AnyLearner, str]:
    """Return the learner with each parameter in its range for K classes, and why it differs from the text, or "".

    A branch that cannot be played becomes its parent. UserError if no algorithm has a similar name.

    >>> learner, why = nearest_learner("cspa(beta=3)", 4, 4000)
    >>> print(learner, "·", why)
    cspa(beta=1) · cspa: beta must be in (0, 1], got 3.
    """
    try:
        item = learner_of(text)
        if rounds is not None:
            expect_a_future(item, rounds)
        item.hyper(n_classes)
        return item, ""
    except UserError as error:
        reason = str(error)
    call = parse_call(text.split("@")[0], "A learner", "cspa(beta=1/6)")
    near = difflib.get_close_matches(call.key.lower(), ALGORITHMS, n=1)
    if not near:
        raise UserError(reason)
    learner = LearnerText.of(near[0])
    for name, value in call.arguments():
        param = next((p for p in learner.spec.params if name in (p.name, p.symbol)), None)
        if param is not None:
            learner = _with_nearest(learner, param, value, n_classes)
    learner.hyper(n_classes)
    return learner, reason


def _with_nearest(learner: LearnerText, param: Param, value: str, n_classes: int) -> LearnerText:
    """Return the learner with the value, or with the nearest end of its range; unchanged if neither is valid."""
    candidates: tuple[Any, ...] = (value, _nearest_end(param, value))
    for candidate in candidates:
        if candidate is not None:
            try:
                changed = learner.replace(**{param.name: candidate})
                changed.hyper(n_classes)
                return changed
            except UserError:
                continue
    return learner


def _nearest_end(param: Param, value: str) -> float | None:
    """Return the end of the range at or beyond which the value lies; None if there is none or it is excluded."""
    try:
        number = float(value)
    except ValueError:
        return None
    if number >= param.high and param.high_allowed:
        return param.high
    if number <= param.low and param.low_allowed:
        return param.low
    return None
