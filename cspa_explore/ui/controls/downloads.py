"""Download buttons.

A file is made when its button is drawn. Streamlit would delete a file that is made on the click if another session's
script run ended before the browser had fetched it.
"""

from typing import Any

import pandas as pd
from streamlit.delta_generator import DeltaGenerator

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.plan import Plan
from cspa_explore.experiments.settings_file import write_settings

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet computes a text that begins with one of these
HELP = "All settings as a file; `python -m cspa_explore {verb} --settings settings.json` plays it"


def csv_of(frame: pd.DataFrame) -> str:
    """Return the table as CSV, in which no name from a file is a formula of a spreadsheet.

    >>> csv_of(pd.DataFrame({"=1+1": ["@sum", "-0.5", "rose"], "n": [-1, 2, 3]})).split()
    ["'=1+1,n", "'@sum,-1", '-0.5,2', 'rose,3']
    """
    return frame.rename(columns=_no_formula).map(_no_formula).to_csv(index=False)


def _no_formula(cell: Any) -> Any:
    if not isinstance(cell, str) or not cell.startswith(FORMULA):
        return cell
    try:
        float(cell)
        return cell
    except ValueError:
        return f"'{cell}"


def settings_download(experiment: Experiment, place: DeltaGenerator, plan: Plan | None = None) -> None:
    """Draw the button for the settings, and the plan of a sweep if there is one, as a JSON file."""
    place.download_button(
        "Settings as JSON", write_settings(experiment, plan), "settings.json", key="get_settings.json",
        on_click="ignore", width="stretch", help=HELP.format(verb="sweep" if plan else "run"),
    )  # fmt: skip
