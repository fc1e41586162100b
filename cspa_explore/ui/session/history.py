"""Whether Back or Forward started the script run.

Streamlit has no public function that tells, so this one reads its internals (`requirements.txt` admits only tested
releases).
"""

from streamlit.runtime.scriptrunner import get_script_run_ctx


def went_through_history() -> bool:
    """Return whether the user's Back or Forward started the script run; an automatic rerun in between counts too."""
    context = get_script_run_ctx(suppress_warning=True)
    return context is not None and context.is_history_navigation
