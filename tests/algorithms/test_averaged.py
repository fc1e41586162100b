"""Averaged learners and κ-CSPA: rounds by hand, lazy and explicit averages, κ = 0 is CSPA, reference numbers."""

import numpy as np
import pytest
import scipy.sparse

from cspa_explore import make
from cspa_explore.core.geometry import Averaged
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.running.run import run
from tests.sample_streams import STREAMS, documents, gaussians
from tests.twins import play, twin_of

X = np.array([0.6, 0.8])
AVERAGES = ["late=0, forget=0", "late=3, forget=0", "late=0, forget=0.01", "late=3, forget=0.2", "late=0, forget=0.5"]


def told(learner, *answers):
    for answer in answers:
        learner.propose(X)
        learner.feedback(answer)
    return learner


@pytest.mark.parametrize("sparse", [False, True])
def test_two_rounds_of_averaged_cspa_by_hand(sparse):
    """Wrong on 0, then right on 1: the step is SPA's from s = (−3, 1, 1, 1)/4, the average is halfway between."""
    learner = told(make("cspa_averaged", n_classes=4, n_features=2, sparse=sparse), False)
    np.testing.assert_allclose(learner.last_update().tau, [-3 / 4, 1 / 4, 1 / 4, 1 / 4])
    assert learner.propose(X) == 1
    learner.feedback(True)
    np.testing.assert_allclose(learner.last_update().tau, [0, 2 / 3, -1 / 3, -1 / 3], atol=1e-15)
    np.testing.assert_allclose(learner.weights() @ X, [-3 / 4, 7 / 12, 1 / 12, 1 / 12])
    np.testing.assert_allclose(learner.learning_weights() @ X, [-3 / 4, 11 / 12, -1 / 12, -1 / 12])


def test_two_rounds_of_kappa_cspa_by_hand():
    learner = told(make("cspa_kappa(kappa=5, beta=0.3)", n_classes=4, n_features=2), False)
    np.testing.assert_allclose(learner.last_update().tau, [-0.225, 0.075, 0.075, 0.075])
    told(learner, False)
    np.testing.assert_allclose(learner.last_update().tau, [0.0208, -0.2069, 0.0931, 0.0931], atol=5e-5)
    np.testing.assert_allclose(learner.last_round().p, [0.1004, 0, 0.4498, 0.4498], atol=5e-5)
    s = learner.weights() @ X
    assert 1 + s[1] - max(s[0], s[2], s[3]) == pytest.approx(0.7)


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("average", AVERAGES)
@pytest.mark.parametrize("key", ["cspa_averaged", "bpa_averaged"])
def test_the_lazy_average_is_the_explicit_one_over_thousands_of_rounds(key, average, sparse):
    """`forget` = 0.5 multiplies z into U every 200 rounds; documents have 400 features, 40 of them not 0."""
    stream = documents(T=2500, noise=0.1, seed=2) if sparse else gaussians(T=5000, sigma=0.5, seed=4)
    d = stream.X.shape[1]
    learner = make(f"{key}({average})", n_classes=stream.K, n_features=d, sparse=sparse)
    twin = twin_of(key)(tuple(learner._alg), stream.K, d)
    _, y_tilde = play(twin, stream.X, stream.y, stream.u, "partial")
    trace = learner.run(scipy.sparse.csr_array(stream.X) if sparse else stream.X, stream.y, u=stream.u)
    np.testing.assert_array_equal(trace.y_tilde, y_tilde)
    size = np.abs(twin.W).max()
    np.testing.assert_allclose(learner.weights(), twin.weights(), rtol=0, atol=1e-9 * size)
    W = twin.W - twin.W.mean(axis=0) * learner.spec.centred
    np.testing.assert_allclose(learner.learning_weights(), W, rtol=0, atol=1e-9 * size)


def test_the_late_average_weighs_rounds_as_omega_says():
    """Ω_n = n(n+1)(n+2)(n+3), so the round i has the weight Ω_i − Ω_{i−1}."""
    stream, W = gaussians(T=300, sigma=0.5), []
    learner = make("cspa_averaged(late=3)", n_classes=4, n_features=2)
    for x, y in zip(stream.X, stream.y, strict=True):
        learner.run(x[None], [y])
        W.append(learner.learning_weights())
    n = np.arange(301.0)
    weights = np.diff(n * (n + 1) * (n + 2) * (n + 3))
    np.testing.assert_allclose(learner.weights(), np.average(W, axis=0, weights=weights), atol=1e-12)


@pytest.mark.parametrize("name", STREAMS)
@pytest.mark.parametrize("beta", ["0.1", "1/(2(K-1))", "1"])
@pytest.mark.parametrize("sparse", [False, True])
def test_kappa_0_is_cspa_to_the_last_bit(name, beta, sparse):
    stream = STREAMS[name]
    form = {"n_classes": stream.K, "n_features": stream.X.shape[1], "sparse": sparse}
    a, b = make(f"cspa(beta={beta})", **form), make(f"cspa_kappa(kappa=0, beta={beta})", **form)
    for p, q in zip(a.run(stream.X, stream.y), b.run(stream.X, stream.y), strict=True):
        np.testing.assert_array_equal(p, q)
    np.testing.assert_array_equal(a.weights(), b.weights())


def test_a_tiny_kappa_is_almost_cspa():
    """The branch for κ > 0 has the limit of CSPA."""
    stream = STREAMS["sparse"]
    a, b = (make(text, n_classes=7, n_features=30) for text in ("cspa(beta=0.3)", "cspa_kappa(kappa=1e-9)"))
    a.run(stream.X, stream.y), b.run(stream.X, stream.y)
    np.testing.assert_allclose(a.weights(), b.weights(), atol=1e-6)


def test_averages_change_in_a_branch_and_both_weights_stay_centred():
    """A million rounds' worth of centring is in `_count`; here it is called early."""
    stream = gaussians(T=400, sigma=1.0)
    learner = make("cspa_averaged", n_classes=4, n_features=2)
    learner.run(stream.X[:200], stream.y[:200])
    kept = learner.weights(), learner.learning_weights()
    learner.rounds = 2**15 - 1
    learner._count(1)
    for before, after in zip(kept, (learner.weights(), learner.learning_weights()), strict=True):
        np.testing.assert_allclose(before, after, atol=1e-12)
    assert isinstance(learner._geometry, Averaged)
    np.testing.assert_allclose(learner._geometry.W.sum(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(learner._geometry.U.sum(axis=0) * learner._geometry.z[0], 0, atol=1e-12)
    other = learner.with_params(forget=0.1)
    other.run(stream.X[200:], stream.y[200:])
    assert np.linalg.norm(other.weights() - other.learning_weights()) > 0


def test_other_learners_have_one_set_of_weights():
    for key in ("cspa", "confidit", "linucb"):
        assert make(key, n_classes=3, n_features=2).learning_weights() is None


def ratios(dataset, *learners, **settings):
    """Return the mean ratios in percent over ten shuffles."""
    found = run(Experiment.of(dataset=dataset, learners=learners, trials=10, **settings))
    return [100 * result.mean for result in found.results]


@pytest.mark.parametrize(("sigma", "wanted"), [(0.25, 95.1), (0.5, 84.2), (1.0, 69.8)])
def test_reference_numbers_of_averaged_cspa_on_the_four_gaussians(sigma, wanted):
    averaged, *others = ratios("gaussians4", "cspa_averaged", *(f"cspa(beta={b})" for b in (0.1, "1/6", 0.5, 1)),
                               sigma=sigma)  # fmt: skip
    assert averaged == pytest.approx(wanted, abs=1)
    assert averaged > max(others)


@pytest.mark.parametrize(("dataset", "wanted", "within"), [("vehicle", 58, 3), ("pendigits", 83, 2)])
def test_reference_numbers_of_averaged_cspa_on_real_data(dataset, wanted, within):
    assert ratios(dataset, "cspa_averaged") == [pytest.approx(wanted, abs=within)]


def test_the_average_ends_the_counter_example():
    averaged, plain = ratios("counter", "cspa_averaged", "cspa(beta=1)", rounds=4000)
    assert averaged >= 99
    assert plain == pytest.approx(25, abs=0.1)


def test_the_price_of_the_plain_average_is_a_stream_that_changes():
    """Labels rotate by one at T/2: the plain average ends at least 30 points below CSPA; forgetting repairs it."""
    found = {"cspa(beta=1/6)": [], "cspa_averaged": [], "cspa_averaged(forget=0.01)": []}
    for seed in range(10):
        stream = gaussians(T=4000, sigma=0.25, seed=seed)
        y = np.where(np.arange(4000) < 2000, stream.y, (stream.y + 1) % 4)
        for text, all_ratios in found.items():
            all_ratios.append(100 * make(text, n_classes=4, n_features=2).run(stream.X, y, u=stream.u).hit.mean())
    plain, averaged, forgetting = (np.mean(values) for values in found.values())
    assert averaged < plain - 30
    assert forgetting > plain - 3
