"""One-vs-rest separability: by hand, and against the run that the theorem covers."""

import clarabel
import numpy as np
import pytest
import scipy.sparse

from cspa_explore.theory.bounds import CORRECTED, PRINTED
from cspa_explore.theory.comparison import Rounds
from cspa_explore.theory.separability import ClassMargin, Separability, one_vs_rest, smallest_alpha
from cspa_explore.theory.widest_margin import widest_margin
from tests.theory.sample_rounds import anywhere, on_a_circle


def test_three_directions_at_120_degrees():
    # The hyperplane with normal x_k has margin 1/2 at the others; α can be 0: wrong classes have equal scores.
    found = one_vs_rest(on_a_circle(3, 0.0, 30))
    assert found.separable
    assert found.margin == pytest.approx(0.5)
    assert found.words.endswith("with margin 0.5, the widest.")
    assert smallest_alpha(CORRECTED, on_a_circle(3, 0.0, 30)) == pytest.approx(0.0, abs=1e-7)


def test_four_directions_are_antipodal():
    rounds = on_a_circle(4, 0.0, 40)
    found = one_vs_rest(rounds)
    assert found.separable is False
    assert found.margin == 0
    assert "separates any class from the others" in found.words
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


def test_rows_that_are_all_0_cannot_be_separated():
    rounds = Rounds(np.zeros((4, 2)), np.array([0, 1, 0, 1]), 2)
    found = one_vs_rest(rounds)
    assert (found.separable, found.margin) == (False, 0.0)
    assert smallest_alpha(CORRECTED, rounds) == np.inf


def test_without_time_nothing_is_decided():
    found = one_vs_rest(on_a_circle(3, 0.0, 30), seconds=0.0)
    assert found.separable is None
    assert "Not decided within the time limit" in found.words


def widest_by_another_solver(Z):
    """Return the widest margin: the largest m with Zw ≥ m for some w of length at most 1."""
    n, d = Z.shape
    A = np.vstack([np.column_stack([-Z, np.ones(n)]), np.zeros((1, d + 1)), -np.eye(d + 1)[:d]])
    right = np.concatenate([np.zeros(n), [1.0], np.zeros(d)])
    cones = [clarabel.NonnegativeConeT(n), clarabel.SecondOrderConeT(d + 1)]
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    nothing = scipy.sparse.csc_matrix((d + 1, d + 1))
    cost = np.append(np.zeros(d), -1.0)
    return -clarabel.DefaultSolver(nothing, cost, scipy.sparse.csc_matrix(A), right, cones, settings).solve().obj_val


SIZES = [(3, 2, 0), (40, 2, 1), (40, 5, 2), (200, 10, 3), (30, 60, 4), (2000, 8, 5)]


@pytest.mark.parametrize(("n", "d", "seed"), SIZES)
def test_the_widest_margin_agrees_with_an_independent_solver(n, d, seed):
    rng = np.random.default_rng(seed)
    w = rng.normal(size=d)
    Z = rng.normal(size=(n, d)) * rng.uniform(0.1, 2, d)
    Z *= np.sign(Z @ w)[:, None]
    found = widest_margin(Z, np.inf)
    wanted = widest_by_another_solver(Z)
    assert found.margin == pytest.approx(wanted, rel=2e-3)
    assert found.margin <= wanted * (1 + 1e-6)
    assert found.most >= wanted * (1 - 1e-6)


def test_the_widest_margin_of_rows_that_repeat_and_of_rows_around_zero():
    Z = np.array([[2.0, 1.0], [2.0, 1.0], [2.0, -1.0], [4.0, 0.0]])
    assert widest_margin(Z, np.inf) == pytest.approx((2.0, 2.0))
    around = widest_margin(np.array([[1.0, 0.0], [-1.0, 1.0], [0.0, -1.0]]), np.inf)
    assert around.margin <= 1e-9


def test_every_class_gets_its_widest_margin():
    rng = np.random.default_rng(3)
    y = rng.integers(0, 4, 60)
    rounds = Rounds(3 * np.eye(4)[y] - 1.0 + 0.3 * rng.normal(size=(60, 4)), y, 4)
    found = one_vs_rest(rounds)
    assert found.separable
    assert found.margin_is == "the widest"
    for k, one in enumerate(found.classes):
        Z = np.where(y == k, 1.0, -1.0)[:, None] * rounds.X / rounds.R
        assert one.margin == pytest.approx(widest_by_another_solver(Z), rel=2e-3)


def test_a_margin_that_could_not_be_widened_in_time_is_a_lower_limit():
    Z = np.random.default_rng(5).normal(size=(500, 20)) + 3
    late = widest_margin(Z, 0.0)
    wanted = widest_by_another_solver(Z)
    assert late.margin < 0.99 * wanted < late.most
    unsure = Separability((ClassMargin("1", True, late.margin, late.most),))
    assert unsure.margin_is == "at least"
    assert "with margin at least" in unsure.words
