"""Whether a browser tab is still connected.

A job runs in a thread of its own, which would continue after its tab was closed. Streamlit has no public function that
tells, so these two functions call its internals (`streamlit` is pinned below 2).
"""

from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx


def this_session() -> str:
    """Return the id of the session whose script is running; "" outside a script."""
    context = get_script_run_ctx(suppress_warning=True)
    return context.session_id if context else ""


def connected(session: str) -> bool:
    """Return whether the session's tab is open, as far as the server knows."""
    try:
        return bool(session and runtime.get_instance().is_active_session(session))
    except RuntimeError:  # there is no server, or it has just ended
        return False
