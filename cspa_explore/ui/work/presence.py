"""Whether a browser tab is still connected.

Streamlit has no public way to ask: a job that runs in a thread of its own would go on after its tab was closed. These
two calls are Streamlit's internals (`streamlit` is pinned below 2); they stand here alone so that they can be replaced.
"""

from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx


def this_session() -> str:
    """Return the id of the session whose script is running, "" outside of one."""
    context = get_script_run_ctx(suppress_warning=True)
    return context.session_id if context else ""


def connected(session: str) -> bool:
    """Return whether the session's tab is open, as far as the server knows."""
    return bool(session) and runtime.exists() and runtime.get_instance().is_active_session(session)
