"""LinUCB, K perceptrons, RDUE, SquareCB, bit likelihood: first rounds by hand, and what is special about each."""

import numpy as np
import pytest
import scipy.sparse

from cspa_explore import make
from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.algorithms.bit_likelihood import BitLikelihood
from cspa_explore.algorithms.bit_likelihood import coefficients as bit_step
from cspa_explore.algorithms.rdue import RDUE, coefficients, propose
from cspa_explore.core.geometry import Round
from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from tests.sample_streams import STREAMS

X = np.array([0.6, 0.8])


def after(text, *answers, K=4):
    learner = make(text, n_classes=K, n_features=2)
    for answer in answers:
        learner.propose(X)
        learner.feedback(answer)
    return learner


def test_the_first_round_of_linucb_by_hand():
    """a = 1, ‖x‖ = 1: after "wrong", w_0 = −x/2 and P_0 = I − xxᵀ/2."""
    learner = after("linucb(alpha=0.3, prior=1)", False)
    np.testing.assert_allclose(learner.weights(), [-X / 2, *np.zeros((3, 2))])
    P = learner._geometry.covariance()
    np.testing.assert_allclose(P[0], np.eye(2) - np.outer(X, X) / 2)
    np.testing.assert_array_equal(P[1], np.eye(2))
    assert learner.propose(X) == 1


@pytest.mark.parametrize("sparse", [False, True])
def test_the_matrices_of_linucb_are_the_inverses_computed_from_scratch(sparse):
    rng = np.random.default_rng(3)
    T, d, K, prior = 3000, 12, 4, 0.1
    rows = rng.normal(size=(T, d)) * (rng.random((T, d)) < 0.5)
    y = np.argmax(rows @ rng.normal(size=(d, K)), axis=1)
    learner = make("linucb", alpha=1, prior=prior, n_classes=K, n_features=d, sparse=sparse)
    trace = learner.run(scipy.sparse.csr_array(rows) if sparse else rows, y)
    for k, P in enumerate(learner._geometry.covariance()):
        mine = trace.y_tilde == k
        A = prior * np.eye(d) + rows[mine].T @ rows[mine]
        np.testing.assert_allclose(P @ A, np.eye(d), atol=1e-9)
        z = np.where(y[mine] == k, 1.0, -1.0)
        np.testing.assert_allclose(learner.weights()[k], np.linalg.solve(A, rows[mine].T @ z), atol=1e-9)


def test_linucb_refuses_matrices_that_are_too_large_by_name_and_with_the_numbers():
    sentence = "linucb keeps a d × d matrix per class, at most 64 MB: 8·K·d² with K = 20 and d = 62,061 is 616,251 MB."
    with pytest.raises(UserError) as refused:
        make("linucb", n_classes=20, n_features=62_061, sparse=True)
    assert str(refused.value) == sentence
    with pytest.raises(UserError, match="K = 26 and d = 700 is 102 MB"):
        Experiment.of(dataset="letter", learners=["cspa", "linucb"], kernel=1.0)
    assert make("linucb", n_classes=10, n_features=784).n_features == 784, "MNIST: 49 MB"
    assert ALGORITHMS["linucb"].size(10, 784) > 8 * 10 * 784**2


def test_the_first_rounds_of_the_k_perceptrons_by_hand():
    """All scores are 0, so every class claims x: right, the others give it up; wrong, the proposal does."""
    np.testing.assert_array_equal(after("k_perceptrons", True).last_update().tau, [1, -1, -1, -1])
    np.testing.assert_array_equal(after("k_perceptrons", False).last_update().tau, [-1, 0, 0, 0])
    learner = after("k_perceptrons", False, False, False, False)
    np.testing.assert_allclose(learner.weights() @ X, -1)
    before = learner.weights()
    learner.propose(X)
    np.testing.assert_allclose(learner.last_round().p, 1 / 4, err_msg="no class claims x: it guesses")
    learner.feedback(False)
    np.testing.assert_array_equal(learner.weights(), before, err_msg="a wrong guess teaches nothing")
    y = learner.propose(X)
    learner.feedback(True)
    np.testing.assert_array_equal(learner.last_update().tau, np.eye(4)[y])


def strongly_separable(seed, n, least=0.3, spread=0.2, T=20_000, K=5, d=10):
    """Return T rounds over n unit rows, K, and the margin γ; n = T: every row is new.

    One direction of each class claims its rows and rejects all others: with u_k, Σ‖u_k‖² = 1, the score of a row is at
    least γ/2 for its class and at most −γ/2 for the others.
    """
    rng = np.random.default_rng(seed)
    U = np.linalg.qr(rng.normal(size=(d, d)))[0][:K]
    y = rng.integers(K, size=n)
    sides = np.where(np.arange(K) == y[:, None], 1, -1)
    rows = (sides * (least + rng.exponential(spread, size=(n, K)))) @ U + 0.05 * rng.normal(size=(n, d))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    gamma = 2 * (sides * (rows @ U.T)).min() / np.sqrt(K)
    assert gamma > 0, "strongly separable"
    order = np.arange(T) if n == T else rng.integers(n, size=T)
    return rows[order], y[order], K, gamma


def mistakes(seed, n, *shape):
    """Return the mistakes in the first and in the second half, and the theorem's bound (K − 1)⌊4(R/γ)²⌋ with R = 1."""
    rows, y, K, gamma = strongly_separable(seed, n, *shape)
    wrong = ~make("k_perceptrons", n_classes=K, n_features=rows.shape[1], seed=seed).run(rows, y).hit
    half = len(y) // 2
    return wrong[:half].sum(), wrong[half:].sum(), (K - 1) * np.floor(4 / gamma**2)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("stream", [(300,), (20_000, 1, 0.05)], ids=["points that come back", "fresh points"])
def test_k_perceptrons_make_no_mistake_in_the_second_half_of_strongly_separable_streams(seed, stream):
    """300 points drawn 20,000 times, each about 67 times; and 20,000 fresh points with the large margin γ ≈ 0.3."""
    first, second, bound = mistakes(seed, *stream)
    assert 0 < first <= bound
    assert second == 0


def test_k_perceptrons_stay_below_their_bound_where_every_point_is_new_and_the_margin_small():
    """20,000 fresh points with γ ≈ 0.07: the theorem bounds the number of mistakes, not their date.

    Nine of ten seeds err in the second half, too: 2 to 16 times in 10,000 rounds, after 40 to 82 times in the first.
    """
    first, second, bound = np.array([mistakes(seed, 20_000) for seed in range(10)]).T
    assert (first + second <= bound).all()
    assert 0 < second.max() <= 20, "few, but not none"
    assert (second < first / 3).all()


def test_the_first_round_of_rdue_by_hand():
    """K = 4, B = 1, right on 2: G = (1, 1, −3, 1), η = 1/√24."""
    learner = make("rdue", radius=1, n_classes=4, n_features=2)
    trace = learner.run(X[None], [2], u=[0.6])
    assert trace.y_tilde[0] == 2
    np.testing.assert_allclose(learner.last_update().tau, np.array([-1, -1, 3, -1]) / np.sqrt(24), rtol=1e-8)


@pytest.mark.parametrize("K", [2, 3, 10])
def test_the_probabilities_of_rdue_sum_to_1_and_its_gradient_is_unbiased(K):
    """Σ_ỹ P(ỹ)[ỹ = y] G(ỹ) = p − e_y, enumerated over all draws and labels."""
    rng = np.random.default_rng(K)
    for _ in range(50):
        alg, r = RDUE(float(rng.uniform(0.01, 1)), 1.0), Round.new(K)
        r.s[:] = rng.normal(size=K) * rng.choice([0.1, 1, 5])
        propose(alg, r, 0.5)
        assert r.p.sum() == pytest.approx(1)
        assert r.p.min() >= alg.q / K - 1e-15
        p = np.exp(r.s) / np.exp(r.s).sum()
        for y in range(K):
            mean = np.zeros(K)
            for drawn in range(K):
                r.tau[:] = 0.0
                r.aux[:] = 0.0
                coefficients(alg, r, 1.0, 0, drawn, drawn == y)
                rate = alg.radius / np.sqrt(2 * (1e-8 + r.aux[0]))
                mean -= r.p[drawn] * r.tau / rate
            np.testing.assert_allclose(mean, p - np.eye(K)[y], atol=1e-10)


def test_the_first_round_of_squarecb_by_hand():
    """All gaps are 0: P = 1/4. Right: τ = (1 − 0)/(1 + 1), A grows by x²; then the gap of 1/4 has the weight 10√2."""
    learner = make("squarecb", n_classes=4, n_features=2)
    learner.run(X[None], [0], u=[0.1])
    np.testing.assert_allclose(learner.last_round().p, 1 / 4)
    np.testing.assert_allclose(learner.last_update().tau, [1 / 2, 0, 0, 0])
    np.testing.assert_allclose(learner.precision()[0], 1 + X**2)
    learner.propose(X)
    low = 1 / (4 + 10 * np.sqrt(2) / 4)
    np.testing.assert_allclose(learner.last_round().p, [1 - 3 * low, low, low, low])


@pytest.mark.parametrize("key", ["rdue", "squarecb", "k_perceptrons"])
def test_what_is_drawn_has_the_probabilities_that_the_rule_keeps(key):
    stream = STREAMS["gaussians"]
    learner = make(key, n_classes=4, n_features=2)
    learner.run(stream.X[:60], stream.y[:60])
    counts = np.zeros(4)
    for u in (np.arange(2000) + 0.5) / 2000:
        branch = learner.copy()
        counts[branch.run(stream.X[60:61], [0], u=[u]).y_tilde[0]] += 1
    np.testing.assert_allclose(counts / 2000, branch.last_round().p, atol=2e-3)
    assert branch.last_round().p.sum() == pytest.approx(1)


def test_the_first_round_of_the_bit_likelihood_by_hand():
    np.testing.assert_allclose(after("bit_likelihood", False).last_update().tau, [-1 / 4, 1 / 12, 1 / 12, 1 / 12])
    np.testing.assert_allclose(after("bit_likelihood", True).last_update().tau, [3 / 4, -1 / 4, -1 / 4, -1 / 4])


@pytest.mark.parametrize("right", [True, False])
def test_the_bit_likelihood_takes_the_gradient_of_its_loss(right):
    rng = np.random.default_rng(1)
    for _ in range(30):
        s = rng.normal(size=5) * 3
        y = int(np.argmax(s))

        def loss(s, y=y):
            p = np.exp(s - s.max()) / np.exp(s - s.max()).sum()
            return -np.log(p[y] if right else np.delete(p, y).sum())

        r = Round.new(5)
        r.s[:] = s
        assert bit_step(BitLikelihood(1.0), r, 1.0, y, y, right) == pytest.approx(loss(s))
        steps = 1e-6 * np.eye(5)
        gradient = [(loss(s + e) - loss(s - e)) / 2e-6 for e in steps]
        np.testing.assert_allclose(r.tau, -np.array(gradient), atol=1e-8)
