"""What the β Lab's drawing asks for: open a run in the Arena, or use a value in the sidebar."""

from typing import Any

import streamlit as st

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.plan import Plan
from cspa_explore.learners.text import LearnerText
from cspa_explore.settings import MOST_LEARNERS
from cspa_explore.ui.lab.plan import run_of, used
from cspa_explore.ui.session import state
from cspa_explore.ui.session.link import to_query
from cspa_explore.ui.session.questions import question_of

USED = "lab_used"  # a value of the drawing was put into the sidebar


def answer(plan: Plan) -> None:
    """Answer the drawing's question."""
    question = question_of("lab")
    if not question:
        return
    if question.get("kind") == "learner":
        _open(best_run(plan, state.experiment(), str(question.get("text", ""))), question)
        return
    i, j = (int(question.get(name, 0)) for name in ("i", "j"))
    if not (0 <= i < len(plan.sigmas) and 0 <= j < len(plan.values)):
        return  # the question is about an earlier plan
    sigma, value = plan.sigmas[i], plan.values[j]
    if question.get("kind") == "use":
        state.change(lambda experiment: used(plan, experiment, sigma, value))
        st.session_state[USED] = True
    else:
        _open(run_of(plan, state.experiment(), sigma, value), question)


def was_used() -> bool:
    """Say, once, whether the drawing has changed the sidebar since the last script run."""
    return bool(st.session_state.pop(USED, False))


def best_run(plan: Plan, experiment: Experiment, text: str) -> dict[str, str]:
    """Return the Arena's query for a learner of the comparison: the same seeds, after the last round."""
    learner = str(LearnerText.parse(text))
    others = [other for other in experiment.texts if other != learner]
    wanted = experiment.but(learners=(learner, *others[: MOST_LEARNERS - 1]), trials=plan.trials)
    return {**to_query(wanted), "t": str(wanted.stream.n_rounds)}


def _open(query: dict[str, str], question: dict[str, Any]) -> None:
    """Open the Arena with this query; Back then returns to the Lab as it was."""
    here = {str(name): str(value) for name, value in (question.get("query") or {}).items()}
    state.open_link("arena", query, here)
