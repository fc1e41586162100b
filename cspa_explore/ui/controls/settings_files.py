"""The foot of the sidebar: restore the defaults, open a settings file, save one."""

import secrets
from collections.abc import Sequence

import streamlit as st

from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.settings_file import given_settings, read_settings, write_settings
from cspa_explore.player.component import component
from cspa_explore.settings import SETTINGS
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.session import state
from cspa_explore.ui.session.changes import within_limits

LONGEST = 2**20  # bytes of a settings file
SAVE = "save"  # in the session: the last click on "Save settings"


def settings_row(experiment: Experiment) -> None:
    """Draw the three buttons."""
    with st.container(key="settings_row", horizontal=True, gap="small"):
        st.button("Restore defaults", key="reset", type="tertiary", on_click=state.restore)
        if st.button("Open settings…", key="open_settings", type="tertiary"):
            _open()
        st.button(
            "Save settings", key="save_settings", type="tertiary", on_click=_save,
            help="A file that this page and the command line open",
        )  # fmt: skip
        if SAVE in st.session_state:
            file = {"click": st.session_state[SAVE], "name": "settings.json", "text": write_settings(experiment)}
            component("saved_settings")(data=file, key="saved_settings")


def _save() -> None:
    """Let this script run send the file: it has the newest values of all widgets.

    A field commits its value when it loses the focus, which is when the mouse button goes down on "Save settings". The
    browser would fetch the file of a download button without waiting for the script run that the value causes.
    """
    st.session_state[SAVE] = secrets.token_hex(8)


@st.dialog("Open settings")
def _open() -> None:
    """Ask for a settings file and open it; a file that cannot be opened leaves everything as it is."""
    file = st.file_uploader("A settings file that was saved here", type="json", key="settings_file")
    if file is None:
        return
    try:
        experiment, note = opened_settings(file.getvalue(), file.name)
    except UserError as error:
        st.error(escaped(str(error)))
        return
    state.set_experiment(experiment)
    state.tell(note)
    st.rerun()


def opened_settings(content: bytes, name: str) -> tuple[Experiment, str]:
    """Return the experiment of a settings file and a sentence that says what was opened; UserError if it cannot be."""
    if len(content) > LONGEST:
        raise UserError(f"A settings file has at most {LONGEST:,} bytes, got {len(content):,} in '{name}'.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UserError(f"'{name}' is not a settings file of CSPA Explorer: it must be JSON in UTF-8.") from None
    experiment, plan = read_settings(text, on_page=True)
    within_limits(experiment)
    what = "experiment" if plan else "settings"
    sweep = "It also holds a sweep, which only the command line repeats." if plan else ""
    notes = (f"Opened the {what} of {name}.", sweep, _left_out(given_settings(text)))
    return experiment, " ".join(filter(None, notes))


def _left_out(given: Sequence[str]) -> str:
    """Return a sentence about the settings that are not given and took their defaults; empty if there are none."""
    missing = [name for name in SETTINGS if name not in given]
    if not given:
        return "The file has no settings: all took their defaults."
    if len(missing) > len(given):
        return f"The file has only {', '.join(given)}; all other settings took their defaults."
    took = "it took its default" if len(missing) == 1 else "they took their defaults"
    return f"Not in the file, so {took}: {', '.join(missing)}." if missing else ""
