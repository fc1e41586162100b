"""The foot of the sidebar: restore the defaults, open a settings file, save one."""

from functools import partial

import streamlit as st

from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.settings_file import read_settings, write_settings
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.session import state
from cspa_explore.ui.session.changes import within_limits

LONGEST = 2**20  # bytes of a settings file


def settings_row(experiment: Experiment) -> None:
    """Draw the three buttons."""
    with st.container(key="settings_row", horizontal=True, gap="small"):
        st.button("Restore defaults", key="reset", type="tertiary", on_click=state.restore)
        if st.button("Open settings…", key="open_settings", type="tertiary"):
            _open()
        # Written at the click: the browser asks for a file at once, which a quick change may have removed by then.
        st.download_button(
            "Save settings", partial(write_settings, experiment), "settings.json", key="save_settings", type="tertiary",
            on_click="ignore", help="A file that this page and the command line open",
        )  # fmt: skip


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
    experiment, plan = read_settings(text)
    within_limits(experiment)
    if plan is None:
        return experiment, f"Opened the settings of {name}."
    return experiment, f"Opened the experiment of {name}. It also holds a sweep, which only the command line repeats."
