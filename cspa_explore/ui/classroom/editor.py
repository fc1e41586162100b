"""The editor of the deck: its text with live validation, open, save, add and delete."""

import pandas as pd
import streamlit as st

from cspa_explore.classroom.deck import Question
from cspa_explore.classroom.measures import MEASURES
from cspa_explore.classroom.reading import MOST_BYTES
from cspa_explore.errors import UserError
from cspa_explore.experiments.command import run_command
from cspa_explore.player.component import component
from cspa_explore.ui.classroom.decks import (
    EDITING,
    Shown,
    back_to_built_in,
    delete_question,
    edit,
    make_question,
    open_file,
)
from cspa_explore.ui.controls.downloads import settings_download
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.session import state
from cspa_explore.ui.session.link import to_query
from cspa_explore.ui.session.questions import question_of


def deck_editor(shown: Shown, place: int) -> None:
    """Draw the editor in an expander, which a new question opens."""
    if st.session_state.pop(EDITING, False):
        st.session_state["deck_editor"] = True
    more = st.expander("Edit, open or save the deck", key="deck_editor", on_change="rerun")
    if not more.open:
        return
    with more:
        with st.container(horizontal=True, vertical_alignment="bottom", key="deck_buttons"):
            st.download_button(
                "Save the deck", shown.text, "deck.json", "application/json", key="save_deck", on_click="ignore",
            )  # fmt: skip
            st.button("New question from the sidebar", key="add_question", on_click=_add)
            st.button(f"Delete question {place}", key="delete_question", on_click=delete_question,
                      disabled=len(shown.deck.questions) == 1)  # fmt: skip
            st.button("Built-in deck", key="built_in_deck", on_click=back_to_built_in, disabled=not shown.own)
        component("deck_editor")(
            data={"text": shown.text, "problem": shown.problem, "questions": len(shown.deck.questions), "place": place,
                  "most": MOST_BYTES},
            key="deck_text", on_question_change=_edited,
        )  # fmt: skip
        st.caption(
            "A question has a text, a type (choose, guess or draw), a link whose experiment is played, and a measure "
            "that computes its answer. In why, names in braces such as {value}, {ratio_1} or {name_1} become numbers "
            "and names of the run. The deck stays in this browser; save it to keep it or to pass it on."
        )
        st.dataframe(measures_table(), key="measures", hide_index=True)


def measures_table() -> pd.DataFrame:
    """Return every measure with its fields, its types of questions and its own names."""
    rows = [
        {"measure": name, "what is measured": spec.summary.replace("`", "'"), "fields": ", ".join(spec.fields),
         "types": ", ".join(spec.types), "names in why": ", ".join(spec.names)}
        for name, spec in MEASURES.items()
    ]  # fmt: skip
    return pd.DataFrame(rows)


def question_numbers(question: Question) -> None:
    """Offer the command line and the settings of the question's run."""
    more = st.expander("Settings and command line of this question", key="class_numbers", on_change="rerun")
    if not more.open:
        return
    with more:
        st.caption(escaped(f"{question.experiment}."))
        st.code(run_command(question.experiment), language=None, wrap_lines=True)
        settings_download(question.experiment, st.container())


def _edited() -> None:
    """Take the edited text, or the content of a file."""
    question = question_of("deck_text")
    if isinstance(text := question.get("text"), str):
        edit(text)
    elif isinstance(content := question.get("file"), str):
        try:
            open_file(content)
        except UserError as error:
            state.refuse(f"{str(question.get('name', ''))[:60]}: {error}")


def _add() -> None:
    try:
        make_question("arena", to_query(state.experiment()), state.experiment())
    except UserError as error:
        state.refuse(str(error))
