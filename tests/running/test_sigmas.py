"""The σ values of the registry follow the rule that the registry states."""

from itertools import pairwise

import pytest

from cspa_explore.datasets import DATASETS
from cspa_explore.running.sigmas import margin


@pytest.mark.slow
@pytest.mark.parametrize("key", [key for key, spec in DATASETS.items() if spec.kind == "bundled"])
def test_the_largest_sigma_of_the_figure_halves_the_margin_over_chance(key):
    sigmas = DATASETS[key].sigmas
    clean = margin(key, 0.0)
    left = [margin(key, sigma) / clean for sigma in sigmas.figure]
    assert left[0] == 1
    assert left[-1] == pytest.approx(0.5, abs=0.07)
    assert sigmas.high == pytest.approx(2 * sigmas.figure[-1], rel=0.03)
    assert all(a > b - 0.05 for a, b in pairwise(left)), left
