"""Answers to the player's requests: pin the run, branch a learner, open the Microscope."""

import streamlit as st

from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.learners.branch import Branch
from cspa_explore.settings import MOST_LEARNERS
from cspa_explore.ui.controls.choices import choices
from cspa_explore.ui.session import state


def answer() -> None:
    """Do what the player asks for: pin or unpin the run, add a branch, or open the Microscope at this round."""
    question = st.session_state.player.get("question") or {}
    kind, t, learners = question.get("kind"), int(question.get("t", 0)), state.experiment().texts
    if kind != "pin" and question.get("learner") not in learners:
        return  # the question is stale: the learners have changed since
    which = 0 if kind == "pin" else learners.index(question["learner"])
    if kind == "pin":
        state.pin(None if state.pinned() else state.experiment())
    elif kind == "branch":
        state.change(lambda experiment: branched(experiment, which, t))
    elif kind == "microscope":
        query = st.query_params.to_dict() | {"who": str(which), "t": str(max(1, t))}
        if not which:
            del query["who"]  # the player leaves out who=0; another query would add another history entry
        st.session_state.go = ("microscope", query)


def branched(experiment: Experiment, which: int, t: int) -> Experiment:
    """Return the experiment with a branch of learner `which`, whose first free parameter changes after round t.

    The branch replaces an earlier branch.

    >>> from cspa_explore.experiments.experiment import FIRST
    >>> branched(FIRST, 0, 600).texts[-1]
    'cspa(beta=1/6)@600(beta=1)'
    """
    item = experiment.learners[min(max(which, 0), len(experiment.learners) - 1)]
    parent = item.learner if isinstance(item, Branch) else item
    free = [place for place, param in enumerate(parent.spec.params) if not param.initial]
    if not free:
        raise UserError(f"{parent.words} has no parameter that can change during a run.")
    place = free[0]
    param, now = parent.spec.params[place], str(parent.values[place])
    values = choices(param, experiment.stream.n_classes, now)
    other = values[-1] if values[-1] != now else values[len(values) // 6]
    branch = str(Branch(parent, t, parent.replace(**{param.name: other})))
    kept = [text for text in experiment.texts if "@" not in text or text == branch]  # one branch at a time
    if branch in kept:
        return experiment
    if len(kept) == MOST_LEARNERS:
        raise UserError(f"A branch adds a learner, and at most {MOST_LEARNERS} can play together: remove one first.")
    return experiment.but(learners=(*kept, branch))
