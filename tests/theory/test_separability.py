"""One-vs-rest separability: by hand, and against the run that the theorem covers."""

import numpy as np
import pytest

from cspa_explore.theory.bounds import CORRECTED, PRINTED
from cspa_explore.theory.comparison import Rounds
from cspa_explore.theory.separability import one_vs_rest, smallest_alpha
from tests.theory.sample_rounds import anywhere, on_a_circle


def test_three_directions_at_120_degrees():
    # The hyperplane with normal x_k has margin 1/2 at the others; α can be 0: wrong classes have equal scores.
    found = one_vs_rest(on_a_circle(3, 0.0, 30))
    assert found.separable
    assert found.margin == pytest.approx(0.5, abs=0.1)  # widest for weights in a box, not for the shortest weights
    assert smallest_alpha(CORRECTED, on_a_circle(3, 0.0, 30)) == pytest.approx(0.0, abs=1e-7)


def test_four_directions_are_antipodal():
    rounds = on_a_circle(4, 0.0, 40)
    found = one_vs_rest(rounds)
    assert found.separable is False
    assert found.margin == 0
    assert "classes 1, 2, 3, 4" in found.words
    assert smallest_alpha(CORRECTED, rounds) == pytest.approx(1.0)
    assert smallest_alpha(PRINTED, rounds) == pytest.approx(2.0)


def test_the_counter_example_needs_more_than_it_may():
    angles = 2 * np.pi * np.arange(3) / 3
    others = np.column_stack([np.full(3, 0.05), np.sqrt(0.9975) * np.cos(angles), np.sqrt(0.9975) * np.sin(angles)])
    rounds = Rounds(np.vstack([[1.0, 0, 0], others]), np.arange(4), 4)
    assert one_vs_rest(rounds).separable is False
    assert smallest_alpha(CORRECTED, rounds) == pytest.approx(1.15)
    assert smallest_alpha(PRINTED, rounds) == pytest.approx(0.575)


@pytest.mark.parametrize("seed", range(8))
def test_a_finite_promise_needs_one_vs_rest_separability(seed):
    rounds = anywhere(3, 3, 8, seed)
    alpha = smallest_alpha(CORRECTED, rounds)
    if alpha < 1:
        assert one_vs_rest(rounds).separable
    assert alpha == np.inf or alpha >= 0


def test_rows_of_two_classes_cannot_be_separated():
    rounds = Rounds(np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]), np.array([0, 1, 2]), 3)
    assert smallest_alpha(CORRECTED, rounds) == np.inf
    assert one_vs_rest(rounds).words.startswith("Not one-vs-rest separable")


def test_without_time_nothing_is_decided():
    found = one_vs_rest(on_a_circle(3, 0.0, 30), seconds=0.0)
    assert found.separable is None
    assert "Not decided within the time limit" in found.words
