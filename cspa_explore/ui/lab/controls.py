"""The β Lab's own controls: the swept parameter, the precision, and the run behind a point."""

import streamlit as st

from cspa_explore.experiments.plan import Plan
from cspa_explore.ui.controls.setting_control import bound
from cspa_explore.ui.lab.plan import run_of, subjects
from cspa_explore.ui.session import state
from cspa_explore.ui.session.arrival import LinkKey
from cspa_explore.ui.session.page_keys import known_or, share
from cspa_explore.ui.shell import go

FILLS = {"quick": "Quick: 3 seeds", "full": "Full: 10 seeds", "paper": "Paper's grid"}
USUAL = {"lab": "cspa", "fill": "full"}
LINK_KEYS = (
    LinkKey("lab", known_or(subjects(), USUAL["lab"]), USUAL["lab"], server=True),
    LinkKey("fill", known_or(FILLS, USUAL["fill"]), USUAL["fill"], server=True),
    LinkKey("alpha", share),  # the browser writes it
)


def controls() -> tuple[str, str]:
    """Draw the page's own controls; return the swept parameter and the precision, as they stand in a link."""
    names = subjects()
    left, right = st.columns([2, 3])
    subject, fill = (state.view(name, usual) for name, usual in USUAL.items())
    left.selectbox(
        "Parameter", list(names), list(names).index(subject), key=bound("subject", subject), on_change=_chosen,
        format_func=lambda key: names[key][0], help="The learner is the sidebar's if it plays there.",
    )  # fmt: skip
    right.segmented_control(
        "How finely", list(FILLS), default=fill, key=bound("fill", fill), on_change=_chosen,
        format_func=lambda key: FILLS[key], required=True,
    )  # fmt: skip
    return subject, fill


def _chosen() -> None:
    """Store the choice in the session; None for a default, which the link leaves out."""
    chosen = {"lab": st.session_state.w_subject, "fill": st.session_state.w_fill}
    state.show(**{name: None if value == USUAL[name] else value for name, value in chosen.items()})


def answer(plan: Plan) -> None:
    """Open the run of the clicked point in the Arena."""
    question = st.session_state.lab.get("question") or {}
    sigma, value = plan.sigmas[int(question.get("i", 0))], plan.values[int(question.get("j", 0))]
    go("arena", run_of(plan, state.experiment(), sigma, value))
