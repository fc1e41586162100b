"""Download buttons.

A file is made when its button is drawn. Streamlit would delete a file that is made on the click if another session's
script run ended before the browser had fetched it.
"""

from streamlit.delta_generator import DeltaGenerator

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.plan import Plan
from cspa_explore.experiments.settings_file import write_settings

HELP = "All settings as a file; `python -m cspa_explore {verb} --settings settings.json` plays it"


def settings_download(experiment: Experiment, place: DeltaGenerator, plan: Plan | None = None) -> None:
    """Draw the button for the settings, and the plan of a sweep if there is one, as a JSON file."""
    place.download_button(
        "Settings as JSON", write_settings(experiment, plan), "settings.json", key="get_settings.json",
        on_click="ignore", width="stretch", help=HELP.format(verb="sweep" if plan else "run"),
    )  # fmt: skip
