"""What the β Lab's drawing asks for: open a run in the Arena, or use a value in the sidebar."""

from typing import Any

import streamlit as st

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.plan import Plan
from cspa_explore.ui.lab.controls import after_key
from cspa_explore.ui.lab.plan import arena_query, best_run, left_out, run_of, used
from cspa_explore.ui.session import state
from cspa_explore.ui.session.questions import question_of

USED = "lab_used"  # a value of the drawing was put into the sidebar


def answer(plan: Plan) -> None:
    """Answer the drawing's question."""
    question = question_of("lab")
    if not question:
        return
    shown = state.experiment()
    if question.get("kind") == "learner":
        _open(best_run(plan, shown, str(question.get("text", ""))), question)
        return
    i, j = (int(question.get(name, 0)) for name in ("i", "j"))
    if not (0 <= i < len(plan.sigmas) and 0 <= j < len(plan.values)):
        return  # the question is about an earlier plan
    sigma, value = plan.sigmas[i], plan.values[j]
    if question.get("kind") == "use":
        _tell(left_out(shown, used(plan, shown, sigma, value)))
        state.change(lambda experiment: used(plan, experiment, sigma, value))
        st.session_state[USED] = True
    else:
        _open(run_of(plan, shown, sigma, value), question, at_round=True)


def was_used() -> bool:
    """Say, once, whether the drawing has changed the sidebar since the last script run."""
    return bool(st.session_state.pop(USED, False))


def _open(wanted: Experiment, question: dict[str, Any], at_round: bool = False) -> None:
    """Open this run in the Arena, after its last round or the one that the Lab shows.

    Back then returns to the Lab as it was.
    """
    _tell(left_out(state.experiment(), wanted))
    here = {str(name): str(value) for name, value in (question.get("query") or {}).items()}
    after, _ = after_key(here.get("after", ""), wanted) if at_round else (None, "")
    state.open_link("arena", arena_query(wanted) | ({"t": after} if after else {}), here)


def _tell(sentence: str) -> None:
    if sentence:
        state.tell(sentence)
