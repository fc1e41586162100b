"""The entry on every page that makes a question from what is on screen."""

import streamlit as st

from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.ui.classroom.decks import make_question
from cspa_explore.ui.session import state
from cspa_explore.ui.session.link import to_query

OWN_KEYS = ("q",)  # of the Classroom itself, which do not belong to a question
ABOUT = "question_about"  # the run on screen and its round, if it is not the shared experiment


def question_button(page: str) -> None:
    """Draw the button at the foot of the sidebar; the address holds the state, unless the page names another run."""
    st.session_state.pop(ABOUT, None)
    st.button(
        "Make a question from this state", key="make_question", type="tertiary", on_click=_make, args=(page,),
        help="Opens the Classroom with a new question whose link is what you see now",
    )  # fmt: skip


def ask_about(experiment: Experiment, t: int | None = None) -> None:
    """Let a question from this state be about this run, in the Arena: the page shows it instead of the shared one."""
    st.session_state[ABOUT] = (experiment, {} if t is None else {"t": str(t)})


def _make(page: str) -> None:
    query = {name: value for name, value in st.query_params.to_dict().items() if name not in OWN_KEYS}
    asked, experiment = page, state.experiment()
    if ABOUT in st.session_state:
        experiment, more = st.session_state[ABOUT]
        asked, query = "arena", to_query(experiment) | more
    try:
        make_question(asked, query, experiment)
    except UserError as error:
        state.refuse(str(error))
        return
    if page != "classroom":
        state.open_link("classroom", state.session().address)
