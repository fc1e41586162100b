"""Drift, noisy answers and ties: by hand, as properties of the stream, and against twins."""

from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.core.loop import Trace
from cspa_explore.core.memory import canonical
from cspa_explore.core.rows import CSR, Dense, dense_row
from cspa_explore.datasets.spec import Dataset
from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import FIRST, Experiment
from cspa_explore.learners import LearnerText, make
from cspa_explore.running.play import play
from cspa_explore.running.playing import Player
from cspa_explore.running.run import run, trial_seed
from cspa_explore.streams.blocks import chunks, labels
from cspa_explore.streams.order import class_names, class_order, lies
from cspa_explore.streams.raw import raw_rows
from cspa_explore.streams.stream import Stream
from tests import twins
from tests.sample_datasets import own_file
from tests.sample_streams import sparse_linear

POINTS = Stream("points(1 0 0; 0 1 1; -1 0 2)", order="file", rounds=6)
BANDITS = [key for key, spec in ALGORITHMS.items() if spec.feedback == "partial"]
BASES = {
    "table": Stream("vehicle", seed=1),
    "flips": Stream("digits", seed=4, flip=0.2, imbalance=4, order="cyclic"),
    "noise": Stream("gaussians4", seed=7, sigma=0.25, rounds=5000),
    "kernel": Stream("iris", seed=2, kernel=1.0, sigma=0.1),
}


def table(stream, size=4096):
    """Return all rounds at once: X (T, d), y (T,), u (T,), lies (T,)."""
    X, parts = [], []
    for block in chunks(stream, size):
        X += [dense_row(block.rows, i) for i in block.order]
        parts.append((block.y[block.order], block.u, block.lies))
    return np.array(X), *(np.concatenate(part) for part in zip(*parts, strict=True))


# Drift


def test_labels_rotate_by_hand():
    stream = replace(POINTS, drift="labels")
    assert labels(POINTS).tolist() == [0, 1, 2, 0, 1, 2]
    assert labels(stream).tolist() == [0, 1, 2, 1, 2, 0]
    assert labels(replace(stream, drift_at=0.0)).tolist() == [1, 2, 0, 1, 2, 0]
    assert labels(replace(stream, drift_at=1.0)).tolist() == labels(POINTS).tolist()
    assert str(stream).endswith("· labels rotate at round 4")


def test_points_turn_by_hand():
    stream = replace(POINTS, drift="turn", turn=90)
    turned = [[1, 0], [0, 1], [-1, 0], [0, 1], [-1, 0], [0, -1]]
    np.testing.assert_allclose(raw_rows(stream, range(1, 7)), turned, atol=1e-15)
    np.testing.assert_allclose(table(stream)[0], turned, atol=1e-15)
    np.testing.assert_allclose(raw_rows(stream, [5, 2]), [[-1, 0], [0, 1]], atol=1e-15)
    assert labels(stream).tolist() == labels(POINTS).tolist()


@pytest.mark.parametrize("name", BASES)
def test_only_labels_after_the_drift_change(name):
    stream = BASES[name]
    moved = replace(stream, drift="labels", drift_at=0.3)
    (X, y, u, _), (Z, z, v, _) = table(stream), table(moved)
    np.testing.assert_array_equal(X, Z)
    np.testing.assert_array_equal(u, v)
    cut = round(0.3 * stream.n_rounds)
    np.testing.assert_array_equal(z, np.where(np.arange(len(y)) < cut, y, (y + 1) % stream.n_classes))
    np.testing.assert_array_equal(labels(moved), z)


@pytest.mark.parametrize("sigma", [0.0, 0.25])
def test_turned_points_bear_the_same_noise(sigma):
    stream = Stream("gaussians4", seed=3, sigma=sigma, rounds=600, normalise=False)
    turned = replace(stream, drift="turn", turn=30.0)
    c, s = np.cos(np.pi / 6), np.sin(np.pi / 6)
    centres = raw_rows(replace(stream, sigma=0.0), range(1, 601))
    noise = raw_rows(stream, range(1, 601)) - centres
    expected = centres + noise
    expected[300:] = centres[300:] @ np.array([[c, -s], [s, c]]).T + noise[300:]
    X, y, _, _ = table(turned)
    np.testing.assert_allclose(X, expected, atol=1e-12)
    np.testing.assert_allclose(raw_rows(turned, range(1, 601)), expected, atol=1e-12)
    np.testing.assert_array_equal(y, table(stream)[1])


@pytest.mark.parametrize("size", [1, 37, 4096])
@pytest.mark.parametrize("name", BASES)
def test_chunks_change_nothing(name, size):
    stream = replace(BASES[name], rounds=300, drift="labels", drift_at=0.41, noisy=0.2, ties="drawn")
    for one, other in zip(table(stream), table(stream, size), strict=True):
        np.testing.assert_array_equal(one, other)
    late = next(chunks(stream, size, 200))
    assert late.start <= 200 < late.start + len(late.order)


def test_points_turn_only_in_the_plane():
    with pytest.raises(UserError, match="drift=turn needs a toy data set in the plane, got Iris"):
        Stream("iris", drift="turn")
    turning = FIRST.but(drift="turn")
    assert turning.but(dataset="gaussians3").stream.drift == "turn"
    assert turning.but(dataset="iris").stream.drift == "none"
    assert FIRST.but(drift="labels").but(dataset="iris").stream.drift == "labels"


# Noisy answers


def test_a_flipped_answer_by_hand():
    """CSPA, K = 4, β = 1/6: proposes 0, which is right; told wrong, it takes the complementary step."""
    learner = make("cspa(beta=1/6)", n_classes=4, n_features=2)
    rows, order, u = canonical(np.array([[0.6, 0.8]]), np.float64), canonical(np.zeros(1), np.int64), np.zeros(1)
    trace = Trace.new(1)
    told = canonical(np.array([True]), np.bool_)
    learner.advance(Dense(rows), canonical(np.zeros(1), np.int64), order, canonical(u, np.float64), trace, lies=told)
    assert (trace.y_tilde[0], trace.hit[0], learner.last_update().told) == (0, True, False)
    np.testing.assert_allclose(learner.last_update().tau, np.array([-3, 1, 1, 1]) / 24, atol=1e-15)


def test_noise_flips_its_share_of_answers_and_nothing_else():
    stream = Stream("gaussians4", seed=5, sigma=0.25, rounds=20_000)
    few, many = lies(replace(stream, noisy=0.1), 20_000), lies(replace(stream, noisy=0.3), 20_000)
    assert abs(few.mean() - 0.1) < 0.01
    assert abs(many.mean() - 0.3) < 0.015
    assert (many | ~few).all(), "more noise flips more rounds, and the same"
    assert not lies(stream, 20_000).any()
    plain, noisy = table(replace(stream, rounds=500)), table(replace(stream, rounds=500, noisy=0.1))
    for one, other in zip(plain[:3], noisy[:3], strict=True):
        np.testing.assert_array_equal(one, other)
    np.testing.assert_array_equal(noisy[3], few[:500])


@pytest.mark.parametrize("key", ALGORITHMS)
def test_noisy_answers_concern_partial_feedback_only(key):
    stream = Stream("gaussians4", seed=5, sigma=0.25, rounds=400)
    texts = [LearnerText.of(key)]
    (plain,), (noisy,) = play(texts, stream), play(texts, replace(stream, noisy=0.3))
    same = np.array_equal(plain.y_tilde, noisy.y_tilde)
    assert same == (ALGORITHMS[key].feedback == "full" or key == "uniform")


@pytest.mark.parametrize("key", ALGORITHMS)
def test_every_option_gives_the_decisions_of_the_twin(key):
    """The twin is told labels and flipped bits that this test computes itself, in the data set's own numbering."""
    stream = Stream("gaussians4", seed=9, sigma=0.25, rounds=400)
    options = replace(stream, drift="labels", drift_at=0.6, noisy=0.15, ties="drawn")
    X, y, u, _ = table(stream)
    place = {int(k): i for i, k in enumerate(class_order(options))}
    told = [place[int(label + (t >= 240)) % 4] for t, label in enumerate(y)]
    text = LearnerText.of(key)
    twin = twins.twin_of(key)(tuple(text.hyper(4)), 4, 2)
    y_hat, y_tilde = twins.play(twin, X, told, u, text.spec.feedback, lies(options, 400))
    (trace,) = play([text], options)
    np.testing.assert_array_equal(trace.y_hat, y_hat)
    np.testing.assert_array_equal(trace.y_tilde, y_tilde)
    np.testing.assert_array_equal(trace.hit, y_tilde == told)


@pytest.mark.parametrize("key", BANDITS)
def test_other_labels_with_the_same_answers_change_nothing(key):
    """Drift, flipped answers and a drawn order of the classes leak no label: only the bit decides."""
    options = Stream("gaussians4", seed=2, sigma=0.25, rounds=400, drift="labels", noisy=0.2, ties="drawn")
    (block,) = chunks(options)
    one, other = (Player.new(LearnerText.of(key), options) for _ in range(2))
    trace, again = Trace.new(400), Trace.new(400)
    one.advance(block, trace)
    wrong = (trace.y_tilde + 1 + np.arange(400) % 3) % 4
    y = canonical(np.where(trace.hit, trace.y_tilde, wrong), np.int64)
    assert (y != block.y).any()
    other.advance(block._replace(y=y), again)
    for a, b in zip(trace, again, strict=True):
        np.testing.assert_array_equal(a, b)
    np.testing.assert_array_equal(one.learner.weights(), other.learner.weights())


# Ties


def test_ties_by_hand():
    """Before its first update all classes tie: CSPA proposes the first class of the trial's order."""
    stream = Stream("gaussians4", seed=1, ties="drawn")
    order = class_order(stream)
    assert sorted(order) == [0, 1, 2, 3]
    (trace,) = play([LearnerText.of("cspa")], stream)
    assert trace.y_tilde[0] == 0
    assert class_names(stream)[0] == stream.load().names[order[0]]
    firsts = {int(class_order(replace(stream, seed=trial_seed(0, i)))[0]) for i in range(30)}
    assert firsts == {0, 1, 2, 3}, "every class comes first in some trial"


def test_a_drawn_order_permutes_labels_and_nothing_else():
    stream = Stream("vehicle", seed=3)
    drawn = replace(stream, ties="drawn")
    (X, y, u, _), (Z, z, v, _) = table(stream), table(drawn)
    np.testing.assert_array_equal(X, Z)
    np.testing.assert_array_equal(u, v)
    np.testing.assert_array_equal(class_order(drawn)[z], y)
    np.testing.assert_array_equal(labels(drawn), z)


def test_results_are_in_the_data_sets_own_classes():
    """Class 0 is never met: its recall is unknown in every trial, wherever the trial's order puts it."""
    stream = Stream("points(0 1 1; -1 0 2; 1 1 3; 1 0 0)", order="file", rounds=3, ties="drawn")
    result = run(Experiment(stream, (LearnerText.of("cspa"),), 8))
    np.testing.assert_array_equal(np.isnan(result.results[0].recall), [[True, False, False, False]] * 8)
    assert len({tuple(class_order(replace(stream, seed=seed))) for seed in result.seeds}) > 3


def test_sparse_rows_take_every_option():
    rows = sparse_linear(T=600, seed=6)
    data = Dataset(scipy.sparse.csr_array(rows.X), rows.y.astype(np.int64), rows.K, tuple(map(str, range(rows.K))))
    stream = Stream(own_file(data, "options"), drift="labels", noisy=0.1, ties="drawn", rounds=500)
    assert stream.storage is CSR
    (trace,) = play([LearnerText.of("cspa")], stream)
    np.testing.assert_array_equal(trace.hit, trace.y_tilde == labels(stream))


def test_the_best_possible_ratio_and_the_lesson():
    plain = Stream("gaussians4", sigma=0.25)
    for options in ({"drift": "labels"}, {"drift": "turn"}, {"noisy": 0.2}, {"ties": "drawn"}):
        assert replace(plain, **options).best == plain.best, "for a rule that knows the stream"
    assert Stream("counter").lesson
    for options in ({"drift": "labels"}, {"noisy": 0.2}, {"ties": "drawn"}):
        assert not Stream("counter", **options).lesson
    for options in ({"flip": 0.3}, {"imbalance": 4.0}, {"bias": True}, {"kernel": 1.0}, {"order": "shuffled"}):
        assert not Stream("counter", **options).lesson, "it may not hold there"
    for options in ({"rounds": 40}, {"normalise": False}, {"seed": 3}):
        assert Stream("counter", **options).lesson


def test_one_instance_with_a_kernel_feature_is_an_instance():
    assert str(Stream("iris", kernel=2.0, support=1)).endswith("g=2 on the first 1 instance")
    assert str(Stream("iris", kernel=2.0)).endswith("g=2 on the first 150 instances")
