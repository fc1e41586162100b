"""What a component of a page asks for."""

from typing import Any

import streamlit as st


def question_of(component: str, name: str = "question") -> dict[str, Any]:
    """Return the component's question; empty if there is none, or if its page was left before the question arrived."""
    return (st.session_state.get(component) or {}).get(name) or {}
