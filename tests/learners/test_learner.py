import pickle
from copy import deepcopy

import numpy as np
import pytest
import scipy.sparse

from cspa_explore import Learner, make
from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.core.gate import as_labels, as_order, as_rows, as_uniforms
from cspa_explore.core.loop import Trace
from cspa_explore.core.memory import aligned, canonical
from cspa_explore.errors import UserError
from tests.sample_streams import STREAMS


def pickle_and_back(learner):
    return pickle.loads(pickle.dumps(learner))


def cspa(**options):
    return make("cspa(beta=1/6)", **{"n_classes": 4, "n_features": 2, **options})


def test_by_text_or_by_name_it_is_the_same_learner():
    assert cspa().text == make("cspa", beta="1/6", n_classes=4, n_features=2).text
    assert make("cspa", beta=0.25, n_classes=4, n_features=2).text == cspa().text.replace(beta=0.25)
    assert repr(cspa()) == "<cspa(beta=1/6), K=4, d=2, 0 rounds>"


def test_proposals_are_plain_integers():
    assert type(cspa().propose([1, 2])) is int


@pytest.mark.parametrize("sparse", [False, True])
def test_dense_and_sparse_rows_are_taken_by_either_layout(sparse):
    x = np.array([0.0, 3.0, 0.0])
    rows = [x, list(x), x[None], scipy.sparse.csr_array(x[None]), scipy.sparse.csc_matrix(x[None])]
    rows.append(scipy.sparse.coo_array(x))
    seen = []
    for row in rows:
        learner = make("cspa", n_classes=3, n_features=3, sparse=sparse)
        learner.propose(row)
        learner.feedback(True)
        seen.append(learner.weights())
    for W in seen:
        np.testing.assert_array_equal(W, seen[0])
    assert seen[0][0, 1] > 0


@pytest.mark.parametrize(
    ("x", "sentence"),
    [
        ([1.0], r"x must be one row of 2 numbers, got shape \(1,\)"),
        (5, r"x must be one row of 2 numbers, got shape \(\)"),
        ([], r"x must be one row of 2 numbers, got shape \(0,\)"),
        ([[1, 0], [0]], "x must be one row of 2 numbers, got a ragged list"),
        (scipy.sparse.csr_array(np.ones((1, 3))), r"x must be one row of 2 numbers, got shape \(1, 3\)"),
        (["a", "b"], "x: column 0 holds a, not a number"),
        ([[1.0, 2.0], [3.0, 4.0]], r"got shape \(2, 2\)"),
        ([1.0, np.nan], "x: column 1 holds nan"),
        ("ab", "x must be one row of 2 numbers"),
    ],
)
def test_a_row_of_the_wrong_shape_is_refused_and_leaves_the_learner_ready(x, sentence):
    learner = cspa()
    with pytest.raises(UserError, match=sentence):
        learner.propose(x)
    assert learner.propose([1.0, 0.0]) == 0


def test_the_wrong_order_says_what_was_expected():
    learner = cspa()
    with pytest.raises(RuntimeError, match=r"propose\(x\) was expected"):
        learner.feedback(True)
    learner.propose([1, 0])
    with pytest.raises(RuntimeError, match=r"feedback\(correct\) was expected"):
        learner.propose([1, 0])
    with pytest.raises(RuntimeError, match=r"feedback\(correct\) was expected"):
        learner.run([[1, 0]], [0])
    learner.feedback(False)
    with pytest.raises(RuntimeError, match=r"propose\(x\) was expected"):
        learner.feedback(False)


def test_each_kind_of_feedback_says_which_call_it_expects():
    with pytest.raises(RuntimeError, match="cspa is only told right or wrong"):
        cspa().teach([1, 0], 2)
    full = make("spa", n_classes=4, n_features=2)
    full.propose([1, 0])
    full.propose([1, 0])  # asking it does not teach it
    with pytest.raises(RuntimeError, match=r"teach\(x, y\) was expected"):
        full.feedback(True)
    with pytest.raises(RuntimeError, match="no update yet"):
        full.last_update()


@pytest.mark.parametrize("answer", [0, 1, 3, "right", None, 1.0])
def test_a_label_is_never_taken_for_feedback(answer):
    learner = cspa()
    learner.propose([1, 0])
    with pytest.raises(UserError, match="feedback takes True or False, for right or wrong, got"):
        learner.feedback(answer)
    learner.feedback(True)


def test_teach_refuses_labels_outside_the_classes():
    for label in (4, -1, 1.5, "1", [1], True, None):
        with pytest.raises(UserError, match="y must be a label 0 to 3, got"):
            make("spa", n_classes=4, n_features=2).teach([1, 0], label)


@pytest.mark.parametrize(
    ("size", "sentence"),
    [
        ({"n_classes": 1}, "n_classes must be a whole number of at least 2, got 1"),
        ({"n_features": 0}, "n_features must be a whole number of at least 1, got 0"),
        ({"n_classes": 2.5}, "n_classes must be a whole number"),
        ({"n_features": True}, "n_features must be a whole number of at least 1, got True"),
        ({"n_features": 10**13}, "cspa with 4 × 10000000000000 weights is too large"),
        ({"seed": -1}, "seed must be a whole number of at least 0, got -1"),
        ({"seed": "a"}, "seed must be a whole number of at least 0, got 'a'"),
        ({"sparse": "no"}, "sparse must be True or False, got 'no'"),
    ],
)
def test_sizes_are_checked(size, sentence):
    with pytest.raises(UserError, match=sentence):
        cspa(**size)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda c: c.run(np.ones((3, 5)), [0, 1, 2]), "X must have 2 columns, got 5"),
        (
            lambda c: c.run(np.ones((3, 2)), [0, 1, 2], order=[0, 3]),
            "order must hold row numbers 0 to 2, got 3",
        ),
        (lambda c: c.run(np.ones((3, 2)), [0, 1, 2], order=[0.5]), "row numbers 0 to 2, got float64"),
        (lambda c: c.run(np.ones((3, 2)), [0, 1, 2], u=[0.5]), r"each of the 3 rounds, got shape \(1,\)"),
        (lambda c: c.run(np.ones((2, 2)), [0, 1], u=[0.5, 1.0]), r"u must hold numbers in \[0, 1\), got 1.0"),
        (lambda c: c.with_weights(np.ones((3, 2))), r"W must have shape \(4, 2\), got \(3, 2\)"),
        (lambda c: c.run(np.ones((2, 2)), [0, 1], u="a"), "for each of the 2 rounds, got texts"),
        (
            lambda c: c.run(np.ones((2, 2)), [True, False]),
            "y must hold whole numbers 0 to 3, got True and False",
        ),
        (lambda c: c.with_weights("a"), "W must be a table"),
        (lambda c: c.with_params(gamma=1), "cspa has no parameter 'gamma'"),
        (lambda c: c.with_params(beta=7), r"beta must be in \(0, 1\], got 7"),
    ],
)
def test_bad_arguments_are_refused_in_one_sentence(call, sentence):
    with pytest.raises(UserError, match=sentence):
        call(cspa())


def test_the_learner_can_play_part_of_the_rows_in_any_order():
    stream = STREAMS["gaussians"]
    order = np.array([5, 3, 3, 9])
    a = cspa().run(stream.X, stream.y, order=order)
    b = cspa().run(stream.X[order], stream.y[order])
    np.testing.assert_array_equal(a.y_tilde, b.y_tilde)
    assert cspa().run(stream.X, stream.y, order=[]).hit.shape == (0,)


def test_a_branch_with_another_beta_starts_from_the_same_state():
    stream = STREAMS["gaussians"]
    learner = cspa()
    learner.run(stream.X[:600], stream.y[:600])
    branch = learner.with_params(beta=1)
    np.testing.assert_array_equal(branch.weights(), learner.weights())
    a, b = (c.run(stream.X[600:], stream.y[600:]) for c in (learner, branch))
    assert (a.y_tilde != b.y_tilde).any()
    assert str(branch.text) == "cspa(beta=1)"
    assert str(learner.text) == "cspa(beta=1/6)"


def test_a_parameter_of_the_starting_state_cannot_be_changed_later():
    learner = make("confidit", n_classes=3, n_features=2)
    learner.run([[1, 0]], [0])
    assert learner.with_params(eta=5, prior=4).text == learner.text.replace(eta=5)
    with pytest.raises(UserError, match="prior shapes the starting state"):
        learner.with_params(prior=1)
    with pytest.raises(UserError, match="keeps sums, not weights"):
        learner.with_weights(np.zeros((3, 2)))


def test_a_copy_carries_an_open_proposal():
    learner = cspa()
    learner.propose([1.0, 0.0])
    other = learner.copy()
    learner.feedback(True)
    learner.propose([0.0, 5.0])  # must not reach the copy
    other.feedback(False)
    assert other.last_update().loss == 1.0
    np.testing.assert_allclose(other.weights(), [[-1 / 8, 0]] + [[1 / 24, 0]] * 3, atol=1e-15)


@pytest.mark.parametrize("way", [pickle_and_back, deepcopy, Learner.copy], ids=["pickle", "deepcopy", "copy"])
@pytest.mark.parametrize("text", ["cspa", "banditron", "confidit", "spa"])
def test_a_learner_survives_being_copied_with_its_alignment(way, text):
    stream = STREAMS["gaussians"]
    learner = make(text, n_classes=4, n_features=2, seed=4)
    learner.run(stream.X[:100], stream.y[:100])
    other = way(learner)
    for array in (*other._geometry, *other._round):
        assert array.ctypes.data % 64 == 0
    a, b = (c.run(stream.X[100:], stream.y[100:]) for c in (learner, other))
    np.testing.assert_array_equal(a.y_tilde, b.y_tilde)
    assert other.last_update().tau.tolist() == learner.last_update().tau.tolist()


def test_a_run_that_is_refused_uses_up_no_randomness():
    stream = STREAMS["gaussians"]
    learner, other = (make("banditron", gamma=0.5, n_classes=4, n_features=2, seed=1) for _ in range(2))
    for one in (learner, other):
        one.propose(stream.X[0])
    with pytest.raises(RuntimeError):
        learner.run(stream.X, stream.y)
    for one in (learner, other):
        one.feedback(True)
    a, b = (one.run(stream.X, stream.y).y_tilde for one in (learner, other))
    np.testing.assert_array_equal(a, b)


def test_a_learner_with_given_weights_has_no_last_round():
    learner = cspa()
    learner.propose([1, 0])
    with pytest.raises(RuntimeError, match="feedback"):
        learner.with_weights(np.ones((4, 2)))
    learner.feedback(True)
    with pytest.raises(RuntimeError, match="no update yet"):
        learner.with_weights(np.ones((4, 2))).last_update()


def rounds(T=3, n=3, d=2):
    rows, y = as_rows(np.ones((n, d))), as_labels(np.zeros(n), n, 4)
    return rows, y, canonical(np.arange(T), np.int64), aligned(T), Trace.new(T)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({0: as_rows(np.ones((3, 5)))}, "takes Dense rows of 2 numbers"),
        ({0: as_rows(scipy.sparse.csr_array(np.ones((3, 2))))}, "takes Dense rows of 2 numbers"),
        ({1: np.zeros(2, np.int64)}, "takes Dense rows of 2 numbers with an int64 label each"),
        ({1: np.zeros(3, np.int32)}, "with an int64 label each"),
        ({2: np.array([0, 1, 3])}, "order must hold row numbers 0 to 2"),
        ({2: np.array([0, 1, -1])}, "order must hold row numbers 0 to 2"),
        ({3: np.zeros(2)}, "and u as many numbers"),
        ({3: np.array([0, 0, -1.0])}, r"u must hold numbers in \[0, 1\)"),
        ({4: Trace.new(2)}, "The trace must have 3 rounds, got 2"),
    ],
)
def test_no_call_can_make_a_kernel_read_beyond_its_arrays(change, sentence):
    arguments = [change.get(place, value) for place, value in enumerate(rounds())]
    with pytest.raises(UserError, match=sentence):
        cspa().advance(*arguments)


def test_labels_outside_the_classes_never_index_weights():
    arguments = list(rounds())
    arguments[1] = np.full(3, 10**9)
    cspa().advance(*arguments)  # only compared, never used
    with pytest.raises(UserError, match="y must hold labels 0 to 3"):
        make("spa", n_classes=4, n_features=2).advance(*arguments)


def test_what_is_returned_is_not_the_learner_itself():
    learner = cspa()
    learner.run([[1, 0]], [0])
    for change in (learner.weights(), learner.last_update().tau, learner.last_update().x):
        change[...] = 99
    assert not (learner.weights() == 99).any()
    assert not (learner.last_update().tau == 99).any()
    assert learner.last_update().x.tolist() == [1, 0]


@pytest.mark.parametrize("sparse", [False, True])
def test_a_reused_buffer_does_not_change_what_is_learnt(sparse):
    """The learner keeps its own copy of x, also of an array that kernels could take directly."""
    learner = make("cspa(beta=1/6)", n_classes=4, n_features=8, sparse=sparse)
    x = aligned(8)
    x[:] = np.arange(8)
    learner.propose(x)
    x[:] = -1
    learner.feedback(True)
    assert learner.last_update().x.tolist() == list(range(8))
    X = aligned((2, 8), fill=3.0)
    learner.run(X, [0, 1])
    X[:] = 7
    assert learner.last_update().x.tolist() == [3] * 8


@pytest.mark.parametrize("key", ALGORITHMS)
def test_the_history_is_what_weights_would_have_shown(key):
    rng = np.random.default_rng(0)
    rows, y = as_rows(rng.normal(size=(40, 3))), rng.integers(0, 4, 40)
    order, u = np.arange(40), rng.random(40)
    recorded, stepped = (make(key, n_classes=4, n_features=3) for _ in range(2))
    trace = Trace.new(40)
    history = recorded.record(rows, as_labels(y, 40, 4), as_order(order, 40), as_uniforms(u, 40), trace)
    for t in range(40):
        step = stepped.run(rows.X, y, order=order[t : t + 1], u=u[t : t + 1])
        np.testing.assert_array_equal(history.W[t], stepped.weights())
        assert (step.y_hat[0], step.y_tilde[0]) == (trace.y_hat[t], trace.y_tilde[t])
    assert (history.A is None) == (not hasattr(recorded._geometry, "A") and key != "linucb")
    if history.A is not None:
        np.testing.assert_array_equal(history.A[-1], stepped.beside_weights())


@pytest.mark.parametrize("sparse", [False, True])
def test_the_last_rounds_vectors_and_a_are_copies(sparse):
    learner = make("confidit", n_classes=3, n_features=2, sparse=sparse)
    learner.propose([3.0, 0.0])
    learner.feedback(False)
    seen, A = learner.last_round(), learner.precision()
    np.testing.assert_array_equal(seen.tau, [-1, 0, 0])
    np.testing.assert_allclose(seen.q, 9 / 4)
    np.testing.assert_array_equal(A, [[13, 4], [4, 4], [4, 4]])
    seen.tau[:], A[:] = 7, 7
    np.testing.assert_array_equal(learner.last_round().tau, [-1, 0, 0])
    assert learner.precision()[1, 1] == 4
    assert make("cspa", n_classes=3, n_features=2).precision() is None
