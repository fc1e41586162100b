"""What the Arena does when the player asks for something."""

from dataclasses import replace

import streamlit as st

from cspa_explore.experiments.branch import Branch
from cspa_explore.ui import state
from cspa_explore.ui.choices import choices
from cspa_explore.ui.settings import MOST_LEARNERS, Settings

INSTRUCTIVE = {
    "CSPA β=1/6": "cspa(beta=1/6)",
    "CSPA β=1": "cspa(beta=1)",
    "Banditron γ=0.05": "banditron(gamma=0.05)",
}


def answer() -> None:
    """Answer the player's question: pin, branch, or the Microscope at this round."""
    question = st.session_state.player.get("question") or {}
    kind, t, which = question.get("kind"), int(question.get("t", 0)), int(question.get("which", 0))
    if kind == "pin":
        st.session_state.pin = None if st.session_state.pin else state.settings()
    elif kind == "branch":
        state.change(lambda settings: branched(settings, which, t))
    elif kind == "microscope":
        st.session_state.go = ("microscope", st.query_params.to_dict() | {"who": str(which), "t": str(max(1, t))})


def branched(settings: Settings, which: int, t: int) -> Settings:
    """Return the settings with one more learner: the one asked for, with another parameter from round t on.

    >>> branched(Settings(), 0, 600).learners[-1]
    'cspa(beta=1/6)@600(beta=1)'
    """
    item = settings.items[min(max(which, 0), len(settings.items) - 1)]
    parent = item.learner if isinstance(item, Branch) else item
    free = [place for place, param in enumerate(parent.spec.params) if not param.initial]
    if not free:
        raise state.UserError(f"{parent.words} has no parameter that can change in mid-run.")
    place = free[0]
    param, now = parent.spec.params[place], str(parent.values[place])
    values = choices(param, settings.stream.n_classes, now)
    other = values[-1] if values[-1] != now else values[len(values) // 6]
    branch = str(Branch(parent, t, parent.replace(**{param.name: other})))
    kept = [text for text in settings.learners if "@" not in text or text == branch]  # one branch at a time
    if branch in kept:
        return settings
    if len(kept) == MOST_LEARNERS:
        raise state.UserError(f"A branch is one more learner, and at most {MOST_LEARNERS} play together: take one out.")
    return replace(settings, learners=(*kept, branch))


def no_learner() -> None:
    """Say that somebody has to play, and offer the most instructive ones."""
    st.info("Pick at least one learner: in the sidebar, or one of these.")
    for column, (words, text) in zip(st.columns(len(INSTRUCTIVE)), INSTRUCTIVE.items(), strict=True):
        column.button(words, key=f"pick_{text}", width="stretch", on_click=_pick, args=(text,))


def _pick(text: str) -> None:
    state.change(learners=(text,))
