"""Hand-computed rounds and exact properties of AROW, CW, SCW-I, SCW-II and CWB."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.stats import norm

from cspa_explore import make
from cspa_explore.algorithms.confidence import exact_alpha, normal_quantile, precision_step
from cspa_explore.algorithms.scw2 import damped_alpha
from tests.sample_streams import STREAMS, gaussians

seeds = st.integers(0, 10**6)
ONE = norm.cdf(1.0)  # η with φ = 1
FULL = ["arow", "cw", "scw1", "scw2"]


@given(st.floats(0.5 + 1e-6, 1 - 1e-15))
def test_the_normal_quantile_is_that_of_scipy(eta):
    assert normal_quantile(eta) == pytest.approx(norm.ppf(eta), rel=1e-9, abs=1e-14)


# By hand


def test_arow_by_hand():
    learner = make("arow(r0=2)", n_classes=3, n_features=2)
    learner.teach([1.0, 2.0], 2)  # ℓ = 1, v = 5 + 5, α = 1/12, Σ⁻¹ = 1 + x²/2
    assert learner.last_update().loss == 1.0
    np.testing.assert_allclose(learner.weights(), [[-1 / 12, -1 / 6], [0, 0], [1 / 12, 1 / 6]])
    np.testing.assert_allclose(learner.precision(), [[1.5, 3], [1, 1], [1.5, 3]])
    learner.teach([1.0, 0.0], 0)  # s = (−1/12, 0, 1/12): ℓ = 7/6, v = 2/3 + 2/3, α = (7/6)/(10/3) = 7/20
    np.testing.assert_allclose(learner.weights()[:, 0], [-1 / 12 + 7 / 30, 0, 1 / 12 - 7 / 30])
    np.testing.assert_allclose(learner.precision()[:, 0], [2, 1, 2])


def test_cw_by_hand():
    # φ = 1, m = 0, x = 1, K = 2: v = 2, ξ = 2, α = √(v·ξ)/(vξ) = 1/2.
    # √v′ = (−1 + √(1 + 8))/2 = 1 and m′ = αv = 1 = φ√v′; c = α/√v′ = 1/2.
    learner = make("cw", eta=ONE, n_classes=2, n_features=1)
    learner.teach([1.0], 1)
    np.testing.assert_allclose(learner.weights().ravel(), [-0.5, 0.5])
    np.testing.assert_allclose(learner.precision().ravel(), [1.5, 1.5])
    assert learner.last_update().loss == pytest.approx(np.sqrt(2))
    # A C of 1/4 is smaller than α: m′ = 1/2, √v′ = (−1/2 + √(1/4 + 8))/2.
    learner = make("scw1(C=1/4)", eta=ONE, n_classes=2, n_features=1)
    learner.teach([1.0], 1)
    np.testing.assert_allclose(learner.weights().ravel(), [-0.25, 0.25])
    np.testing.assert_allclose(learner.precision().ravel(), 1 + 0.25 / ((-0.5 + np.sqrt(8.25)) / 2))
    # C = 1/2: n = 3, α = √(4·3·2·(3 + 2))/(2(9 + 6)) = √120/30.
    learner = make("scw2(C=1/2)", eta=ONE, n_classes=2, n_features=1)
    learner.teach([1.0], 1)
    np.testing.assert_allclose(learner.weights().ravel(), [-np.sqrt(120) / 30, np.sqrt(120) / 30])


def test_cwb_by_hand():
    # φ = 1, v = 1, m = 0: α = √2/2, m′ = √2/2 = √v′, so v′ = 1/2 and A = 2.
    learner = make("cwb(gamma=0)", eta=ONE, n_classes=3, n_features=1)
    assert learner.propose([1.0]) == 0
    learner.feedback(False)
    np.testing.assert_allclose(learner.weights().ravel(), [-np.sqrt(0.5), 0, 0])
    np.testing.assert_allclose(learner.precision().ravel(), [2, 1, 1])
    assert learner.propose([1.0]) == 1
    learner.feedback(True)
    np.testing.assert_allclose(learner.weights().ravel(), [-np.sqrt(0.5), np.sqrt(0.5), 0])


# Properties


@pytest.mark.parametrize("r0", [0.1, 1.0, 10.0])
def test_arow_leaves_the_share_of_the_loss_that_r0_says(r0):
    """1 − m′ = ℓ r₀/(v + r₀) for the pair."""
    stream = STREAMS["different norms"]
    learner = make("arow", r0=r0, n_classes=4, n_features=2)
    checked = 0
    for x, y in zip(stream.X[:200], stream.y[:200], strict=True):
        s, q = learner.weights() @ x, (x**2 / learner.precision()).sum(axis=1)
        learner.teach(x, int(y))
        loss = learner.last_update().loss
        if loss > 0:
            rival = int(np.argmin(learner.last_update().tau))
            after = learner.weights() @ x
            v = q[y] + q[rival]
            assert s[rival] == pytest.approx(np.delete(s, y).max())
            assert 1 - (after[y] - after[rival]) == pytest.approx(loss * r0 / (v + r0))
            checked += 1
    assert checked > 50


def gaussian_problem(seed):
    """Mean and full covariance of weights, and z that the margin is linear in; the margin is too small."""
    rng = np.random.default_rng(seed)
    root = rng.normal(size=(2, 2))
    mu, S, z = rng.normal(size=2), root @ root.T + 0.2 * np.eye(2), rng.normal(size=2)
    phi = normal_quantile(rng.uniform(0.55, 0.95))
    m, v = mu @ z, z @ S @ z
    assume(m < phi * np.sqrt(v) - 0.05)
    return mu, S, z, phi, m, v


def after(mu, S, z, v, phi, alpha):
    c = precision_step(alpha, v, phi)
    return mu + alpha * S @ z, np.linalg.inv(np.linalg.inv(S) + c * np.outer(z, z))


@given(seeds)
@settings(max_examples=50)
def test_cw_reaches_the_confidence_with_full_covariance(seed):
    mu, S, z, phi, m, v = gaussian_problem(seed)
    mean, cov = after(mu, S, z, v, phi, exact_alpha(m, v, phi))
    assert mean @ z == pytest.approx(phi * np.sqrt(z @ cov @ z))


def divergence(mean, cov, mu, S):
    """KL(N(mean, cov) ‖ N(mu, S))."""
    inverse = np.linalg.inv(S)
    shift = mean - mu
    trace = np.trace(inverse @ cov) + shift @ inverse @ shift - len(mu)
    return (np.linalg.slogdet(S)[1] - np.linalg.slogdet(cov)[1] + trace) / 2


def numerical_optimum(mu, S, z, phi, penalty):
    """min KL + penalty(ξ) subject to ξ ≥ φ√v′ − m′, ξ ≥ 0, over the mean and a Cholesky factor of the covariance."""

    def unpack(p):
        L = np.array([[np.exp(p[2]), 0], [p[3], np.exp(p[4])]])
        return p[:2], L @ L.T, p[5]

    def value(p):
        mean, cov, xi = unpack(p)
        return divergence(mean, cov, mu, S) + penalty(xi)

    def room(p):
        mean, cov, xi = unpack(p)
        return xi - phi * np.sqrt(z @ cov @ z) + mean @ z

    L = np.linalg.cholesky(S)
    start = np.array([*mu, np.log(L[0, 0]), L[1, 0], np.log(L[1, 1]), phi * np.sqrt(z @ S @ z) - mu @ z])
    constraints = [{"type": "ineq", "fun": room}, {"type": "ineq", "fun": lambda p: p[5]}]
    found = minimize(value, start, constraints=constraints, method="SLSQP", options={"ftol": 1e-14, "maxiter": 500})
    return unpack(found.x)[:2]


@pytest.mark.parametrize("kind", [1, 2])
@given(seed=seeds, C=st.sampled_from([0.1, 0.5, 2.0, 16.0]))
@settings(max_examples=25)
def test_scw_is_the_numerical_optimum(kind, seed, C):
    mu, S, z, phi, m, v = gaussian_problem(seed)
    alpha = min(C, exact_alpha(m, v, phi)) if kind == 1 else damped_alpha(m, v, phi, C)
    mean, cov = after(mu, S, z, v, phi, alpha)
    best_mean, best_cov = numerical_optimum(mu, S, z, phi, lambda xi: C * xi**kind)
    np.testing.assert_allclose(mean, best_mean, rtol=0, atol=2e-4)  # the accuracy of SLSQP
    np.testing.assert_allclose(cov, best_cov, rtol=0, atol=2e-4)


@given(seeds, st.booleans())
@settings(max_examples=50)
def test_cwb_reaches_its_confidence_on_one_feature_and_touches_one_row(seed, correct):
    """With diagonal variances m′ = φ√v′ holds exactly on an x with one non-zero."""
    rng = np.random.default_rng(seed)
    W, x = rng.normal(size=(4, 3)), np.zeros(3)
    x[1] = rng.normal() + 2
    learner = make("cwb(eta=0.75)", n_classes=4, n_features=3, seed=seed).with_weights(W)
    y_tilde = learner.propose(x)
    learner.feedback(correct)
    if learner.last_update().loss > 0:
        z, phi = 1 if correct else -1, norm.ppf(0.75)
        v = x @ (x / learner.precision()[y_tilde])
        assert z * learner.weights()[y_tilde] @ x == pytest.approx(phi * np.sqrt(v))
    np.testing.assert_array_equal(np.delete(learner.weights(), y_tilde, 0), np.delete(W, y_tilde, 0))
    np.testing.assert_array_equal(np.delete(learner.precision(), y_tilde, 0), 1)


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("key", [*FULL, "cwb"])
def test_variances_stay_positive_and_never_grow(key, sparse):
    stream = STREAMS["sparse"]
    learner = make(key, n_classes=stream.K, n_features=stream.X.shape[1], sparse=sparse)
    before = learner.precision()
    for start in range(0, 400, 20):
        learner.run(stream.X[start : start + 20], stream.y[start : start + 20])
        now = learner.precision()
        assert (now >= before).all()
        assert (now > before).any()
        before = now
    assert np.isfinite(before).all()


@pytest.mark.parametrize("key", [*FULL, "cwb"])
def test_the_same_point_with_changing_labels_for_ever_stays_finite(key):
    """CW drives the variance of such a point to 0; it stops at 1e-12."""
    learner = make(key, n_classes=2, n_features=1)
    learner.run(np.ones((5000, 1)), np.random.default_rng(0).integers(2, size=5000))
    assert np.isfinite(learner.weights()).all()
    assert learner.precision().max() <= 1e12


def test_soft_margins_tolerate_more_with_a_smaller_c():
    stream = gaussians(T=4000, sigma=0.5, seed=3)
    ratio = {
        text: make(text, n_classes=4, n_features=2).run(stream.X, stream.y).hit.mean()
        for text in ("cw(eta=0.9)", "scw1(C=1/8, eta=0.9)", "scw2(C=1/8, eta=0.9)", "arow")
    }
    assert min(list(ratio.values())[1:]) > ratio["cw(eta=0.9)"] + 0.03


@pytest.mark.parametrize("soft", ["scw1", "scw2"])
def test_a_large_c_is_cw(soft):
    stream = STREAMS["gaussians"]
    a, b = make("cw", n_classes=4, n_features=2), make(soft, C=1e12, n_classes=4, n_features=2)
    a.run(stream.X[:100], stream.y[:100])
    b.run(stream.X[:100], stream.y[:100])
    np.testing.assert_allclose(a.weights(), b.weights(), rtol=1e-6, atol=1e-6)
