"""Requests of the browser that need no script run: plain HTTP, answered by the server's threads.

A trigger of a component reruns the script or a fragment of it. If the browser polls by triggers, a click that is sent
at the same moment can be lost, and every script run sends large data again. So a page states here what can be asked of
it; the browser fetches /ask/<ticket>/<name>?<query>, where the ticket is known to its session alone.
"""

import secrets
from collections.abc import Callable, Mapping
from weakref import WeakValueDictionary

import streamlit as st

DESK = "desk"
Answer = Callable[[Mapping[str, str]], bytes]


class Desk:
    """What can be asked of a session's page."""

    def __init__(self) -> None:
        self.ticket = secrets.token_urlsafe(16)
        self._answers: dict[str, Answer] = {}

    def serve(self, name: str, answer: Answer) -> None:
        """Answer requests of this name with `answer(query)`, which a thread of the server calls."""
        self._answers[name] = answer

    def answer(self, name: str, query: Mapping[str, str]) -> bytes | None:
        """Return the answer; None if nothing of this name can be asked."""
        known = self._answers.get(name)
        return None if known is None else known(query)


@st.cache_resource(show_spinner=False)
def desks() -> WeakValueDictionary[str, Desk]:
    """Return the desks of all sessions by their tickets; a desk goes when its session does."""
    return WeakValueDictionary()


def desk() -> Desk:
    """Return the desk of this session."""
    if DESK not in st.session_state:
        st.session_state[DESK] = Desk()
    found: Desk = st.session_state[DESK]
    desks()[found.ticket] = found
    return found
