import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cspa_explore import make
from cspa_explore.algorithms import pnewtron, pnewtron_greedy
from cspa_explore.core.geometry import Round
from cspa_explore.learners import LearnerText
from tests import twins
from tests.sample_streams import STREAMS, documents

KEYS = ["pnewtron", "pnewtron_greedy"]
RULES = {
    "pnewtron": (pnewtron.PNewtron, pnewtron.propose),
    "pnewtron_greedy": (pnewtron_greedy.PNewtronGreedy, pnewtron_greedy.propose),
}


@pytest.mark.parametrize("key", KEYS)
def test_the_first_rounds_by_hand(key):
    # K = 2, x = 1, β = 0.4, D = 2, γ = 1: every label has p = P = 1/2.
    learner = make(key, gamma=1, alpha=10, beta=0.4, radius=2, n_classes=2, n_features=1)
    learner.run([[1.0]], [1], u=[0.25])  # ỹ = 0, wrong: g = (1/2, −1/2), κ = 1
    np.testing.assert_allclose(learner.weights().ravel(), [-0.5 / 0.6, 0.5 / 0.6])  # A = 1/2 + 0.4/4
    # Now p_1 = 1/(1 + e^(−10·s)), s = 5/3; ỹ = 1 is right: g = ((1 − p)/P)(1/2, −1/2), κ = 1/2, W_t = 0.
    p = 1 / (1 + np.exp(-50 / 3))
    G = (1 - p) / 0.5 / 2
    learner.run([[1.0]], [1], u=[0.75])
    np.testing.assert_allclose(learner._geometry.b.ravel(), [-0.5 - G, 0.5 + G])
    np.testing.assert_allclose(learner.precision().ravel(), 0.6 + 0.2 * G**2)


def test_a_round_that_did_not_explore_steps_from_where_it_stands():
    learner = make("pnewtron", gamma=0.1, alpha=1, beta=0.4, radius=2, n_classes=2, n_features=1)
    learner.run([[1.0]], [1], u=[0.01])  # explored, ỹ = 0, p = P = 1/2: as above
    s = 0.5 / 0.6
    p = np.exp(-s) / (np.exp(-s) + np.exp(s))
    P = 0.9 * p + 0.05
    learner.run([[1.0]], [1], u=[0.1])  # the first of those that do not explore: ỹ = 0, wrong
    G = p / P / 2
    along = G * -s - G * s
    np.testing.assert_allclose(learner._geometry.b.ravel(), [-0.5 - (1 - 0.4 * along) * G, 0.5 + (1 - 0.4 * along) * G])


@pytest.mark.parametrize("key", KEYS)
@given(s=st.lists(st.floats(-1, 1), min_size=2, max_size=7), gamma=st.floats(0.01, 1), data=st.data())
def test_the_gradient_is_unbiased_and_sums_to_zero(key, s, gamma, data):
    """Exact enumeration over ỹ: E[g] = (p − e_y)⊗x; g is read from τ of a round that explored, where τ = −g."""
    K = len(s)
    y = data.draw(st.integers(0, K - 1))
    hyper, propose = RULES[key]
    alg, mean = hyper(gamma, 3.0, 0.01, 10.0), np.zeros(K)
    for y_tilde in range(K):
        r = Round.new(K)
        r.s[:] = s
        y_hat, _ = propose(alg, r, 0.999999)
        r.aux[0] = 1.0
        pnewtron.coefficients(alg, r, 1.0, y_hat, y_tilde, y_tilde == y)
        assert r.tau.sum() == pytest.approx(0, abs=1e-9 * np.abs(r.tau).max())
        kappa = r.p[y_tilde] if y_tilde == y else 1.0
        np.testing.assert_allclose(r.c, 0.01 * kappa * r.tau**2)
        mean += r.p[y_tilde] * -r.tau
        p = r.q.copy()
    np.testing.assert_allclose(mean, p - np.eye(K)[y], rtol=0, atol=1e-12)
    assert r.p.sum() == pytest.approx(1)


@pytest.mark.parametrize("radius", [1, 10])
@pytest.mark.parametrize("name", ["gaussians", "sparse"])
@pytest.mark.parametrize("key", KEYS)
def test_weights_stay_in_the_ball_and_a_never_falls(key, name, radius):
    stream = STREAMS[name]
    learner = make(key, radius=radius, n_classes=stream.K, n_features=stream.X.shape[1])
    before, outside = learner.precision(), 0
    for start in range(0, 600, 20):
        learner.run(stream.X[start : start + 20], stream.y[start : start + 20])
        assert np.linalg.norm(learner.weights()) <= radius * (1 + 1e-9)
        outside += np.linalg.norm(learner._geometry.b / learner.precision()) > radius
        assert (before <= learner.precision()).all()
        before = learner.precision()
    assert outside, "the ball was needed"


@pytest.mark.parametrize("sparse", [False, True])
def test_the_running_norm_is_the_norm(sparse):
    stream = STREAMS["sparse"]
    learner = make("pnewtron", n_classes=stream.K, n_features=stream.X.shape[1], sparse=sparse)
    learner.run(
        stream.X, stream.y, order=np.arange(35_000) % len(stream.y)
    )  # past a round at which it is computed again
    exact = np.square(learner._geometry.b / learner._geometry.A).sum()
    assert learner._geometry.ball[0] == pytest.approx(exact, rel=1e-9)


@pytest.mark.parametrize("key", KEYS)
def test_dense_and_sparse_rows_give_the_same_bits(key):
    """Its steps amplify rounding errors, so there must be no difference at all."""
    stream = STREAMS["sparse"]
    a, b = (make(key, n_classes=stream.K, n_features=stream.X.shape[1], sparse=sparse) for sparse in (False, True))
    order = np.arange(35_000) % len(stream.y)
    traces = [one.run(stream.X, stream.y, order=order) for one in (a, b)]
    np.testing.assert_array_equal(traces[0].y_tilde, traces[1].y_tilde)
    np.testing.assert_array_equal(a.weights(), b.weights())


@pytest.mark.parametrize("name", STREAMS)
@pytest.mark.parametrize(
    "text",
    ["pnewtron", "pnewtron(gamma=2^-16)", "pnewtron(gamma=0.1, alpha=3, beta=1, radius=1)", "pnewtron_greedy"],
)
def test_every_round_is_that_of_the_independent_twin_in_the_same_state(text, name):
    """The two would drift apart, so before each round the twin is given the learner's sums."""
    stream, text = STREAMS[name], LearnerText.parse(text)
    d = stream.X.shape[1]
    learner = make(text, n_classes=stream.K, n_features=d)
    twin = twins.twin_of(text.key)(tuple(text.hyper(stream.K)), stream.K, d)
    for t in range(min(300, len(stream.y))):
        x, y, u = stream.X[t], stream.y[t], stream.u[t]
        twin.b, twin.A = -learner._geometry.b, learner.precision()
        trace = learner.run(x[None], [y], u=[u])
        y_hat, y_tilde = twin.propose(x, u)
        assert (y_hat, y_tilde) == (trace.y_hat[0], trace.y_tilde[0])
        if x.any():
            twin.learn(x, y_hat, y_tilde, bool(y_tilde == y))
        np.testing.assert_allclose(learner.precision(), twin.A, rtol=1e-9)
        np.testing.assert_allclose(learner._geometry.b, -twin.b, rtol=1e-9, atol=1e-9 * np.abs(twin.b).max())


def test_the_ball_of_the_literature_is_too_small_for_rows_of_norm_one():
    stream = documents()
    ratio = {
        D: make("pnewtron", radius=D, n_classes=9, n_features=400).run(stream.X, stream.y).hit.mean() for D in (1, 10)
    }
    assert ratio[1] < 0.5
    assert ratio[10] > 0.8
