"""Properties that every algorithm of the registry must have. A new algorithm is checked without a change here."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
import scipy.sparse

from cspa_explore import make
from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.algorithms.expression import Expression
from cspa_explore.core.gate import as_labels, as_rows, truthful
from cspa_explore.core.loop import Trace, learn_one, play, propose_one
from cspa_explore.core.memory import canonical
from cspa_explore.core.rows import CSR, Dense
from cspa_explore.learners import LearnerText
from tests import twins
from tests.sample_streams import STREAMS, Stream

KEYS = list(ALGORITHMS)
BANDITS = [key for key, spec in ALGORITHMS.items() if spec.feedback == "partial"]


def variants(key):
    """Return the learner with its defaults, and with the lowest, a middle and the highest value of each grid."""
    texts = [LearnerText.of(key)]
    for param in ALGORITHMS[key].params:
        for value in sorted({param.grid[0], param.grid[len(param.grid) // 2], param.grid[-1]}):
            texts.append(LearnerText.of(key, **{param.name: value}))
    return texts


VARIANTS = list(dict.fromkeys(text for key in KEYS for text in variants(key)))


def run(text, stream, sparse=False, y=None):
    learner = make(text, n_classes=stream.K, n_features=stream.X.shape[1], sparse=sparse)
    X = scipy.sparse.csr_array(stream.X) if sparse else stream.X
    return learner, learner.run(X, stream.y if y is None else y, u=stream.u)


def shortened(stream, T):
    return Stream(stream.X[:T], stream.y[:T], stream.u[:T], stream.K)


def horizon(key):
    """Return the number of rounds for which a different order of summation gives the same decisions."""
    return getattr(twins.twin_of(key), "horizon", 10**9)


def assert_close(W, V):
    """Assert equality up to 1e-10 of the largest weight, which allows for rounding over 200 rounds."""
    np.testing.assert_allclose(W, V, rtol=0, atol=1e-10 * max(1, np.abs(V).max()))


def same(a: Trace, b: Trace):
    return all(np.array_equal(p, q, equal_nan=True) for p, q in zip(a, b, strict=True))


def same_decisions(a: Trace, b: Trace):
    return np.array_equal(a.y_hat, b.y_hat) and np.array_equal(a.y_tilde, b.y_tilde)


@pytest.mark.parametrize("name", STREAMS)
@pytest.mark.parametrize("text", VARIANTS, ids=str)
def test_decisions_are_those_of_the_independent_twin(text, name):
    stream = shortened(STREAMS[name], horizon(text.key))
    twin = twins.twin_of(text.key)(tuple(text.hyper(stream.K)), stream.K, stream.X.shape[1])
    y_hat, y_tilde = twins.play(twin, stream.X, stream.y, stream.u, text.spec.feedback)
    _, trace = run(text, stream)
    np.testing.assert_array_equal(trace.y_hat, y_hat)
    np.testing.assert_array_equal(trace.y_tilde, y_tilde)


@pytest.mark.parametrize("name", STREAMS)
@pytest.mark.parametrize("text", VARIANTS, ids=str)
def test_weights_are_those_of_the_independent_twin(text, name):
    stream = shortened(STREAMS[name], min(200, horizon(text.key)))
    twin = twins.twin_of(text.key)(tuple(text.hyper(stream.K)), stream.K, stream.X.shape[1])
    twins.play(twin, stream.X, stream.y, stream.u, text.spec.feedback)
    assert_close(run(text, stream)[0].weights(), twin.weights())


@pytest.mark.parametrize("name", STREAMS)
@pytest.mark.parametrize("text", VARIANTS, ids=str)
def test_dense_and_sparse_rows_give_the_same_decisions(text, name):
    (_, a), (_, b) = run(text, STREAMS[name]), run(text, STREAMS[name], sparse=True)
    assert same_decisions(a, b)
    short = shortened(STREAMS[name], 200)
    assert_close(run(text, short)[0].weights(), run(text, short, sparse=True)[0].weights())


@pytest.mark.parametrize("storage", [Dense, CSR])
@pytest.mark.parametrize("key", KEYS)
def test_chunks_change_nothing_to_the_last_bit(key, storage):
    stream = STREAMS["sparse"]
    T, d = stream.X.shape
    whole, trace = run(key, stream, sparse=storage is CSR)
    rows, y = as_rows(stream.X, storage), as_labels(stream.y, T, stream.K)
    order, u = canonical(np.arange(T), np.int64), canonical(stream.u, np.float64)
    learner = make(key, n_classes=stream.K, n_features=d, sparse=storage is CSR)
    parts = Trace.new(T)
    cuts = [0, 1, 2, 3, 100, 100, 517, T]
    for start, stop in pairwise(cuts):
        part = parts.part(start, stop)
        learner.advance(rows, y, order[start:stop], u[start:stop], part)
    assert same(trace, parts)
    np.testing.assert_array_equal(whole.weights(), learner.weights())
    assert (whole.rounds, whole.skipped) == (learner.rounds, learner.skipped)


@pytest.mark.parametrize("key", KEYS)
def test_the_same_seed_gives_the_same_trace_one_round_at_a_time_or_all_at_once(key):
    stream = STREAMS["gaussians"]
    one, other = (make(key, n_classes=4, n_features=2, seed=5) for _ in range(2))
    trace = one.run(stream.X[:300], stream.y[:300])
    for t in range(300):
        x, y = stream.X[t], int(stream.y[t])
        if one.spec.feedback == "full":
            proposed = other.teach(x, y)
        else:
            proposed = other.propose(x)
            other.feedback(bool(proposed == y))
        assert proposed == trace.y_tilde[t]
    np.testing.assert_array_equal(one.weights(), other.weights())


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("name", STREAMS)
@pytest.mark.parametrize("key", BANDITS)
def test_other_labels_with_the_same_feedback_change_nothing(key, name, sparse):
    """Every wrong round gets another wrong label: a learner with partial feedback must not notice."""
    stream = STREAMS[name]
    learner, trace = run(key, stream, sparse)
    other_wrong = (trace.y_tilde + 1 + np.arange(len(trace.hit)) % (stream.K - 1)) % stream.K
    y = np.where(trace.hit, stream.y, other_wrong)
    assert not (y == trace.y_tilde)[~trace.hit].any()
    again, trace_again = run(key, stream, sparse, y=y)
    assert same(trace, trace_again)
    np.testing.assert_array_equal(learner.weights(), again.weights())


@pytest.mark.parametrize("key", BANDITS)
def test_the_labels_would_matter_if_they_leaked(key):
    """The test above can fail: different feedback changes the run."""
    stream = STREAMS["gaussians"]
    _, trace = run(key, stream)
    learner, _ = run(key, stream)
    other, trace_other = run(key, stream, y=(stream.y + 1) % 4)
    if key != "uniform":
        assert (trace.y_tilde != trace_other.y_tilde).any()
        assert (learner.weights() != other.weights()).any()


@pytest.mark.parametrize("key", BANDITS)
def test_flipped_answers_hide_the_labels_too(key):
    """Where an answer is flipped, the learner is told the opposite bit, and of the label nothing else."""
    stream = STREAMS["gaussians"]
    T = len(stream.y)
    lies = canonical(np.arange(T) % 5 == 0, np.bool_)
    rows, order, u = as_rows(stream.X), canonical(np.arange(T), np.int64), canonical(stream.u, np.float64)

    def played(y):
        learner, trace = make(key, n_classes=4, n_features=2), Trace.new(T)
        learner.advance(rows, as_labels(y, T, 4), order, u, trace, lies=lies)
        return learner.weights(), trace

    weights, trace = played(stream.y)
    assert same_decisions(trace, run(key, stream)[1]) == (key == "uniform")
    np.testing.assert_array_equal(trace.hit, trace.y_tilde == stream.y)
    other_wrong = (trace.y_tilde + 1 + np.arange(T) % 3) % 4
    again, trace_again = played(np.where(trace.hit, stream.y, other_wrong))
    assert same(trace, trace_again)
    np.testing.assert_array_equal(weights, again)


@pytest.mark.parametrize("text", VARIANTS, ids=str)
def test_the_spec_says_truly_whether_and_from_which_distribution_it_draws(text):
    """Over equally spaced uniforms a class is proposed as often as r.p says, if the Spec says that the rule draws."""
    stream, N = STREAMS["gaussians"], 400
    learner, _ = run(text, shortened(stream, 60))
    for x in stream.X[60:63]:
        proposed, shown = [], None
        for u in (np.arange(N) + 0.5) / N:
            other = learner.copy()
            proposed.append(int(other.run([x], [0], u=[u]).y_tilde[0]))
            shown = other.last_round().p
        counts = np.bincount(proposed, minlength=4)
        if learner.spec.draws:
            np.testing.assert_allclose(shown.sum(), 1.0, atol=1e-12)
            np.testing.assert_allclose(counts / N, shown, atol=2.0 / N)
        else:
            assert counts.max() == N


@pytest.mark.parametrize("key", KEYS)
def test_a_copy_in_mid_run_goes_its_own_way(key):
    stream = STREAMS["gaussians"]
    learner = make(key, n_classes=4, n_features=2, seed=3)
    learner.run(stream.X[:200], stream.y[:200])
    before = learner.weights()
    twin = learner.copy()
    a = learner.run(stream.X[200:], stream.y[200:])
    np.testing.assert_array_equal(twin.weights(), before)
    b = twin.run(stream.X[200:], stream.y[200:])
    assert same(a, b)


def numbers(learner):
    """Return the (K, d) arrays of the learner's geometry; W as `weights()` or `learning_weights()` returns it."""
    tables = {name: a for name, a in learner._geometry._asdict().items() if a.ndim == 2}
    tables = {name: a.T if learner.storage is CSR else a for name, a in tables.items()}
    learning = learner.learning_weights()
    return tables | ({"W": learner.weights() if learning is None else learning} if "W" in tables else {})


@pytest.mark.parametrize("key", KEYS)
def test_the_last_update_is_the_difference_of_the_state(key):
    stream = STREAMS["different norms"]
    for sparse in (False, True):
        learner = make(key, n_classes=4, n_features=2, sparse=sparse)
        learner.run(stream.X[:50], stream.y[:50])
        for t in range(50, 110):
            before = learner.copy()
            learner.run(stream.X[t : t + 1], stream.y[t : t + 1])
            update = learner.last_update()
            np.testing.assert_array_equal(update.x, stream.X[t])
            old, new = numbers(before), numbers(learner)
            if "A" in new:
                growth = np.outer(update.c, update.x**2)
                np.testing.assert_allclose(new["A"] - old["A"], growth, rtol=1e-12, atol=1e-12 * new["A"].max())
            moved = next(iter(new))  # W, b or θ
            step = np.outer(update.tau, update.x)
            if moved == "W" and "A" in new:
                step /= old["A"]  # the mean of a Gaussian moves in proportion to its variances
            if hasattr(before._geometry, "covariance"):
                step = np.einsum("k,kij,j->ki", update.tau, before._geometry.covariance(), update.x)
            scale = max(1, np.abs(new[moved]).max())
            np.testing.assert_allclose(new[moved] - old[moved], step, rtol=0, atol=1e-12 * scale)


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("key", KEYS)
def test_the_weights_shown_are_those_that_decide(key, sparse):
    """The scores of a round are weights()·x up to a positive factor (and, for centred rules, a common shift)."""
    stream = STREAMS["sparse"]
    learner = make(key, n_classes=stream.K, n_features=stream.X.shape[1], sparse=sparse)
    for t in range(1, 200):
        learner.run(stream.X[t - 1 : t], stream.y[t - 1 : t])
        shown = learner.weights() @ stream.X[t]
        branch = learner.copy()
        branch.run(stream.X[t : t + 1], stream.y[t : t + 1])
        scores = branch._round.s - branch._round.s.mean() * learner.spec.centred
        factor = (shown @ scores) / (shown @ shown) if shown.any() else 1.0
        assert factor > 0
        np.testing.assert_allclose(scores, factor * shown, rtol=0, atol=1e-9 * max(1, np.abs(scores).max()))


@pytest.mark.parametrize("key", KEYS)
def test_zero_rows_are_counted_and_teach_nothing(key):
    learner = make(key, n_classes=3, n_features=2)
    learner.run([[1.0, 0.0], [0.0, 1.0]], [0, 1])
    before = learner.weights()
    trace = learner.run(np.zeros((5, 2)), [0, 1, 2, 0, 1])
    np.testing.assert_array_equal(learner.weights(), before)
    assert (learner.skipped, learner.rounds) == (5, 7)
    assert np.isnan(trace.loss).all()
    assert not learner.last_update().tau.any()


@pytest.mark.parametrize("key", KEYS)
def test_every_kind_of_input_uses_the_same_compiled_signature(key):
    """A read-only, Fortran-ordered, integer or float32 input must not compile a second kernel."""
    X = np.arange(12.0).reshape(4, 3)
    frozen = X.copy()
    frozen.flags.writeable = False
    sparse = scipy.sparse.coo_matrix(X)
    for table in (X, frozen, np.asfortranarray(X), X.astype(np.float32), X.astype(np.int8), X.tolist()):
        make(key, n_classes=3, n_features=3).run(table, np.array([0, 1, 2, 0], np.int32))
    for table in (sparse, sparse.tocsc(), sparse.astype(np.float32), scipy.sparse.csr_array(frozen)):
        make(key, n_classes=3, n_features=3, sparse=True).run(table, [0, 1, 2, 0])
    for layout in (False, True):
        learner = make(key, n_classes=3, n_features=3, sparse=layout)
        for x in (X[1], X[1].astype(int), list(X[1]), scipy.sparse.csr_array(X[1:2])):
            if learner.spec.feedback == "full":
                learner.teach(x, np.int32(1))
            else:
                learner.propose(x)
                learner.feedback(np.True_)
    hyper = ALGORITHMS[key].hyper
    for function in (play, propose_one, learn_one):
        kinds = Counter(
            next(a.instance_class for a in signature if getattr(a, "instance_class", None) in (Dense, CSR))
            for signature in function.signatures
            if signature[0].instance_class is hyper
        )
        assert kinds == {Dense: 1, CSR: 1}, function.signatures


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("key", KEYS)
def test_plain_python_plays_as_the_kernels_do(key, sparse):
    """Every function in the kernels also runs without Numba."""
    stream = STREAMS["different norms"]
    _, trace = run(key, stream, sparse=sparse)
    plain = make(key, n_classes=4, n_features=2, sparse=sparse)
    T = 150
    slow, rows = Trace.new(T), as_rows(stream.X, plain.storage)
    play.py_func(
        plain._alg, plain._geometry, plain._round, rows, stream.y, np.arange(T), stream.u, truthful(T), slow, 0, T
    )  # fmt: skip
    assert same_decisions(slow, trace.part(0, T))


@pytest.mark.parametrize("key", KEYS)
def test_the_spec_is_complete_and_consistent(key):
    spec = ALGORITHMS[key]
    assert spec.label
    assert spec.summary.endswith(".")
    assert spec.cite
    assert spec.hyper.__annotations__ == {p.name: float for p in spec.params}
    for param in spec.params:
        assert param.help.endswith(".")
        for K in (2, 3, 4, 10, 105):
            values = param.values(K)
            assert list(values) == sorted(set(values))
            for value in (*values, Expression.parse(param.default)(K)):
                assert param.check(value, "") == value


@pytest.mark.parametrize("name", STREAMS)
@pytest.mark.parametrize("key", KEYS)
def test_labels_stay_within_the_classes(key, name):
    _, trace = run(key, STREAMS[name])
    for labels in (trace.y_hat, trace.y_tilde):
        assert labels.min() >= 0
        assert labels.max() < STREAMS[name].K


@pytest.mark.parametrize("key", KEYS)
def test_the_loss_is_there_exactly_if_the_spec_names_it(key):
    _, trace = run(key, STREAMS["gaussians"])
    assert np.isfinite(trace.loss).all() if ALGORITHMS[key].loss else np.isnan(trace.loss).all()
