"""The sidebar's list of learners: which ones play, which can be added, and the answers to the list's requests."""

from functools import lru_cache
from typing import Any

import streamlit as st

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.charts.colours import looks
from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.learners import LearnerText
from cspa_explore.learners.branch import learner_of
from cspa_explore.player.component import component
from cspa_explore.settings import MOST_LEARNERS
from cspa_explore.ui.controls.parameters import chips_of
from cspa_explore.ui.session import state
from cspa_explore.ui.session.questions import question_of

GROUPS = {"partial": "Partial feedback: hears only ✓ or ✗", "full": "Full feedback: is told the class"}
ANSWERED = "learners_answered"  # the number of the list's last request that was answered
FULL = f"{MOST_LEARNERS} learners play, the most that fit. Remove one to add another."


def list_learners(experiment: Experiment) -> None:
    """Draw the learners as rows with their lines, and the choice of learners to add."""
    data = {**learner_rows(experiment), "answered": st.session_state.get(ANSWERED, 0)}
    component("learner_list")(data=data, key="learner_list", on_ask_change=_answer)


def learner_rows(experiment: Experiment) -> dict[str, Any]:
    """Return the list's data: the learners that play, and in groups those that can be added."""
    styles = looks([item.key for item in experiment.learners])
    rows = zip(experiment.texts, experiment.names, styles, strict=True)
    full = FULL if len(experiment.texts) >= MOST_LEARNERS else ""
    return {
        "learners": [{"text": text, "words": words, "colour": c, "dash": d} for text, words, (c, d) in rows],
        "groups": [] if full else offered(experiment.texts, experiment.stream.n_classes),
        "full": full,
    }


@lru_cache(maxsize=64)
def offered(playing: tuple[str, ...], K: int) -> list[dict[str, Any]]:
    """Return the learners that can be added, in groups: CSPA with another β, and algorithms that do not play."""
    keys = {learner_of(text).key for text in playing}
    more = [LearnerText.of("cspa", beta=beta) for beta in chips_of(K)]
    values = {learner_of(text).hyper(K).beta for text in playing if text.startswith("cspa(") and "@" not in text}
    groups = {"CSPA": [text for text in more if text.hyper(K).beta not in values]}
    for feedback, label in GROUPS.items():
        fresh = [key for key, spec in ALGORITHMS.items() if spec.feedback == feedback and key not in keys | {"cspa"}]
        groups[label] = [LearnerText.of(key) for key in fresh]
    return [
        {"label": label, "options": [{"text": str(text), "words": text.words_for(K)} for text in texts]}
        for label, texts in groups.items()
        if texts
    ]


def asked(experiment: Experiment, question: dict[str, Any]) -> tuple[str, ...]:
    """Return the learners after a request of the list. The list may be stale: a row is known by its text.

    >>> from cspa_explore.experiments.experiment import FIRST
    >>> asked(FIRST, {"kind": "remove", "place": 2, "text": "cspa(beta=1)"})
    ('cspa(beta=1/6)', 'banditron(gamma=0.05)')
    """
    texts, text, place = list(experiment.texts), question.get("text"), question.get("place", -1)
    if question.get("kind") == "add" and isinstance(text, str):
        return (*texts, text)
    if question.get("kind") == "remove" and text in texts:
        del texts[place if 0 <= place < len(texts) and texts[place] == text else texts.index(text)]
    return tuple(texts)


def _answer() -> None:
    """Answer every new request. The list repeats a request until it is answered: a trigger may be lost."""
    for request in unanswered(question_of("learner_list", "ask"), st.session_state.get(ANSWERED, 0)):
        st.session_state[ANSWERED] = request["number"]
        learners = asked(state.experiment(), request)
        state.change(learners=learners)


def unanswered(question: dict[str, Any], answered: int) -> list[dict[str, Any]]:
    """Return the question's requests after the number `answered`, in order.

    >>> unanswered({"requests": [{"number": 8}, {"number": 9}]}, 8)
    [{'number': 9}]
    """
    return [request for request in question.get("requests", []) if request["number"] > answered]


def add_by_text() -> None:
    """Draw a field that adds a learner by its text."""
    st.text_input(
        "Add a learner by its text", key="w_add", placeholder="cspa(beta=0.3)", on_change=_add,
        help="An algorithm with its parameters; values may use K, as in cspa(beta=1/(K-1)). A parameter may "
        "change after a round, as in cspa(beta=1/6)@600(beta=1).",
    )  # fmt: skip


def _add() -> None:
    text = st.session_state.w_add.strip()
    st.session_state.w_add = ""
    if text:
        try:
            new = learner_of(text)
        except UserError as error:
            state.refuse(str(error))
            return
        state.change(lambda now: now.but(learners=(*now.learners, new)))
