import numpy as np
import pytest

from cspa_explore.datasets import load, toys


@pytest.mark.parametrize("sigma", [0.05, 0.25, 1.0, 2.0])
def test_the_quadrant_rule_is_the_circle_of_four(sigma):
    assert toys.best_quadrant(sigma) == pytest.approx(toys.best_on_circle(sigma, 4), abs=1e-6)


def test_the_quadrant_rule_comes_to_the_known_figures():
    for sigma, percent in ((0.05, 100.0), (0.1, 99.9), (0.25, 95.5), (0.5, 84.7), (1.0, 70.8), (2.0, 57.7)):
        assert 100 * toys.best_quadrant(sigma) == pytest.approx(percent, abs=0.35)


@pytest.mark.parametrize("m", [3, 5, 8])
def test_the_best_rule_on_the_circle_is_reached_by_the_nearest_direction(m):
    rng = np.random.default_rng(0)
    data, sigma = load(f"circle(m={m})"), 0.3
    centres = data.X[:m]
    X = np.repeat(data.X, 40, axis=0) + np.sqrt(sigma) * rng.normal(size=(40 * len(data.y), 2))
    hit = np.argmax(X @ centres.T, axis=1) == np.repeat(data.y, 40)
    assert hit.mean() == pytest.approx(toys.best_on_circle(sigma, m), abs=4 * 0.5 / np.sqrt(len(hit)))


def test_argmax_linear_data_are_separable_by_construction_and_differ_by_seed():
    a, b = (load("linear(K=6, d=4)", seed) for seed in (1, 2))
    assert not np.array_equal(a.X, b.X)
    rng = np.random.default_rng([1, 0])
    U = rng.normal(size=(6, 4))
    np.testing.assert_array_equal(a.y, np.argmax(a.X @ U.T, axis=1))


def test_three_gaussians_are_at_120_degrees():
    centres = load("gaussians3").X[:3]
    cosines = centres @ centres.T / 2
    np.testing.assert_allclose(cosines, np.where(np.eye(3) == 1, 1, -0.5), atol=1e-12)
