"""The entry on every page that makes a question from what is on screen."""

import streamlit as st

from cspa_explore.errors import UserError
from cspa_explore.ui.classroom.decks import make_question
from cspa_explore.ui.session import state

OWN_KEYS = ("q",)  # of the Classroom itself, which do not belong to a question


def question_button(page: str) -> None:
    """Draw the button at the foot of the sidebar; the address holds the whole state."""
    st.button(
        "Make a question from this state", key="make_question", type="tertiary", on_click=_make, args=(page,),
        help="Opens the Classroom with a new question whose link is what you see now",
    )  # fmt: skip


def _make(page: str) -> None:
    query = {name: value for name, value in st.query_params.to_dict().items() if name not in OWN_KEYS}
    try:
        make_question(page, query)
    except UserError as error:
        state.refuse(str(error))
        return
    if page != "classroom":
        st.session_state.go = ("classroom", st.query_params.to_dict())
