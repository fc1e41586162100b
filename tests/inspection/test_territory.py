"""Sectors: by hand, by brute force over directions, and what must be true of any of them."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.spatial import ConvexHull

from cspa_explore.core.vectors import argmax
from cspa_explore.inspection import territory as module
from cspa_explore.inspection.territory import CIRCLE, NARROWEST, churn, churns, sectors

QUARTER = np.pi / 2
CROSS = np.array([[1.0, 0], [0, 1], [-1, 0], [0, -1]])
GRID = np.linspace(0, CIRCLE, 720, endpoint=False) + 0.00123


def weights(low=2, high=6):
    """Weights with many ties: small whole numbers, and hundredths."""
    K = st.integers(low, high)
    whole = K.flatmap(lambda k: arrays(np.float64, (k, 2), elements=st.integers(-2, 2).map(float)))
    free = K.flatmap(lambda k: arrays(np.float64, (k, 2), elements=st.integers(-300, 300).map(lambda n: n / 100)))
    return whole | free


def owner(W, angles):
    """The class predicted in each direction, by the engine's own argmax."""
    x = np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    return np.array([argmax(s) for s in x @ W.T])


def owned(found, angles):
    """The owner of each direction by the list of sectors; −1 within 1e-6 of a border."""
    who = np.full(len(angles), -1)
    for k, start, end in found:
        inside = (angles - start) % CIRCLE
        who[(inside > 1e-6) & (inside < end - start - 1e-6)] = k
        if len(found) == 1:
            who[:] = k
    return who


def test_four_arrows_in_a_cross_own_a_quarter_each():
    found = sectors(CROSS)
    assert [k for k, _, _ in found] == [1, 2, 3, 0]
    np.testing.assert_allclose([s for _, s, _ in found], np.pi / 4 + QUARTER * np.arange(4))
    np.testing.assert_allclose([e - s for _, s, e in found], QUARTER)


@pytest.mark.parametrize(
    ("W", "owners"),
    [
        (np.zeros((4, 2)), [0]),
        (np.ones((3, 2)), [0]),
        (np.array([[0.0, 0], [1, 0], [-1, 0]]), [2, 1]),  # collinear: class 0 lies between, it owns nothing
        (np.array([[1.0, 0], [1, 0], [-1, 0], [-1, 0]]), [2, 0]),  # equal rows: the lower class
        (np.array([[0.1, 0], [1.0, 0], [0, 1], [-1, 0], [0, -1]]), [2, 3, 4, 1]),  # inside the hull
        (np.array([[0.0, 0], [1e-13, 0], [0, -1e-13]]), [0]),  # equal up to rounding
        (np.array([[2.0, 3], [5, 3]]), [0, 1]),
    ],
)
def test_owners_by_hand(W, owners):
    assert [k for k, _, _ in sectors(W)] == owners


def test_collinear_rows_own_half_circles():
    (a, b) = sectors(np.array([[0.0, 0], [3, 3], [-1, -1]]))
    np.testing.assert_allclose([a.end - a.start, b.end - b.start], np.pi)
    np.testing.assert_allclose(a.start, 3 * np.pi / 4)


@given(weights())
def test_sectors_are_what_the_engine_predicts_in_every_direction(W):
    found = sectors(W)
    who, brute = owned(found, GRID), owner(W, GRID)
    assert (who == brute)[who >= 0].all()
    assert (who < 0).sum() <= len(found) + 1


@given(weights())
def test_sectors_cover_the_circle_once_and_every_class_owns_one_at_most(W):
    found = sectors(W)
    np.testing.assert_allclose(sum(e - s for _, s, e in found), CIRCLE)
    assert len({k for k, _, _ in found}) == len(found)
    assert all(0 <= s < CIRCLE and s + NARROWEST <= e <= s + CIRCLE for _, s, e in found)
    assert all(a.end == b.start for a, b in pairwise(found))


def test_who_owns_a_sector_is_a_corner_of_the_hull():
    rng = np.random.default_rng(0)
    for _ in range(50):
        W = rng.normal(size=(7, 2))
        assert {k for k, _, _ in sectors(W)} == set(ConvexHull(W).vertices)


@given(weights(4, 4), weights(4, 4))
def test_churn_is_the_share_of_directions_that_change(W, V):
    brute = (owner(W, GRID) != owner(V, GRID)).mean()
    assert churn(W, V) == pytest.approx(brute, abs=17 / len(GRID))  # at most 16 borders, one cell each
    assert churn(W, V) == pytest.approx(churn(V, W))
    assert 0 <= churn(W, V) <= 1
    assert churn(W, W) == 0
    assert churn(W, W + np.array([1.0, 2.0])) == pytest.approx(0, abs=1e-9)  # a common shift changes no owner


def test_turning_the_cross_moves_its_share():
    for turn in (0.1, 0.5, QUARTER):
        c, s = np.cos(turn), np.sin(turn)
        assert churn(CROSS, CROSS @ np.array([[c, s], [-s, c]])) == pytest.approx(turn / QUARTER)
    assert churn(np.zeros((4, 2)), CROSS) == pytest.approx(0.75)


def test_the_churns_of_a_history_are_those_of_its_steps():
    history = np.cumsum(np.random.default_rng(1).normal(size=(4001, 4, 2)) * 0.1, axis=0)
    history[500] = history[499]
    found = churns(history)
    assert found[499] == 0
    for t in (0, 1, 499, 2000, 3999):
        assert found[t] == churn(history[t], history[t + 1])


@given(st.integers(2, 6).flatmap(lambda K: st.tuples(weights(K, K), weights(K, K), weights(K, K))))
def test_churn_of_the_borders_alone_is_that_of_all_ties(states):
    history = np.array(states)
    fast = churns(history)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_borders", module._ties)
        np.testing.assert_allclose(fast, churns(history), atol=1e-12)
