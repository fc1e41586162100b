"""The β Lab's own controls: what is swept, how finely, and the run behind a point."""

from typing import Any

import streamlit as st

from cspa_explore.ui.controls.sidebar import bound
from cspa_explore.ui.lab.plan import Plan, run_of, subjects
from cspa_explore.ui.markdown import plain
from cspa_explore.ui.session import state
from cspa_explore.ui.shell import go

FILLS = {"quick": "Quick: 3 seeds", "full": "Full: 10 seeds", "paper": "Paper's grid"}


def controls() -> tuple[str, str]:
    """Draw the page's own controls; return the parameter that is swept and how finely, as in a link."""
    names = subjects()
    left, right = st.columns([2, 3])
    now, how = _known("lab", names, "cspa"), _known("fill", FILLS, "full")
    left.selectbox(
        "Parameter", list(names), list(names).index(now), key=bound("subject", now), on_change=_chosen,
        format_func=lambda key: names[key][0], help="The learner is the sidebar's if it plays there.",
    )  # fmt: skip
    right.segmented_control(
        "How finely", list(FILLS), default=how, key=bound("fill", how), on_change=_chosen,
        format_func=lambda key: FILLS[key], required=True,
    )  # fmt: skip
    return now, how


def _chosen() -> None:
    """Keep the choice in the session; the link leaves out defaults."""
    chosen = {"lab": st.session_state.w_subject, "fill": st.session_state.w_fill}
    usual = {"lab": "cspa", "fill": "full"}
    state.show(**{name: None if value == usual[name] else value for name, value in chosen.items()})


def _known(key: str, names: dict[str, Any], default: str) -> str:
    """Return the value of the link's key, or the default; a toast names a value that is unknown."""
    value = st.session_state.view.get(key)
    if value is not None and value not in names:
        rule = f"it must be one of {', '.join(names)}"
        st.toast(plain(f"{key}={value[:20]} in the link is now {default}: {rule}."), duration="long")
        st.session_state.view = {name: known for name, known in st.session_state.view.items() if name != key}
    return value if value is not None and value in names else default


def answer(plan: Plan) -> None:
    """Open the run of a point in the Arena."""
    question = st.session_state.lab.get("question") or {}
    sigma, value = plan.sigmas[int(question.get("i", 0))], plan.values[int(question.get("j", 0))]
    go("arena", run_of(plan, state.settings(), sigma, value))
