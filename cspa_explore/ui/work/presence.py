"""Whether a browser tab is still connected, and the end of its polling.

A job runs in a thread of its own, which would continue after its tab was closed. Streamlit has no public function that
tells, and none that ends the `run_every` of a fragment, so these functions call its internals (`requirements.txt`
admits only tested releases).
"""

from streamlit import runtime
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_run_context import ThreadState


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


def stop_polling() -> None:
    """End the automatic reruns (`run_every`) of the fragment that is running; the page is not rerun."""
    context, fragment = get_script_run_ctx(suppress_warning=True), ThreadState.get().fragment_id
    if context is not None and fragment:
        message = ForwardMsg()
        message.stop_auto_rerun.fragment_ids.append(fragment)
        context.enqueue(message)
