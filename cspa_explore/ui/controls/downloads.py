"""The buttons that take numbers and the configuration away.

Files are made when the button is drawn: one that is made on a click is gone before the browser fetches it if another
session's script ends in between.
"""

from streamlit.delta_generator import DeltaGenerator

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.plan import Plan
from cspa_explore.experiments.settings_file import write_settings

HELP = "Every setting, to be kept, or played by `python -m cspa_explore {verb} --settings settings.json`"


def settings_download(settings: Experiment, place: DeltaGenerator, plan: Plan | None = None) -> None:
    """Offer the settings, and the plan of a sweep if there is one, as a JSON file."""
    place.download_button(
        "Settings as JSON", write_settings(settings, plan), "settings.json", key="get_settings.json",
        on_click="ignore", width="stretch", help=HELP.format(verb="sweep" if plan else "run"),
    )  # fmt: skip
