"""The Classroom page: what the question panel is given, and what it asks for."""

from dataclasses import asdict
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from cspa_explore.classroom.deck import PAGES, Question
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.ui.classroom.asked import Asked
from cspa_explore.ui.classroom.decks import Shown, place_of_question, restore, shown_deck, waiting
from cspa_explore.ui.session import state
from cspa_explore.ui.session.arrival import LinkKey
from cspa_explore.ui.session.questions import question_of

REVEALED = "classroom_revealed"  # ids of the questions whose answer the browser may see
MOST = 99


def read_place(text: str, experiment: Experiment) -> tuple[str | None, str]:
    """Read the number of a question."""
    good = text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= MOST
    return (str(int(text)), "") if good else (None, f"it must be the number of a question, 1 to {MOST}.")


LINK_KEYS = (LinkKey("q", read_place, "1", server=True),)


def picture(shown: Shown, question: Question, found: Asked | None) -> dict[str, Any]:
    """Return what the panel draws; the answer is part of it only after it was revealed."""
    deck = shown.deck
    revealed = found is not None and question.id in st.session_state.get(REVEALED, ())
    stream = question.experiment.stream
    return {
        "deck": {
            "title": deck.title, "ids": [one.id for one in deck.questions], "own": shown.own,
            "text": shown.text if shown.own else "", "chosen": shown.chosen, "waits": waiting(),
        },
        "place": place_of_question(deck),
        "question": _plain(question),
        "run": found.run_id if found else None,
        "T": stream.known_rounds or 0,
        "chance": 100 / stream.n_classes,
        "answer": answered(question, found) if found and revealed else None,
    }  # fmt: skip


def _plain(question: Question) -> dict[str, Any]:
    return {
        "id": question.id, "text": question.text, "type": question.type,
        "choices": [choice.text for choice in question.choices],
        "axis": asdict(question.axis) if question.axis else None,
        "rounds": list(question.rounds), "link": f"{question.link.page}?{urlencode(question.link.query)}",
        "page": PAGES[question.link.page],
    }  # fmt: skip


def answered(question: Question, found: Asked) -> dict[str, Any]:
    """Return the computed answer, the choice that it makes right, and why."""
    answer = found.answer
    right = question.right_choice(answer.value) if question.type == "choose" else None
    return answer.plain() | {"right": right, "why": answer.fill(question.why)}


def answer() -> None:
    """Do what the panel asks for: another question, the answer, the deck that the browser keeps, or a link."""
    question = question_of("classroom")
    kind = question.get("kind")
    if kind == "go":
        place = question.get("place")
        state.show(q=str(place) if type(place) is int and 1 < place <= MOST else None)
    elif kind == "reveal":
        st.session_state.setdefault(REVEALED, set()).add(str(question.get("id")))
    elif kind == "deck" and not shown_deck().chosen:
        restore(str(question.get("text", "")))
    elif kind == "open":
        _open()


def _open() -> None:
    """Open the link of the question on the screen."""
    deck = shown_deck().deck
    link = deck.questions[place_of_question(deck) - 1].link
    state.open_link(link.page, dict(link.query))
