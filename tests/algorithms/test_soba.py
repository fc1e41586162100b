import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cspa_explore import make
from cspa_explore.algorithms.soba import second_order_step
from cspa_explore.core.geometry import Round
from cspa_explore.core.vectors import gamma_greedy
from tests.sample_streams import STREAMS, documents, gaussians

scores = st.lists(st.floats(-3, 3), min_size=2, max_size=7)


def step(s, q, p, y, total=0.0):
    r = Round.new(len(s))
    r.s[:], r.q[:], r.p[:], r.aux[0] = s, q, p, total
    return r, second_order_step(r, y)


def test_three_rounds_by_hand():
    learner = make("soba(gamma=0)", n_classes=3, n_features=1)
    assert learner.propose([1.0]) == 0
    learner.feedback(False)  # wrong: nothing happens
    assert not learner.weights().any()
    learner.propose([1.0])
    learner.feedback(True)  # ȳ = 1, Δ = 0, m = 0: accepted; θ = (1, −1, 0), A = (2, 2, 1)
    np.testing.assert_allclose(learner.weights().ravel(), [0.5, -0.5, 0])
    np.testing.assert_allclose(learner.precision().ravel(), [2, 2, 1])
    learner.propose([1.0])
    learner.feedback(True)  # ȳ = 2, Δ = −1/2, v = 1 + 1/2: m = (1/4 − 1)/2.5 = −0.3 and the sum cannot pay for it
    np.testing.assert_allclose(learner.weights().ravel(), [0.5, -0.5, 0])
    assert learner.last_round().aux[0] == 0


def test_a_mistake_found_by_exploration_pays_for_a_margin_step():
    # K = 2, P = 1/4, Δ = 1, q = (1/2, 1): v = 6, m = (4 + 8)/7.
    r, v = step([1.0, 0.0], [0.5, 1.0], [0.75, 0.25], 1)
    assert v == 6
    assert r.aux[0] == pytest.approx(12 / 7)
    assert r.tau.tolist() == [-4, 4]
    assert r.c.tolist() == [4, 4]
    # Now Δ = −1/2 costs (1/4 − 1)/P/(1 + v), with P = 3/4 and v = 2: 1/3.
    r, v = step([0.5, 0.0], [0.5, 1.0], [0.75, 0.25], 0, total=12 / 7)
    assert r.aux[0] == pytest.approx(12 / 7 - 1 / 3)
    np.testing.assert_allclose(r.tau, [4 / 3, -4 / 3])


@given(scores, st.floats(0.01, 1), st.data())
def test_g_and_its_square_are_unbiased(s, gamma, data):
    """Exact enumeration over ỹ: E[[ỹ=y] g] = (e_ȳ − e_y)⊗x, and E[[ỹ=y] ζζᵀ] is its outer product."""
    K = len(s)
    y = data.draw(st.integers(0, K - 1))
    p = np.zeros(K)
    gamma_greedy(gamma, int(np.argmax(s)), 0.999, p)
    g, zeta2, growth = np.zeros(K), np.zeros((K, K)), np.zeros(K)
    for y_tilde in range(K):
        if y_tilde == y:
            r, _ = step(s, np.ones(K), p, y, total=1e9)
            g += p[y] * -r.tau
            zeta = np.sqrt(p[y]) * -r.tau
            zeta2 += p[y] * np.outer(zeta, zeta)
            growth += p[y] * r.c
    (rival,) = np.flatnonzero(g > 0.5)
    assert s[rival] == pytest.approx(np.delete(s, y).max(), abs=1e-9)
    wanted = np.eye(K)[rival] - np.eye(K)[y]
    np.testing.assert_allclose(g, wanted, rtol=0, atol=1e-12)
    np.testing.assert_allclose(zeta2, np.outer(wanted, wanted), rtol=0, atol=1e-12)
    np.testing.assert_allclose(growth, np.diag(zeta2), rtol=0, atol=1e-12)


@given(scores, st.floats(0, 10), st.data())
def test_the_sum_never_falls_below_zero_and_mistakes_are_always_accepted(s, total, data):
    K = len(s)
    y = data.draw(st.integers(0, K - 1))
    r, _ = step(s, np.ones(K), np.full(K, 1 / K), y, total)
    accepted = bool(r.tau.any())
    assert r.aux[0] >= 0
    if s[y] < max(s):
        assert accepted
    if not accepted:
        assert r.aux[0] == total
        assert not r.c.any()


@pytest.mark.parametrize("key", ["soba", "soba_adaptive"])
@pytest.mark.parametrize("name", STREAMS)
def test_along_a_stream_the_sum_is_not_negative_and_wrong_rounds_change_nothing(key, name):
    stream = STREAMS[name]
    learner = make(key, n_classes=stream.K, n_features=stream.X.shape[1])
    for t in range(200):
        before = learner.copy()
        trace = learner.run(stream.X[t : t + 1], stream.y[t : t + 1], u=stream.u[t : t + 1])
        assert learner.last_round().aux[0] >= 0
        if not trace.hit[0]:
            np.testing.assert_array_equal(learner._geometry.b, before._geometry.b)
            np.testing.assert_array_equal(learner.precision(), before.precision())


def test_the_adaptive_share_of_exploration_falls():
    stream = gaussians(T=6000, sigma=0.05, seed=2)
    learner = make("soba_adaptive", n_classes=4, n_features=2)
    trace = learner.run(stream.X, stream.y)
    assert trace.explored[:500].mean() > 2 * trace.explored[-500:].mean()
    assert trace.hit[-500:].mean() > 0.8
    assert learner.last_round().aux[2] == 6000


def test_the_adaptive_one_predicts_well_long_before_it_proposes_well():
    """Its documented behaviour with many features: it keeps exploring for a very long time."""
    stream = documents()
    trace = make("soba_adaptive", n_classes=9, n_features=400).run(stream.X, stream.y)
    assert (trace.y_hat == stream.y).mean() > 0.9
    assert trace.hit.mean() < 0.2
