import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cspa_explore import make
from cspa_explore.core.vectors import (
    TIE,
    argmax,
    argmax_except,
    gamma_greedy,
    hinge,
    max_except,
    max_of,
    sample,
    softmax,
    sum_of,
    support_class,
    water_line,
)
from tests.quadratic import difference, least_distance
from tests.twins.spa import spa_step

# Few distinct values, so that exact ties are common.
tied = st.lists(st.sampled_from([-1.5, -1.0, 0.0, 0.25, 0.5, 1.0, 2.0]), min_size=2, max_size=9).map(np.array)
smooth = st.lists(st.floats(-5, 5), min_size=2, max_size=9).map(np.array)
scores = st.one_of(tied, smooth)


@numba.njit
def compiled_argmax(s):
    return argmax(s)


def with_class(vectors):
    return vectors.flatmap(lambda s: st.tuples(st.just(s), st.integers(0, len(s) - 1)))


def test_argmax_by_hand():
    assert argmax(np.array([0.0, 0.0, 0.0])) == 0
    assert argmax(np.array([1.0, 3.0, 3.0])) == 1
    assert argmax(np.array([3.0 - 1e-12, 1.0, 3.0])) == 0, "rounding must not decide a tie"
    assert argmax(np.array([3.0 - 1e-8, 1.0, 3.0])) == 2


@given(tied, st.integers(0, 2**32))
def test_noise_far_below_the_tolerance_never_changes_the_winner(s, seed):
    noise = np.random.default_rng(seed).uniform(-1, 1, len(s)) * TIE / 4
    assert argmax(s + noise) == argmax(s) == int(np.argmax(s))


@given(tied, st.sampled_from([-1e5, -3.0, 2.0**20]))
def test_the_same_number_added_to_all_scores_changes_no_winner(s, shift):
    assert argmax(s + shift) == argmax(s)


@given(with_class(scores))
def test_max_except_is_the_maximum_of_the_others(case):
    s, y = case
    assert max_except(s, y) == np.delete(s, y).max()


def test_the_best_rival_by_hand():
    s = np.array([3.0 - 1e-12, 4.0, 3.0, 1.0])
    assert argmax_except(s, 1) == 0, "rounding must not decide a tie"
    assert argmax_except(s, 0) == 1
    assert argmax_except(np.zeros(2), 0) == 1
    rival, loss = hinge(s, 1)
    assert (rival, loss) == (0, pytest.approx(1e-12))
    assert hinge(s, 3) == (1, 4.0)


@given(with_class(tied))
def test_the_best_rival_is_the_winner_among_the_others(case):
    s, y = case
    others = [k for k in range(len(s)) if k != y]
    assert argmax_except(s, y) == others[argmax(s[others])]
    assert hinge(s, y)[1] == max(0, 1 - s[y] + max_except(s, y))


@given(st.integers(2, 6), st.integers(0, 5))
def test_argmax_is_an_index_even_for_nan(K, at):
    s = np.zeros(K)
    s[at % K] = np.nan
    assert 0 <= argmax(s) < K


@pytest.mark.parametrize(
    ("s", "winner"),
    [([1, np.nan, 3, 2, 3], 2), ([np.nan, 1, 2], 0), ([0, np.inf, 1, np.inf, 5], 1), ([-np.inf, 0, 0, 0], 0)],
)
def test_scores_too_large_to_be_compared_give_the_same_everywhere(s, winner):
    with np.errstate(invalid="ignore"):
        assert argmax(np.array(s, float)) == winner
    assert compiled_argmax(np.array(s, float)) == winner


@given(st.lists(st.floats(-5, 5), min_size=2, max_size=40), st.data())
def test_the_largest_of_a_part_is_found_whatever_its_length(values, data):
    start = data.draw(st.integers(0, len(values) - 1))
    stop = data.draw(st.integers(start + 1, len(values)))
    assert max_of(np.array(values), start, stop) == max(values[start:stop])
    assert sum_of(np.array(values)) == pytest.approx(sum(values), abs=1e-12)


def test_a_loss_exactly_on_the_line_causes_no_endless_loop():
    """Rounding can put it back after it was dropped: found by review, from W = 0 in two rounds."""
    make("cspa", n_classes=4, n_features=1).run([[1], [2]], [1, 1])
    make("spa", n_classes=5, n_features=2).run([[2, 1], [3, -1]], [2, 1])


@given(with_class(scores), st.integers(0, 2**32), st.integers(-2, 2))
def test_a_loss_near_the_line_causes_no_endless_loop(case, which, ulps):
    s, y = case
    s = s.copy()
    i = which % len(s)
    if i != y:
        s[i] = water_line(s, y) + s[y] - 1.0
        for _ in range(abs(ulps)):
            s[i] = np.nextafter(s[i], np.inf * np.sign(ulps))
    tau = np.zeros(len(s))
    support_class(s, y, 1.0, tau)
    np.testing.assert_allclose(tau, spa_step(s, y, 1.0), atol=1e-12, rtol=0)


def test_support_class_by_hand():
    # W = 0, K = 3: ℓ = (–, 1, 1), a = 2/3, so the true class gains 2/3 and the others lose 1/3 each.
    tau = np.zeros(3)
    assert support_class(np.zeros(3), 0, 1.0, tau) == 1.0
    np.testing.assert_allclose(tau, [2 / 3, -1 / 3, -1 / 3], atol=1e-15)
    # Losses 1.5 and 0.1: 0.1 is below the line 0.75, only the first class is in S.
    tau = np.zeros(3)
    assert support_class(np.array([0.0, 0.5, -0.9]), 0, 2.0, tau) == 1.5
    np.testing.assert_allclose(tau, [0.375, -0.375, 0.0], atol=1e-15)
    # Margin 1 is reached already: no step.
    tau = np.zeros(2)
    assert support_class(np.array([1.0, 0.0]), 0, 1.0, tau) == 0.0
    assert not tau.any()


@given(with_class(scores))
def test_support_set_is_the_prefix_of_the_sorted_losses(case):
    s, y = case
    tau = np.zeros(len(s))
    loss = support_class(s, y, 1.0, tau)
    np.testing.assert_allclose(tau, spa_step(s, y, 1.0), atol=1e-12)
    losses = 1 + np.delete(s, y) - s[y]
    assert loss == max(0, losses.max())
    members = np.delete(tau, y) < 0
    assert members.any() == (loss > 0)
    if members.any() and not members.all():
        assert losses[members].min() >= losses[~members].max(), "a prefix of the sorted losses"
    assert abs(tau.sum()) < 1e-12


@given(with_class(scores), st.floats(0.1, 10))
def test_support_set_is_the_active_set_of_the_quadratic_program(case, x2):
    s, y = case
    K, x = len(s), np.array([np.sqrt(x2)])
    losses = np.maximum(0, 1 + s - s[y])
    others = [i for i in range(K) if i != y]
    step, multipliers = least_distance(
        np.array([difference(K, 1, y, i, x) for i in others]), np.array([1 + s[i] - s[y] for i in others])
    )
    tau = np.zeros(K)
    support_class(s, y, x2, tau)
    np.testing.assert_allclose(tau * x[0], step, atol=1e-7)
    a = water_line(s, y)
    for i, multiplier in zip(others, multipliers, strict=True):
        if abs(losses[i] - a) > 1e-6:  # on the line itself membership is a matter of rounding
            assert (multiplier > 1e-9) == (tau[i] < 0)


@given(with_class(scores), st.floats(0.1, 10))
def test_after_the_step_the_smallest_margin_is_one(case, x2):
    s, y = case
    tau = np.zeros(len(s))
    loss = support_class(s, y, x2, tau)
    after = s + tau * x2
    margin = after[y] - np.delete(after, y).max()
    assert margin == pytest.approx(1) if loss > 0 else margin >= 1 - 1e-12


@given(st.floats(0, 1), st.integers(2, 30), st.data())
def test_greedy_probabilities_sum_to_one_and_match_the_draws(gamma, K, data):
    y_hat = data.draw(st.integers(0, K - 1))
    p = np.zeros(K)
    N = 2000
    drawn = np.bincount([gamma_greedy(gamma, y_hat, (j + 0.5) / N, p) for j in range(N)], minlength=K)
    assert p.sum() == pytest.approx(1)
    assert (p >= 0).all()
    np.testing.assert_allclose(drawn / N, p, atol=2 / N)


@given(st.floats(1e-12, 1), st.integers(2, 1000))
def test_greedy_never_leaves_the_labels(gamma, K):
    p = np.zeros(K)
    for u in (0.0, np.nextafter(gamma, 0), np.nextafter(1, 0)):
        assert 0 <= gamma_greedy(gamma, 0, u, p) < K


@given(st.floats(0.01, 0.5), st.floats(0, 1, exclude_max=True))
def test_a_smaller_gamma_explores_in_a_subset_of_the_rounds(gamma, u):
    p = np.zeros(4)
    if u >= gamma:
        assert gamma_greedy(gamma / 2, 3, u, p) == 3


@given(smooth, st.floats(0.1, 1000))
def test_softmax_is_a_distribution_in_the_order_of_the_scores(s, alpha):
    p = np.zeros(len(s))
    softmax(alpha, s, p)
    assert p.sum() == pytest.approx(1)
    assert (np.diff(p[np.argsort(s)]) >= 0).all()
    np.testing.assert_allclose(p, np.exp(alpha * (s - s.max())) / np.exp(alpha * (s - s.max())).sum(), atol=1e-15)


def test_softmax_by_hand():
    p = np.zeros(3)
    softmax(2.0, np.array([0.0, np.log(2), 1000.0]), p)
    assert p.tolist() == [0, 0, 1]
    softmax(2.0, np.array([0.0, np.log(2), np.log(3)]), p)
    np.testing.assert_allclose(p, np.array([1, 4, 9]) / 14)


@given(smooth)
def test_labels_are_drawn_as_often_as_their_probabilities_say(s):
    p = np.zeros(len(s))
    softmax(1.0, s, p)
    N = 2000
    drawn = np.bincount([sample(p, (j + 0.5) / N) for j in range(N)], minlength=len(p))
    np.testing.assert_allclose(drawn / N, p, atol=2 / N)
    assert sample(p, np.nextafter(1, 0)) < len(p)
