"""The Arena's badges."""

import pytest

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.ui.theory.badge import badge_of
from cspa_explore.ui.theory.presets import PRESETS


@pytest.mark.parametrize(
    ("settings", "badge"),
    [
        (PRESETS["bites"].settings, "bites"),
        (PRESETS["vacuous"].settings, "vacuous"),
        (PRESETS["violated"].settings, "vacuous"),  # the corrected statement promises nothing there
        ({"learners": ("cspa(beta=1)",)}, "does not apply"),
        ({"normalise": False, "learners": ("cspa(beta=1/6)",)}, "does not apply"),
    ],
)
def test_a_badge_is_that_of_the_theory_page(settings, badge):
    assert badge_of(Experiment.of(**settings)) == badge
