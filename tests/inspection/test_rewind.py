"""Rewind: the state of the run itself, at any round, in any order, from any thread."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import scipy.sparse

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.core.loop import Trace
from cspa_explore.core.rows import CSR, Dense
from cspa_explore.errors import UserError
from cspa_explore.inspection import rewind as module
from cspa_explore.inspection.rewind import Rewind
from cspa_explore.learners import Learner, make
from cspa_explore.learners.branch import learner_of
from cspa_explore.running.play import play
from cspa_explore.streams.blocks import chunks, labels
from cspa_explore.streams.stream import Stream

BRANCHES = ["cspa(beta=1/6)@123(beta=1)", "confidit@64(eta=0)"]
TEXTS = [*ALGORITHMS, *BRANCHES]
STREAM = Stream("gaussians4", seed=3, sigma=0.25, rounds=400)


def rounds_of(stream):
    """All rows, labels and uniforms of a stream, as Learner.run takes them."""
    rows, u = [], []
    for block in chunks(stream):
        X = block.rows.X if isinstance(block.rows, Dense) else scipy.sparse.csr_array(
            block.rows[:3], shape=(len(block.rows.indptr) - 1, block.rows.d)
        )  # fmt: skip
        rows.append(X[block.order])
        u.append(block.u)
    stack = scipy.sparse.vstack if scipy.sparse.issparse(rows[0]) else np.vstack
    return stack(rows), labels(stream), np.concatenate(u)


def played(text, stream, t):
    """The learner after t rounds by Learner.run from the start, changed by hand where it branches."""
    learner = learner_of(text)
    at = getattr(learner, "at", t)
    start = getattr(learner, "learner", learner)
    X, y, u = rounds_of(stream)
    sparse = stream.storage is CSR
    player = make(start, n_classes=stream.n_classes, n_features=stream.n_features, sparse=sparse)
    player.run(X[: min(at, t)], y[: min(at, t)], u=u[: min(at, t)])
    if t >= at and start is not learner:
        names = [p.name for p in learner.spec.params]
        player = player.with_params(**dict(zip(names, map(str, learner.then.values), strict=True)))
        player.run(X[at:t], y[at:t], u=u[at:t])
    return player


def assert_same(a: Learner, b: Learner):
    assert (a.rounds, a.skipped, a.text) == (b.rounds, b.skipped, b.text)
    for p, q in zip(a._geometry, b._geometry, strict=True):
        np.testing.assert_array_equal(p, q)


@pytest.mark.parametrize("text", TEXTS)
def test_any_round_is_that_of_playing_from_the_start(text):
    rewind = Rewind(STREAM, [learner_of(text)])
    for t in (400, 0, 1, 399, 64, 65, 123, 124, 122, 300, 7):
        assert_same(rewind.at(0, t), played(text, STREAM, t))


@pytest.mark.parametrize("text", TEXTS)
def test_sparse_streams_too(text, sparse_set):
    assert sparse_set.storage is CSR
    rewind = Rewind(sparse_set, [learner_of(text)])
    for t in (150, 64, 0, 131, 17):
        assert_same(rewind.at(0, t), played(text, sparse_set, t))


@pytest.mark.parametrize(
    "stream",
    [
        Stream("iris", seed=2),
        Stream("iris", seed=2, kernel=1.0, support=20),
        Stream("gaussians4", sigma=1.0, bias=True),
    ],
    ids=["plain", "kernel", "bias"],
)
def test_instances_are_those_of_the_stream(stream):
    X, y, u = rounds_of(stream)
    rewind = Rewind(stream, [learner_of("cspa")])
    for t in (1, 2, 77, stream.n_rounds):
        instance = rewind.instance(t)
        np.testing.assert_array_equal(instance.x, X[t - 1])
        assert (instance.t, instance.y, instance.u) == (t, y[t - 1], u[t - 1])
        assert stream.load().y[instance.row] == instance.y


def test_a_jump_plays_few_rounds(monkeypatch):
    rewind = Rewind(Stream("gaussians4", sigma=0.25), [learner_of("cspa")])
    rewind.at(0, 4000)
    counted = []
    advance = Learner.advance
    monkeypatch.setattr(Learner, "advance", lambda *a, **k: (counted.append(len(a[3])), advance(*a, **k))[1])
    for t in (3999, 5, 2047, 63, 64, 1000):
        counted.clear()
        rewind.at(0, t)
        assert sum(counted) <= 4000 // 64 + 1


def test_wide_learners_keep_fewer_snapshots_and_blocks_are_dropped(monkeypatch):
    reference = Rewind(STREAM, [learner_of("cspa"), learner_of("confidit")])
    monkeypatch.setattr(module, "MEMORY", 50_000)
    narrow = Rewind(STREAM, [learner_of("cspa"), learner_of("confidit")])
    for t in (400, 30, 399, 200, 31, 32):
        for which in (0, 1):
            narrow.at(which, t)
    assert all(1 <= len(kept) <= 4 for kept in narrow._kept)
    assert all(len(kept) <= 65 for kept in reference._kept)


def test_rows_that_do_not_fit_are_computed_again(monkeypatch):
    monkeypatch.setattr("cspa_explore.streams.blocks.NUMBERS_IN_BLOCK", 64)  # 32 rounds per block
    whole = Rewind(STREAM, [learner_of("bpa")])
    monkeypatch.setattr(module, "MEMORY", 4000)
    small = Rewind(STREAM, [learner_of("bpa")])
    for t in (400, 10, 390, 33, 200):
        assert_same(small.at(0, t), whole.at(0, t))
        np.testing.assert_array_equal(small.instance(t).x, whole.instance(t).x)
    assert len(small._rows.kept) < len(whole._rows.kept)


def test_a_state_is_a_copy():
    rewind = Rewind(STREAM, [learner_of("cspa")])
    mine = rewind.at(0, 50)
    mine.run([[1.0, 0.0]] * 10, [0] * 10)
    rewind.instance(3).x[:] = 9.0
    assert_same(rewind.at(0, 50), played("cspa", STREAM, 50))
    assert np.abs(rewind.instance(3).x).max() <= 1


def test_a_learner_can_be_named_by_place_or_by_itself():
    learners = [learner_of(t) for t in BRANCHES]
    rewind = Rewind(STREAM, learners)
    assert_same(rewind.at(learners[1], 90), rewind.at(1, 90))


@pytest.mark.parametrize("t", [-1, 401, 1.0, True, "3"])
def test_rounds_that_are_not_there_are_refused(t):
    rewind = Rewind(STREAM, [learner_of("cspa")])
    with pytest.raises(UserError, match="The round must be a whole number 0 to 400, got"):
        rewind.at(0, t)
    with pytest.raises(UserError, match="The round must be a whole number 1 to 400, got"):
        rewind.instance(0)


@pytest.mark.parametrize("which", [1, -1, True, learner_of("bpa")])
def test_learners_that_do_not_play_are_refused(which):
    with pytest.raises(UserError, match="The learner must be one of cspa"):
        Rewind(STREAM, [learner_of("cspa")]).at(which, 3)
    with pytest.raises(UserError, match="at least one"):
        Rewind(STREAM, [])


def test_threads_share_it():
    rewind = Rewind(STREAM, [learner_of(t) for t in BRANCHES])
    expected = {(w, t): played(BRANCHES[w], STREAM, t).weights() for w in (0, 1) for t in range(0, 400, 40)}
    jobs = [*expected] * 3
    with ThreadPoolExecutor(4) as pool:
        for job, learner in zip(jobs, pool.map(lambda job: rewind.at(*job), jobs), strict=True):
            np.testing.assert_array_equal(learner.weights(), expected[job])


def test_a_copied_learner_keeps_one_row_not_the_table():
    rewind = Rewind(STREAM, [learner_of("cspa")])
    learner = rewind.at(0, 10)
    assert learner._last[0].rows.X.shape == (1, 2)
    (block,) = rewind.blocks(10, 11)
    learner.advance(block.rows, block.y, block.order, block.u, Trace.new(1))
    assert learner.copy()._last[0].rows.X.shape == (1, 2)
    np.testing.assert_array_equal(learner.copy().last_update().x, rewind.instance(11).x)


@pytest.mark.parametrize("stream", [STREAM, Stream("usps", sigma=0.7, rounds=300)])
def test_playing_it_through_gives_the_run_and_keeps_snapshots(stream):
    texts = [learner_of(text) for text in ("cspa(beta=1/6)@50(beta=1)", "banditron")]
    rewind, told = Rewind(stream, texts), []
    for trace, wanted in zip(rewind.play(told.append), play(texts, stream), strict=True):
        for found, expected in zip(trace, wanted, strict=True):
            np.testing.assert_array_equal(found, expected)
    assert sum(told) == 2 * stream.n_rounds
    assert len(rewind._kept[1]) > 50
    np.testing.assert_array_equal(rewind.at(0, 77).weights(), Rewind(stream, texts).at(0, 77).weights())


def test_playing_it_through_can_be_stopped():
    rewind = Rewind(Stream("gaussians4", rounds=1000), [learner_of("cspa")])
    looks = iter([False, True])
    (trace,) = rewind.play(should_stop=lambda: next(looks))
    assert 0 < len(trace.hit) < 1000


@pytest.mark.parametrize("stream", [Stream("usps", sigma=0.7, rounds=60), Stream("iris", kernel=1.0, support=12)])
def test_a_late_round_is_reached_without_those_before_it(stream, monkeypatch):
    monkeypatch.setattr("cspa_explore.streams.blocks.NUMBERS_IN_BLOCK", 10 * stream.n_features)
    wanted = {block.start: block for block in chunks(stream)}
    assert len(wanted) > 5
    for first in (0, 3, 25, 57):
        (block, *_), late = chunks(stream, first=first), first // 10 * 10
        assert block.start == late
        np.testing.assert_array_equal(block.rows.X, wanted[late].rows.X)
        np.testing.assert_array_equal(block.u, wanted[late].u)
        np.testing.assert_array_equal(block.y, wanted[late].y)
