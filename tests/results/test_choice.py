"""The choice among candidates: by hand, against a twin, and on synthetic sweeps whose truth is known."""

from itertools import product

import numpy as np
import pytest
from scipy import stats

from cspa_explore.results.choice import FEWEST, LEVEL, MOST_FLIPPED, choose, sign_patterns, tied_with_best

SWEEPS = 200  # synthetic sweeps
GAP = 4.0  # standard errors of the paired difference


def test_a_choice_by_hand():
    ratio = np.array([[0.9, 0.9, 0.6, 0.5, 0.5, 0.5], [0.7, 0.7, 0.7, 0.7, 0.7, 0.7]])
    found = choose(ratio)
    assert found.picks == (0, 1), "the first half prefers 0 (0.8), the second 1"
    np.testing.assert_array_equal(found.honest, [0.7, 0.7, 0.7, 0.5, 0.5, 0.5])
    assert (found.picked, found.hindsight) == (1, 1)
    assert found.score == pytest.approx(0.6)
    assert found.hindsight_score == pytest.approx(0.7)
    assert found.flattery == pytest.approx(0.1)
    assert found.tied == (0, 1)
    cost = found.cost_of(0)
    assert cost.mean == pytest.approx((-0.2 - 0.2 + 0.1) / 6)
    assert (cost.high - cost.low) / 2 == pytest.approx(
        stats.t.ppf(0.975, 5) * np.std([-0.2, -0.2, 0.1, 0, 0, 0], ddof=1) / np.sqrt(6)
    )


def test_halves_that_agree_leave_nothing_to_flatter():
    ratio = np.array([[0.5] * 10, [0.8] * 10, [0.79] * 10])
    found = choose(ratio)
    assert (found.picks, found.flattery, found.tied) == ((1, 1), 0, (1,)), "a constant difference is a certain one"


def test_few_trials_are_provisional():
    found = choose(np.array([[0.5] * 3, [0.8, 0.9, 0.7]]))
    assert found.provisional
    assert (found.picked, found.hindsight, found.tied) == (1, 1, ())
    assert np.isnan(found.score)
    assert found.cost_of(0).mean == pytest.approx(0.3)
    assert choose(np.array([[0.5], [0.8]])).picked == 1
    assert not choose(np.full((2, FEWEST), 0.5)).provisional


def test_equal_candidates_are_tied_and_the_first_is_picked():
    found = choose(np.tile([0.5, 0.6, 0.7, 0.5, 0.6, 0.7], (3, 1)))
    assert (found.picked, found.tied) == (0, (0, 1, 2))


def test_hindsight_is_never_below_the_honest_score(rng):
    for _ in range(300):
        found = choose(rng.normal(0.7, 0.05, (rng.integers(1, 8), rng.integers(FEWEST, 13))))
        assert found.flattery >= -1e-15
        assert found.hindsight in found.tied, "nobody is better than the best"


def twin(ratio, level):
    """Return the tied candidates: all sign patterns one by one, with SciPy's t statistic."""
    m, n = ratio.shape
    tied = []
    for j in range(m):
        others = [ratio[i] - ratio[j] for i in range(m) if i != j]
        rivals = [d for d in others if stats.ttest_1samp(d, 0).statistic > -1.3]
        if not rivals:
            tied.append(j)
            continue
        patterns = map(np.array, product([1, -1], repeat=n))
        largest = [max(stats.ttest_1samp(signs * d, 0).statistic for d in rivals) for signs in patterns]
        largest = np.maximum(largest, 0)  # the candidate itself is a rival with the statistic 0
        if np.mean(largest >= largest[0] - 1e-12) > level:
            tied.append(j)
    return tuple(tied)


def test_the_paired_test_equals_its_twin(rng):
    for _ in range(4):
        ratio = rng.normal(0.7, 0.02, (4, 6)) + np.linspace(0, 0.03, 4)[:, None]
        assert tied_with_best(ratio, 0.2) == twin(ratio, 0.2)


def test_many_trials_use_a_fixed_sample_of_patterns(rng):
    assert len(sign_patterns(MOST_FLIPPED)) == 2 ** (MOST_FLIPPED - 1)
    many = sign_patterns(30)
    assert (many[0] == 1).all()
    np.testing.assert_array_equal(many, sign_patterns(30))
    ratio = rng.normal(0.7, 0.02, (5, 30)) + np.array([0, 0, 0, 0, 0.1])[:, None]
    assert tied_with_best(ratio) == (4,)


@pytest.fixture
def rng():
    return np.random.default_rng(5)


def synthetic(rng, kind, trials=10, m=22):
    """Return true means, ratios, the true best, and a candidate that is worse by GAP standard errors.

    Neighbouring values of β are correlated, a trial shifts all values alike, and the noise differs between values.
    """
    z = np.log(np.geomspace(0.02, 1, m))
    near = {"smooth": 0.5, "independent": 0.02, "flat": 0.5, "heavy": 0.5}[kind]
    sd = 0.01 * np.exp(rng.normal(0, 0.3)) * rng.uniform(1, 1.6, m)
    root = np.linalg.cholesky(np.exp(-np.abs(z[:, None] - z) / near)) * sd[:, None]
    covariance = root @ root.T
    steep = 1e-6 if kind == "flat" else rng.uniform(0.005, 0.05)
    truth = 0.8 - steep * (z - rng.uniform(-3, -0.5)) ** 2
    best = int(np.argmax(truth))
    worse = int((best + rng.integers(1, m)) % m)
    error = np.sqrt((covariance[best, best] + covariance[worse, worse] - 2 * covariance[best, worse]) / trials)
    truth[worse] = truth[best] - GAP * error
    draw = rng.standard_t(4, (m, trials)) / np.sqrt(2) if kind == "heavy" else rng.normal(size=(m, trials))
    return truth, truth[:, None] + root @ draw + rng.normal(0, 0.01, trials), best, worse


@pytest.mark.parametrize("kind", ["smooth", "independent", "flat", "heavy"])
def test_on_sweeps_of_known_truth_the_choice_is_honest(kind):
    rng = np.random.default_rng(11)
    inside, excluded, honest, hindsight = [], [], [], []
    for _ in range(SWEEPS):
        truth, ratio, best, worse = synthetic(rng, kind)
        found = choose(ratio)
        inside.append(best in found.tied)
        excluded.append(worse not in found.tied)
        first, second = found.picks
        honest.append(found.score - (truth[first] + truth[second]) / 2)
        hindsight.append(found.hindsight_score - truth[found.hindsight])
    assert np.mean(inside) >= 0.9, "the true best is tied"
    assert np.mean(excluded) >= 0.8, "what is clearly worse is not"
    bias, error = np.mean(honest), np.std(honest, ddof=1) / np.sqrt(SWEEPS)
    assert abs(bias) <= 2 * error, "the honest score is unbiased"
    bias, error = np.mean(hindsight), np.std(hindsight, ddof=1) / np.sqrt(SWEEPS)
    assert bias > 2 * error, "hindsight flatters"
    assert LEVEL == 0.05
