"""The session's deck: the built-in one or the teacher's own, which the browser keeps."""

from typing import Any, NamedTuple

import streamlit as st

from cspa_explore.classroom.built_in import TEXT
from cspa_explore.classroom.deck import Deck, Link, deck_record, write_deck
from cspa_explore.classroom.made import made_question
from cspa_explore.classroom.reading import MOST_BYTES, MOST_QUESTIONS, read_deck
from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.ui.session import state
from cspa_explore.ui.session.link import from_query

OWN = "classroom_deck"  # the teacher's text, which may be malformed; "" for the built-in deck
GOOD = "classroom_good"  # the last text that could be read, and its deck
EDITING = "classroom_editing"  # the editor is to be opened
MADE = "classroom_made"  # a question that was made before the session knew the browser's deck


class Shown(NamedTuple):
    """The deck on the screen and the text that is being edited."""

    deck: Deck
    text: str  # of the editor
    own: bool  # it is not the built-in deck
    chosen: bool  # the session has chosen a deck: the browser need not restore one
    problem: str  # why the text is not the deck on the screen; "" if it is

    @property
    def warning(self) -> str:
        """Return that the text is malformed, and which deck is on the screen meanwhile; "" if it is the text's."""
        built_in = write_deck(self.deck.record) == TEXT
        meanwhile = "the built-in deck meanwhile" if built_in else "the last valid one"
        return f"The edited deck is not valid, so this is {meanwhile}. {self.problem}" if self.problem else ""


def experiment_of(link: Link) -> Experiment:
    """Return the experiment of a link; UserError if a value is not valid."""
    experiment, notes = from_query(dict(link.query))
    if notes:
        raise UserError(notes[0].replace(" in the link is now ", " is not valid, the nearest is "))
    return experiment


def shown_deck() -> Shown:
    """Return the deck; while its text is malformed, the last deck that could be read."""
    own = st.session_state.get(OWN, "")
    text, problem = own or TEXT, ""
    known = st.session_state.get(GOOD)
    if known is None or known[0] != text:
        try:
            known = st.session_state[GOOD] = (text, read_deck(text, experiment_of))
        except UserError as error:
            problem = str(error)
    deck = known[1] if known else read_deck(TEXT, experiment_of)
    return Shown(deck, text, bool(own), OWN in st.session_state, problem)


def edit(text: str) -> None:
    """Take the text as the deck; it may be malformed."""
    st.session_state[OWN] = "" if text == TEXT else text[: 2 * MOST_BYTES]


def open_file(content: str) -> None:
    """Take the content of a file as the deck; UserError says what is wrong, and the deck stays as it is."""
    deck = read_deck(content, experiment_of)
    edit(write_deck(deck.record))
    state.show(q=None)


def back_to_built_in() -> None:
    """Show the built-in deck."""
    st.session_state[OWN] = ""
    state.show(q=None)


def place_of_question(deck: Deck) -> int:
    """Return the number of the question on the screen, from 1."""
    return min(int(state.view("q", "1")), len(deck.questions))


def restore(text: str) -> None:
    """Take the deck that the browser keeps ("" for none), and add the question that has waited for it."""
    edit(text or TEXT)
    if (question := st.session_state.pop(MADE, None)) is not None:
        try:
            add_question(question)
        except UserError as error:
            state.refuse(str(error))


def waiting() -> bool:
    """Say whether a question waits for the deck that the browser keeps."""
    return MADE in st.session_state


def make_question(page: str, query: dict[str, str], experiment: Experiment) -> None:
    """Make a question from a state and add it to the deck; UserError if it cannot be made.

    A new session does not know which deck the browser keeps. Then the question waits until the Classroom knows it.
    """
    question = made_question(page, query, experiment)
    if OWN in st.session_state:
        add_question(question)
    else:
        read_deck(
            write_deck(deck_record("New question", [question])), experiment_of
        )  # UserError if the link is too long
        st.session_state[MADE] = question


def add_question(question: dict[str, Any]) -> None:
    """Add a question to the deck, and open it in the editor; UserError if it cannot be added."""
    shown = shown_deck()
    if shown.problem:
        raise UserError(f"Correct the deck before you add a question. {shown.problem}")
    record = shown.deck.record
    if len(record["questions"]) == MOST_QUESTIONS:
        raise UserError(f"A deck has at most {MOST_QUESTIONS} questions: delete one first.")
    record["questions"] = [*record["questions"], question]
    text = write_deck(record)
    read_deck(text, experiment_of)  # UserError, for example if it becomes too large
    edit(text)
    st.session_state[EDITING] = True
    state.show(q=str(len(record["questions"])))


def delete_question() -> None:
    """Delete the question on the screen; the last one stays."""
    deck = shown_deck().deck
    place, record = place_of_question(deck), deck.record
    if len(record["questions"]) > 1:
        del record["questions"][place - 1]
        edit(write_deck(record))
        state.show(q=str(min(place, len(record["questions"]))) if place > 1 else None)
