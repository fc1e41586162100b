"""Hand-computed rounds and exact properties of Banditron, Confidit, BPA, SPA and the uniform guess."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cspa_explore import make
from cspa_explore.algorithms import ALGORITHMS, banditron, bpa
from cspa_explore.core.geometry import Round
from tests.quadratic import difference, least_distance
from tests.sample_streams import STREAMS, gaussians

seeds = st.integers(0, 10**6)
FULL = [key for key, spec in ALGORITHMS.items() if spec.feedback == "full"]


# Banditron


def banditron_tau(s, gamma, y_tilde, y):
    """τ of one round whose draw is fixed to ỹ; also returns P."""
    r = Round.new(len(s))
    r.s[:] = s
    alg = banditron.Banditron(gamma)
    y_hat, _ = banditron.propose(alg, r, 0.999999)
    banditron.coefficients(alg, r, 1.0, y_hat, y_tilde, y_tilde == y)
    return r.tau, r.p, y_hat


def test_banditron_by_hand():
    # K = 4, γ = 0.2, ŷ = 0: P = (.85, .05, .05, .05).
    s = [1.0, 0, 0, 0]
    np.testing.assert_allclose(banditron_tau(s, 0.2, 0, 0)[0], [1 / 0.85 - 1, 0, 0, 0])
    np.testing.assert_allclose(banditron_tau(s, 0.2, 2, 2)[0], [-1, 0, 20, 0])
    np.testing.assert_allclose(banditron_tau(s, 0.2, 2, 1)[0], [-1, 0, 0, 0])


@given(st.lists(st.floats(-3, 3), min_size=2, max_size=7), st.floats(0.01, 1), st.data())
def test_banditron_is_the_perceptron_in_expectation(s, gamma, data):
    """Exact enumeration over ỹ: E[τ] = e_y − e_ŷ, and the second moment is bounded."""
    K = len(s)
    y = data.draw(st.integers(0, K - 1))
    cases = [banditron_tau(s, gamma, y_tilde, y) for y_tilde in range(K)]
    p, y_hat = cases[0][1], cases[0][2]
    mean = sum(p[k] * cases[k][0] for k in range(K))
    np.testing.assert_allclose(mean, np.eye(K)[y] - np.eye(K)[y_hat], rtol=0, atol=1e-12)
    second = sum(p[k] * cases[k][0] @ cases[k][0] for k in range(K))
    if gamma < 0.5:  # the range of the theory
        assert second <= 2 * (K / gamma if y != y_hat else gamma) + 1e-9


def test_banditron_explores_as_often_as_gamma_says():
    stream = gaussians(T=20_000)
    trace = make("banditron", gamma=0.2, n_classes=4, n_features=2).run(stream.X, stream.y)
    assert trace.explored.mean() == pytest.approx(0.2 * 3 / 4, abs=0.01)  # sd 0.0025


# BPA


def test_bpa_by_hand():
    learner = make("bpa", gamma=0, n_classes=3, n_features=1)
    assert learner.propose([2.0]) == 0
    learner.feedback(False)  # ℓ = 1, w_0 −= (1/4)·2
    np.testing.assert_allclose(learner.weights(), [[-0.5], [0], [0]])
    assert learner.propose([2.0]) == 1
    learner.feedback(True)
    np.testing.assert_allclose(learner.weights(), [[-0.5], [0.5], [0]])
    assert learner.propose([1.0]) == 1  # score ½: right again, ℓ = ½
    learner.feedback(True)
    assert learner.last_update().loss == 0.5
    np.testing.assert_allclose(learner.weights(), [[-0.5], [1.0], [0]])


@given(seeds, st.booleans())
def test_bpa_reaches_the_sign_it_was_told_and_touches_one_row(seed, correct):
    rng = np.random.default_rng(seed)
    K, d = int(rng.integers(2, 6)), int(rng.integers(1, 4))
    W, x = rng.normal(size=(K, d)), rng.normal(size=d)
    learner = make("bpa", n_classes=K, n_features=d, seed=seed).with_weights(W)
    y_tilde = learner.propose(x)
    learner.feedback(correct)
    z = 1 if correct else -1
    assert learner.last_update().loss == pytest.approx(max(0, 1 - z * W[y_tilde] @ x))
    if learner.last_update().loss > 0:
        assert learner.weights()[y_tilde] @ x == pytest.approx(z)
    np.testing.assert_array_equal(np.delete(learner.weights(), y_tilde, 0), np.delete(W, y_tilde, 0))


def test_bpa_does_not_weight_by_importance():
    r = Round.new(2)
    bpa.coefficients(bpa.BPA(0.001), r, 1.0, 0, 1, True)
    assert r.tau.tolist() == [0, 1]


# Confidit


def test_confidit_by_hand():
    learner = make("confidit", eta=1, n_classes=2, n_features=2)
    assert learner.propose([0.6, 0.8]) == 0  # all tie
    learner.feedback(True)  # b_0 = x, A_0 = 4 + x²
    np.testing.assert_allclose(learner.weights(), [[0.6 / 4.36, 0.8 / 4.64], [0, 0]])
    # class 0: w·x = .36/4.36 + .64/4.64 and √q = √(same); class 1: √(1/4) = .5
    q = 0.36 / 4.36 + 0.64 / 4.64
    assert q + np.sqrt(q) > 0.5
    assert learner.propose([0.6, 0.8]) == 0
    learner.feedback(False)  # b_0 = 0, A_0 = 4 + 2x²
    np.testing.assert_allclose(learner.weights(), 0, rtol=0, atol=1e-16)
    assert learner.propose([0.6, 0.8]) == 1  # √(.36/4.72 + .64/5.28) = .445 < .5


def test_confidit_keeps_its_sums():
    """w·A = Σ z x and A = A₀ + Σ x², over the rounds in which the class was proposed."""
    stream = STREAMS["different norms"]
    learner = make("confidit", eta=10, prior=2.5, n_classes=4, n_features=2)
    trace = learner.run(stream.X, stream.y)
    z = np.where(trace.hit, 1.0, -1.0)
    A = learner.precision()
    for k in range(4):
        mine = trace.y_tilde == k
        np.testing.assert_allclose(A[k], 2.5 + (stream.X[mine] ** 2).sum(axis=0))
        np.testing.assert_allclose(learner.weights()[k] * A[k], (z[mine, None] * stream.X[mine]).sum(axis=0))


def test_confidit_without_confidence_is_greedy():
    stream = STREAMS["gaussians"]
    trace = make("confidit", eta=0, n_classes=4, n_features=2).run(stream.X, stream.y)
    assert not trace.explored.any()


# SPA, told the label


@given(seeds)
def test_spa_is_the_solution_of_its_quadratic_program(seed):
    rng = np.random.default_rng(seed)
    K, d = int(rng.integers(2, 7)), int(rng.integers(1, 5))
    W, x, y = rng.normal(size=(K, d)), rng.normal(size=d), int(rng.integers(K))
    learner = make("spa", n_classes=K, n_features=d).with_weights(W)
    learner.teach(x, y)
    others = [i for i in range(K) if i != y]
    step, _ = least_distance(
        np.array([difference(K, d, y, i, x) for i in others]),
        np.array([1 - (W[y] - W[i]) @ x for i in others]),
    )
    np.testing.assert_allclose((learner.weights() - W).ravel(), step, rtol=0, atol=1e-7)
    loss = learner.last_update().loss
    assert np.sum(step**2) * (x @ x) >= loss**2 / 2 - 1e-9


@given(seeds)
def test_spa_with_two_classes_is_passive_aggressive(seed):
    rng = np.random.default_rng(seed)
    W, x = rng.normal(size=(2, 3)), rng.normal(size=3)
    learner = make("spa", n_classes=2, n_features=3).with_weights(W)
    learner.teach(x, 1)
    tau = max(0, 1 - (W[1] - W[0]) @ x) / (2 * x @ x)
    np.testing.assert_allclose(learner.weights() - W, np.outer([-tau, tau], x), rtol=0, atol=1e-12)


# Uniform guess


def test_uniform_guesses_every_class_equally_often_and_learns_nothing():
    learner = make("uniform", n_classes=5, n_features=1)
    trace = learner.run(np.ones((10_000, 1)), np.zeros(10_000, int), u=(np.arange(10_000) + 0.5) / 10_000)
    assert np.bincount(trace.y_tilde).tolist() == [2000] * 5
    assert not learner.weights().any()
    assert not trace.explored.any()


# What they share


@pytest.mark.parametrize("key", ["cspa", "banditron", "bpa", "spa", "perceptron", "pa"])
@pytest.mark.parametrize("factor", [1 / 8, 3.0, 64.0])
def test_one_factor_for_all_rows_changes_no_proposal(key, factor):
    for name in ("gaussians", "sparse"):
        stream = STREAMS[name]
        a, b = (
            make(key, n_classes=stream.K, n_features=stream.X.shape[1]).run(f * stream.X, stream.y, u=stream.u)
            for f in (1, factor)
        )
        np.testing.assert_array_equal(a.y_tilde, b.y_tilde)


@pytest.mark.parametrize("key", ["cspa", "cspa_as_printed", *FULL])
def test_permuting_the_classes_permutes_every_proposal(key):
    stream = STREAMS["sparse"]
    K, d = stream.K, stream.X.shape[1]
    rng = np.random.default_rng(4)
    W, new_name = rng.normal(size=(K, d)), rng.permutation(K)
    V = np.empty_like(W)
    V[new_name] = W
    nonzero = stream.X.any(axis=1)  # on a zero row all classes tie
    X, y = stream.X[nonzero], stream.y[nonzero]
    a = make(key, n_classes=K, n_features=d).with_weights(W).run(X, y)
    b = make(key, n_classes=K, n_features=d).with_weights(V).run(X, new_name[y])
    np.testing.assert_array_equal(new_name[a.y_tilde], b.y_tilde)


@pytest.mark.parametrize("key", FULL)
def test_full_feedback_is_blind_to_a_common_shift_of_all_rows(key):
    """Only differences of classes count for all of them."""
    stream = STREAMS["sparse"]
    K, d = stream.K, stream.X.shape[1]
    rng = np.random.default_rng(0)
    W = rng.normal(size=(K, d))
    a = make(key, n_classes=K, n_features=d).with_weights(W).run(stream.X, stream.y)
    b = make(key, n_classes=K, n_features=d).with_weights(W + rng.normal(size=d)).run(stream.X, stream.y)
    np.testing.assert_array_equal(a.y_tilde, b.y_tilde)


@pytest.mark.parametrize("key", ["banditron", "bpa", "cwb"])
def test_permuting_the_classes_permutes_draws_that_are_permuted_too(key):
    """With γ-greedy draws the label drawn is a matter of u, so the uniforms are permuted as well."""
    stream = STREAMS["gaussians"]
    gamma, K = 0.2, 4
    W, new_name = np.random.default_rng(5).normal(size=(K, 2)), np.array([2, 0, 3, 1])
    V = np.empty_like(W)
    V[new_name] = W
    part = np.minimum((stream.u / gamma * K).astype(int), K - 1)
    moved = (new_name[part] - part) * gamma / K
    u = np.where(stream.u < gamma, stream.u + moved, stream.u)
    a = make(key, gamma=gamma, n_classes=K, n_features=2).with_weights(W).run(stream.X, stream.y, u=stream.u)
    b = make(key, gamma=gamma, n_classes=K, n_features=2).with_weights(V).run(stream.X, new_name[stream.y], u=u)
    np.testing.assert_array_equal(new_name[a.y_tilde], b.y_tilde)


@pytest.mark.parametrize("key", ["cspa", "banditron", "confidit", "bpa", "cwb", "exp_grad", "pnewtron", "soba", *FULL])
def test_classes_that_never_occur_do_not_stop_the_others(key):
    """Ten classes are possible, only the four of the Gaussians occur."""
    stream = gaussians(T=3000, sigma=0.05, seed=8)
    trace = make(key, n_classes=10, n_features=2).run(stream.X, stream.y)
    assert trace.hit[-1000:].mean() > 0.5
