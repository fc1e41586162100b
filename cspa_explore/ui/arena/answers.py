"""What the Arena does when the player asks for something: a pin, a branch, a visit to the Microscope."""

import streamlit as st

from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.learners.branch import Branch
from cspa_explore.settings import MOST_LEARNERS
from cspa_explore.ui.controls.choices import choices
from cspa_explore.ui.session import state


def answer() -> None:
    """Answer the player's question: pin, branch, or the Microscope at this round."""
    question = st.session_state.player.get("question") or {}
    kind, t, learners = question.get("kind"), int(question.get("t", 0)), state.experiment().texts
    if kind != "pin" and question.get("learner") not in learners:
        return  # a stale question: the settings have changed since
    which = 0 if kind == "pin" else learners.index(question["learner"])
    if kind == "pin":
        state.pin(None if state.pinned() else state.experiment())
    elif kind == "branch":
        state.change(lambda settings: branched(settings, which, t))
    elif kind == "microscope":
        query = st.query_params.to_dict() | {"who": str(which), "t": str(max(1, t))}
        if not which:
            del query["who"]  # as the player writes it: with another query Streamlit adds another history entry
        st.session_state.go = ("microscope", query)


def branched(settings: Experiment, which: int, t: int) -> Experiment:
    """Return the settings with one more learner: the one asked for, with another parameter from round t on.

    >>> from cspa_explore.experiments.experiment import FIRST
    >>> branched(FIRST, 0, 600).texts[-1]
    'cspa(beta=1/6)@600(beta=1)'
    """
    item = settings.learners[min(max(which, 0), len(settings.learners) - 1)]
    parent = item.learner if isinstance(item, Branch) else item
    free = [place for place, param in enumerate(parent.spec.params) if not param.initial]
    if not free:
        raise UserError(f"{parent.words} has no parameter that can change in mid-run.")
    place = free[0]
    param, now = parent.spec.params[place], str(parent.values[place])
    values = choices(param, settings.stream.n_classes, now)
    other = values[-1] if values[-1] != now else values[len(values) // 6]
    branch = str(Branch(parent, t, parent.replace(**{param.name: other})))
    kept = [text for text in settings.texts if "@" not in text or text == branch]  # one branch at a time
    if branch in kept:
        return settings
    if len(kept) == MOST_LEARNERS:
        raise UserError(f"A branch is one more learner, and at most {MOST_LEARNERS} play together: take one out.")
    return settings.but(learners=(*kept, branch))
