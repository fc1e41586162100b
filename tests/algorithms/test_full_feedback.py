"""Hand-computed rounds and exact properties of the Perceptron, PA, PA-I, PA-II, SPA-I and SPA-II."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cspa_explore import make
from cspa_explore.core.vectors import water_line
from tests.quadratic import difference, least_distance, soft_linear, soft_squared
from tests.sample_streams import STREAMS, gaussians

seeds = st.integers(0, 10**6)
softness = st.sampled_from([0.01, 0.1, 0.5, 1.0, 10.0])


def problem(seed):
    """W, x, y at random."""
    rng = np.random.default_rng(seed)
    K, d = int(rng.integers(2, 7)), int(rng.integers(1, 5))
    return rng.normal(size=(K, d)), rng.normal(size=d) * rng.uniform(0.3, 3), int(rng.integers(K))


def taught(text, W, x, y):
    """The learner after one round from the weights W."""
    learner = make(text, n_classes=len(W), n_features=len(W[0])).with_weights(W)
    learner.teach(x, y)
    return learner


def constraints(W, x, y, others):
    """G and h of: after the step, class y is at least 1 above each of the others."""
    K, d = W.shape
    G = np.array([difference(K, d, y, i, x) for i in others])
    return G, np.array([1 - (W[y] - W[i]) @ x for i in others])


def rivals(W, y):
    return [i for i in range(len(W)) if i != y]


def best_rival(W, x, y):
    return max(rivals(W, y), key=lambda i: W[i] @ x)


# By hand


def test_the_perceptron_by_hand():
    W = np.array([[1.0], [0.5], [0.0]])
    np.testing.assert_allclose(taught("perceptron", W, [2.0], 2).weights(), [[-1.0], [0.5], [2.0]])
    np.testing.assert_allclose(taught("perceptron", W, [2.0], 0).weights(), W)


def test_pa_by_hand():
    # Scores 2, 1, 0 for x = 2; y = 2, the best rival is 0, ℓ = 1 + 2 = 3, τ = 3/(2·4): w_y, w_r move by 3/4.
    W = np.array([[1.0], [0.5], [0.0]])
    learner = taught("pa", W, [2.0], 2)
    assert learner.last_update().loss == 3.0
    np.testing.assert_allclose(learner.weights(), [[0.25], [0.5], [0.75]])
    # C = 1/4 is smaller than 3/8: w moves by 1/2.
    np.testing.assert_allclose(taught("pa1(C=1/4)", W, [2.0], 2).weights(), [[0.5], [0.5], [0.5]])
    np.testing.assert_allclose(taught("pa1(C=1)", W, [2.0], 2).weights(), [[0.25], [0.5], [0.75]])
    # 2‖x‖² + 1/(2C) = 8 + 4 for C = 1/8: τ = 1/4.
    np.testing.assert_allclose(taught("pa2(C=1/8)", W, [2.0], 2).weights(), [[0.5], [0.5], [0.5]])


def test_soft_spa_by_hand():
    # K = 3, W = 0, x = 1: ℓ = (–, 1, 1). SPA: a = 2/3. SPA-I with C = 1/2: a = (2 − 1/2)/2 = 3/4.
    W = np.zeros((3, 1))
    np.testing.assert_allclose(taught("spa1(C=1/2)", W, [1.0], 0).weights().ravel(), [0.5, -0.25, -0.25])
    np.testing.assert_allclose(taught("spa1(C=1)", W, [1.0], 0).weights().ravel(), [2 / 3, -1 / 3, -1 / 3])
    # SPA-II with C = 1/2: a = (1 + 1)/(3 + 2)·2 = 4/5.
    np.testing.assert_allclose(taught("spa2(C=1/2)", W, [1.0], 0).weights().ravel(), [0.4, -0.2, -0.2])


def test_a_loss_below_the_raised_line_is_left_alone():
    # ℓ = 1.5 and 1.2. SPA takes both (a = 0.9); with C = 0.2 the line (2.7 − 0.2)/2 = 1.25 is above 1.2.
    s = np.array([0.0, 0.5, 0.2])
    assert water_line(s, 0) == pytest.approx(0.9)
    assert water_line(s, 0, 0.2) == pytest.approx(1.3)
    W = s[:, None]
    np.testing.assert_allclose(taught("spa1(C=0.2)", W, [1.0], 0).weights().ravel(), [0.2, 0.3, 0.2])


# Properties


@given(seeds)
@settings(max_examples=50)
def test_pa_is_the_solution_of_its_quadratic_program(seed):
    W, x, y = problem(seed)
    step, _ = least_distance(*constraints(W, x, y, [best_rival(W, x, y)]))
    np.testing.assert_allclose((taught("pa", W, x, y).weights() - W).ravel(), step, rtol=0, atol=1e-7)


@pytest.mark.parametrize(
    ("key", "solve"), [("pa1", soft_linear), ("pa2", soft_squared), ("spa1", soft_linear), ("spa2", soft_squared)]
)
@given(seed=seeds, C=softness)
@settings(max_examples=40)
def test_soft_margins_are_solutions_of_their_quadratic_programs(key, solve, seed, C):
    W, x, y = problem(seed)
    others = rivals(W, y) if key.startswith("spa") else [best_rival(W, x, y)]
    step = solve(*constraints(W, x, y, others), C)
    np.testing.assert_allclose((taught(f"{key}(C={C})", W, x, y).weights() - W).ravel(), step, rtol=0, atol=1e-6)


@given(seeds)
@settings(max_examples=50)
def test_after_a_pa_step_the_margin_to_the_rival_is_one(seed):
    W, x, y = problem(seed)
    r = best_rival(W, x, y)
    learner = taught("pa", W, x, y)
    margin = (learner.weights()[y] - learner.weights()[r]) @ x
    assert margin == pytest.approx(1) if learner.last_update().loss > 0 else margin >= 1 - 1e-12


@pytest.mark.parametrize("hard", ["pa", "spa"])
@pytest.mark.parametrize("soft", ["1", "2"])
def test_a_large_c_forgives_nothing(hard, soft):
    stream = STREAMS["gaussians"]
    a = make(hard, n_classes=4, n_features=2)
    b = make(hard + soft, C=1e9, n_classes=4, n_features=2)
    a.run(stream.X[:300], stream.y[:300])
    b.run(stream.X[:300], stream.y[:300])
    np.testing.assert_allclose(a.weights(), b.weights(), rtol=0, atol=1e-5)


@pytest.mark.parametrize("kind", ["", "1", "2"])
def test_two_classes_leave_nothing_to_choose(kind):
    """With one rival SPA is PA, soft margins included."""
    stream = STREAMS["two classes"]
    a, b = (make(key + kind, n_classes=2, n_features=3) for key in ("pa", "spa"))
    np.testing.assert_array_equal(a.run(stream.X, stream.y).y_hat, b.run(stream.X, stream.y).y_hat)
    np.testing.assert_allclose(a.weights(), b.weights(), rtol=0, atol=1e-9)


@pytest.mark.parametrize("key", ["pa", "spa"])
def test_separable_data_bound_the_squared_losses(key):
    """Σℓ² ≤ 2R²‖u‖² for u with margin 1."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20_000, 4))
    U = rng.normal(size=(5, 4))
    ranked = np.sort(X @ U.T, axis=1)
    clear = ranked[:, -1] - ranked[:, -2] > 0.5  # so 2U has margin 1
    X, y = X[clear], np.argmax(X @ U.T, axis=1)[clear]
    trace = make(key, n_classes=5, n_features=4).run(X, y)
    assert np.sum(trace.loss**2) <= 2 * np.max(np.sum(X**2, axis=1)) * np.sum((2 * U) ** 2)


@pytest.mark.parametrize("key", ["perceptron", "pa", "pa1", "pa2", "spa1", "spa2"])
def test_what_one_class_gains_others_lose(key):
    stream = STREAMS["sparse"]
    learner = make(key, n_classes=stream.K, n_features=stream.X.shape[1])
    learner.run(stream.X, stream.y)
    np.testing.assert_allclose(learner.weights().sum(axis=0), 0, rtol=0, atol=1e-9)


def test_wrong_labels_upset_the_soft_margins_less():
    stream = gaussians(T=4000, sigma=0.5, seed=3)
    ratio = {
        text: make(text, n_classes=4, n_features=2).run(stream.X, stream.y).hit.mean()
        for text in ("pa", "pa1(C=2^-4)", "pa2(C=2^-4)", "spa", "spa1(C=2^-4)", "spa2(C=2^-4)")
    }
    for hard in ("pa", "spa"):
        for soft in ("1", "2"):
            assert ratio[f"{hard}{soft}(C=2^-4)"] > ratio[hard] + 0.05
