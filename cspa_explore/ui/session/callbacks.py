"""Callbacks that run to their end.

Streamlit ends a script run when the browser's next request arrives, and does so wherever the run uses
`st.session_state`: also in the middle of a widget's callback. Half of its changes would then be lost, and the next run
would not call it again, because the widget's value has not changed since. Streamlit has no setting for that, so this
module wraps its internal function that runs the callbacks (`requirements.txt` admits only tested releases).
"""

from typing import Any

from streamlit.runtime.state.safe_session_state import SafeSessionState

_run_callbacks = SafeSessionState.on_script_will_rerun


def finish_callbacks() -> None:
    """From now on, a script run may be interrupted before its callbacks or after them, but not during them."""
    SafeSessionState.on_script_will_rerun = _to_the_end  # type: ignore[assignment, method-assign]


def _to_the_end(session_state: SafeSessionState, *args: Any, **options: Any) -> None:
    end_if_asked = session_state._yield_callback
    with session_state._lock:  # the next request's callbacks wait for it
        end_if_asked()
        object.__setattr__(session_state, "_yield_callback", lambda: None)
        try:
            _run_callbacks(session_state, *args, **options)
        finally:
            object.__setattr__(session_state, "_yield_callback", end_if_asked)
