"""One entry of the table of settings: its name, its values, and how it appears in links, flags and widgets."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cspa_explore.setting_kinds import Kind


@dataclass(frozen=True)
class Setting:
    """One setting of an experiment."""

    name: str  # the field of `Stream` or `Experiment`
    kind: Kind
    default: Any
    link: str  # its key in a link
    flag: str  # on the command line
    label: str  # of its widget
    help: str  # for the widget, the flag and the README
    metavar: str = ""  # the name of the flag's value in --help
    group: str = "rows"  # where its widget stands: top, learners, rounds, rows or seed
    fits: Callable[[Any], bool] = lambda stream: True  # whether it applies to the stream; otherwise it has no widget
    words: Callable[[Any], str] = lambda value: ""  # the value in the stream's description; empty if not mentioned
