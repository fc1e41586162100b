import numpy as np
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import softmax

from cspa_explore import make
from cspa_explore.algorithms import exp_grad
from cspa_explore.core.geometry import Round
from cspa_explore.core.multiplicative import signed_weight
from tests.sample_streams import STREAMS, documents


def doubled(learner):
    """The distributions over (x, −x) by the definition, (K, 2d)."""
    theta = learner._geometry.theta if learner.storage.__name__ == "Dense" else learner._geometry.theta.T
    return softmax(np.hstack([theta, -theta]), axis=1)


def test_two_rounds_by_hand():
    # With one feature w⁺ − w⁻ = tanh θ. Told wrong, θ_0 = −ln 2: (1/2 − 2)/(1/2 + 2) = −3/5.
    learner = make("exp_grad", gamma=0.2, eta=np.log(2), n_classes=2, n_features=1)
    learner.run([[1.0]], [1], u=[0.5])
    np.testing.assert_allclose(learner.weights().ravel(), [-0.6, 0])
    # Class 1 is predicted and right, P = 0.9: θ_1 = ln 2·(1/0.9 − 1).
    learner.run([[1.0]], [1], u=[0.5])
    np.testing.assert_allclose(learner.weights().ravel(), [-0.6, np.tanh(np.log(2) / 9)])


def test_a_round_that_explored_takes_from_the_prediction():
    learner = make("exp_grad", gamma=0.5, eta=1, n_classes=2, n_features=1)
    trace = learner.run([[1.0]], [0], u=[0.3])  # ŷ = 0, ỹ = 1, wrong
    assert (trace.y_hat[0], trace.y_tilde[0]) == (0, 1)
    np.testing.assert_allclose(learner.weights().ravel(), [np.tanh(-1), 0])


@given(st.lists(st.floats(-3, 3), min_size=2, max_size=7), st.floats(0.01, 1), st.floats(0.01, 2), st.data())
def test_delta_is_unbiased(s, gamma, eta, data):
    """Exact enumeration over ỹ: E[δ] = e_ŷ − e_y."""
    K = len(s)
    y = data.draw(st.integers(0, K - 1))
    alg, mean = exp_grad.ExpGrad(gamma, eta), np.zeros(K)
    for y_tilde in range(K):
        r = Round.new(K)
        r.s[:] = s
        y_hat, _ = exp_grad.propose(alg, r, 0.999999)
        exp_grad.coefficients(alg, r, 1.0, y_hat, y_tilde, y_tilde == y)
        mean += r.p[y_tilde] * -r.tau / eta
    np.testing.assert_allclose(mean, np.eye(K)[y_hat] - np.eye(K)[y], rtol=0, atol=1e-12)


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("eta", [0.001, 0.1, 1.0, 50.0])
def test_every_class_is_a_distribution_and_the_stored_sums_are_its(eta, sparse):
    stream = STREAMS["sparse"]
    learner = make("exp_grad", eta=eta, n_classes=stream.K, n_features=stream.X.shape[1], sparse=sparse)
    for start in range(0, 800, 50):
        learner.run(stream.X[start : start + 50], stream.y[start : start + 50])
        W = doubled(learner)
        assert (W >= 0).all()
        np.testing.assert_allclose(W.sum(axis=1), 1)
        up, down = np.split(W, 2, axis=1)
        np.testing.assert_allclose(learner.weights(), up - down, rtol=0, atol=1e-11)
        assert np.abs(learner.weights()).sum(axis=1).max() <= 1 + 1e-12


def test_sums_that_are_updated_feature_by_feature_do_not_drift():
    stream = documents(T=1000, noise=0.1)
    learner = make("exp_grad", gamma=0.05, eta=0.3, n_classes=9, n_features=400, sparse=True)
    learner.run(scipy.sparse.csr_array(stream.X), stream.y, order=np.arange(40_000) % 1000)
    up, down = np.split(doubled(learner), 2, axis=1)
    np.testing.assert_allclose(learner.weights(), up - down, rtol=0, atol=1e-12)


@given(st.floats(-700, 700), st.floats(0, 700))
def test_signed_weights_neither_overflow_nor_cancel(theta, top):
    top = max(top, abs(theta))
    weight, mass = signed_weight(theta, top)
    assert weight == pytest.approx(np.exp(theta - top) - np.exp(-theta - top), rel=1e-9, abs=1e-15)
    assert mass == pytest.approx(np.exp(theta - top) + np.exp(-theta - top))
    assert signed_weight(1e-12, 0.0)[0] == pytest.approx(2e-12, rel=1e-12)
    assert np.isfinite(signed_weight(theta * 1e6, 7e8)).all()


def test_tiny_steps_are_banditron():
    """sinh θ ≈ θ: with η → 0 the link is linear and Z is the same for all classes."""
    stream = STREAMS["gaussians"]
    a = make("exp_grad", gamma=0.1, eta=1e-6, n_classes=4, n_features=2)
    b = make("banditron", gamma=0.1, n_classes=4, n_features=2)
    for one in (a, b):
        one.run(stream.X, stream.y, u=stream.u)
    np.testing.assert_allclose(a._geometry.theta * 1e6, b.weights(), rtol=1e-9, atol=1e-9)
