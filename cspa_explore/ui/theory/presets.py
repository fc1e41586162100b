"""The Theory page's presets: runs on which the theorem bites, says nothing, or is violated as printed."""

from typing import Any, NamedTuple

from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.ui.session import state
from cspa_explore.ui.session.changes import within_limits


class Preset(NamedTuple):
    """An experiment, a statement and a comparator."""

    label: str
    settings: dict[str, Any]
    view: dict[str, str]  # the page's keys that differ from their defaults

    @property
    def experiment(self) -> Experiment:
        """Return the preset's experiment."""
        return Experiment.of(**self.settings)


PRESETS = {
    "bites": Preset(
        "Three at 120°: bites",
        {"dataset": "gaussians3", "sigma": 1e-4, "seed": 7, "learners": ("cspa(beta=0.485)",)},
        {},
    ),
    "vacuous": Preset(
        "Four Gaussians: vacuous",
        {"dataset": "gaussians4", "sigma": 0.0, "seed": 7, "learners": ("cspa(beta=1/3)",)},
        {},
    ),
    "violated": Preset(
        "Counter-example: printed theorem violated",
        {"dataset": "counter", "sigma": 0.0, "seed": 7, "rounds": 300, "learners": ("cspa(beta=17/120)",)},
        {"stated": "printed", "u": "counter"},
    ),
}
VIEW = ("stated", "u", "scale", "of")  # the page's keys


def choose(name: str) -> None:
    """Show a preset."""
    preset = PRESETS[name]
    try:
        state.set_experiment(within_limits(preset.experiment))
    except UserError as error:
        state.refuse(str(error))
        return
    state.show(**{key: preset.view.get(key) for key in VIEW})


def chosen(experiment: Experiment, view: dict[str, str]) -> str:
    """Return the name of the preset on the screen; "" if it is another experiment."""
    for name, preset in PRESETS.items():
        if preset.experiment == experiment and preset.view == view:
            return name
    return ""
