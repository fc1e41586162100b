"""Runs: threads change no number, and cancelled runs give correct partial results."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest
from scipy import stats

from cspa_explore.core.loop import Trace
from cspa_explore.errors import UserError
from cspa_explore.learners import Learner, LearnerText
from cspa_explore.results.comparisons import paired_difference, references
from cspa_explore.results.run import ARRAYS, RunResult, checkpoints, summarise
from cspa_explore.running import play as playing
from cspa_explore.running.play import play
from cspa_explore.running.run import estimate, trial_seed
from cspa_explore.streams.blocks import block_rounds, labels
from cspa_explore.streams.stream import Stream
from tests.sample_experiments import played, swept

LEARNERS = [LearnerText.parse(t) for t in ("cspa(beta=1/6)", "banditron(gamma=0.05)", "confidit", "uniform", "spa")]
STREAM = Stream("gaussians4", seed=1, sigma=0.25, rounds=3000)


def assert_same(a: RunResult, b: RunResult):
    assert a.seeds == b.seeds
    for p, q in zip(a.results, b.results, strict=True):
        for name in ARRAYS:
            np.testing.assert_array_equal(getattr(p, name), getattr(q, name))


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_the_number_of_threads_changes_no_number(threads):
    with ThreadPoolExecutor(threads) as pool:
        assert_same(played(LEARNERS, STREAM, 4, executor=pool), played(LEARNERS, STREAM, 4))


@pytest.mark.slow
def test_a_process_pool_gives_the_same_numbers():
    with ProcessPoolExecutor(2) as pool:
        seen = []
        assert_same(
            played(LEARNERS[:2], STREAM, 3, executor=pool, on_progress=seen.append), played(LEARNERS[:2], STREAM, 3)
        )
        assert seen[-1].done == seen[-1].total


def test_neither_other_learners_nor_their_order_changes_a_number():
    together = played(LEARNERS, STREAM, 3)
    backwards = played(LEARNERS[::-1], STREAM, 3)
    for learner, r, s in zip(LEARNERS, together.results, backwards.results[::-1], strict=True):
        (alone,) = played([learner], STREAM, 3).results
        np.testing.assert_array_equal(r.curve, alone.curve)
        np.testing.assert_array_equal(r.curve, s.curve)


def test_the_chunk_size_and_the_memory_limit_change_no_number(monkeypatch):
    before = played(LEARNERS, STREAM, 2)
    monkeypatch.setattr(playing, "CHUNK", (77, 77))
    assert_same(played(LEARNERS, STREAM, 2), before)
    monkeypatch.setattr(playing, "MEMORY", 200)  # one or two learners per pass
    assert len(playing._groups(LEARNERS, STREAM)) == 3
    assert_same(played(LEARNERS, STREAM, 2), before)


def test_more_trials_begin_with_the_same_ones():
    few, many = played(LEARNERS[:1], STREAM, 2), played(LEARNERS[:1], STREAM, 5)
    np.testing.assert_array_equal(few.results[0].curve, many.results[0].curve[:2])
    assert many.seeds == tuple(trial_seed(1, trial) for trial in range(5))
    assert len(np.unique(many.results[0].ratio)) == 5


@pytest.mark.parametrize("threads", [0, 2])
def test_a_cancelled_run_is_the_beginning_of_the_whole_one(threads, monkeypatch):
    monkeypatch.setattr(playing, "CHUNK", (100, 100))
    seen = []
    whole = played(LEARNERS[:2], STREAM, 6)
    pool = ThreadPoolExecutor(threads) if threads else None
    part = played(
        LEARNERS[:2], STREAM, 6, executor=pool, should_stop=lambda: seen.append(1) or len(seen) > 90
    )  # fmt: skip
    assert part.partial
    assert not whole.partial
    assert "cancelled" in part.words
    assert len(part.seeds) > 0
    for p, w in zip(part.results, whole.results, strict=True):
        assert p.rounds.sum() < w.rounds.sum()
        for row, (seed, rounds) in enumerate(zip(part.seeds, p.rounds, strict=True)):
            inside = whole.checkpoints <= rounds
            np.testing.assert_array_equal(p.curve[row][inside], w.curve[whole.seeds.index(seed)][inside])
            assert np.isnan(p.curve[row][~inside]).all()


def test_a_run_cancelled_at_once_has_no_trials_and_says_so():
    part = played(LEARNERS[:1], STREAM, 2, should_stop=lambda: True)
    assert part.partial
    assert part.seeds == ()
    assert len(part.to_frame()) == len(part.curves_frame()) == 0
    assert np.isnan(part.results[0].mean)
    assert RunResult.from_json(part.to_json()).partial


def test_every_trial_has_the_same_number_of_rounds_also_where_the_seed_decides_the_counts():
    stream = Stream("linear", imbalance=3)
    result = played(LEARNERS[:1], stream, 4)
    assert not result.partial
    assert set(result.results[0].rounds) == {stream.n_rounds}
    assert not swept(LEARNERS[0], "beta", [0.1, 0.5], [0, 0.1], stream, 2).partial


@pytest.mark.parametrize("threads", [0, 2])
def test_an_exception_in_the_caller_stops_the_work(threads, monkeypatch):
    stream, rounds, advance = Stream("usps", sigma=1.0, rounds=60_000), [], Learner.advance

    def counted(self, rows, y, order, u, trace, **options):
        rounds.append(len(order))
        advance(self, rows, y, order, u, trace, **options)

    def fail(progress):
        if progress.done:  # a busy machine may report before the first round
            raise ZeroDivisionError

    monkeypatch.setattr(Learner, "advance", counted)
    pool = ThreadPoolExecutor(threads) if threads else None
    with pytest.raises(ZeroDivisionError):
        played(LEARNERS, stream, 20, executor=pool, on_progress=fail)
    if pool:
        pool.shutdown()
    assert 0 < sum(rounds) < len(LEARNERS) * 20 * 60_000 / 2


def test_an_exception_in_the_work_reaches_the_caller(monkeypatch):
    def broken(*args):
        raise ZeroDivisionError

    monkeypatch.setattr("cspa_explore.running.run.summarise", broken)
    for pool in (None, ThreadPoolExecutor(2)):
        with pytest.raises(ZeroDivisionError):
            played(LEARNERS[:1], STREAM, 3, executor=pool)


def test_progress_counts_every_round_of_every_learner():
    for pool in (None, ThreadPoolExecutor(2)):
        seen = []
        played(LEARNERS[:2], Stream("gaussians4", rounds=30_000), 3, executor=pool, on_progress=seen.append)
        assert seen[-1].done == seen[-1].total == 2 * 3 * 30_000
        assert [p.done for p in seen] == sorted(p.done for p in seen)
        assert seen[-1].seconds_left == 0
        assert seen[-1].rounds_per_second > 0


def test_the_summary_by_hand():
    trace = Trace.new(5)
    trace.hit[:] = [True, False, True, True, False]
    trace.y_hat[:] = [0, 1, 2, 0, 0]
    trace.y_tilde[:] = [0, 1, 2, 1, 0]
    trace.loss[:] = [1, 2, 0, 1, np.nan]  # the last row was zero
    found = summarise(trace, np.array([0, 0, 2, 1, 1]), 4, np.array([1, 2, 4, 5]))
    assert found["ratio"] == 0.6
    assert found["predicted"] == 0.4
    assert found["explored"] == 0.2
    assert found["loss"] == 1
    assert found["squares"] == 6
    np.testing.assert_array_equal(found["recall"], [0.5, 0.5, 1, np.nan])
    assert found["curve"].tolist() == [1, 0.5, 0.75, 0.6]


def test_the_recent_ratio_looks_back_a_hundred_rounds():
    (result,) = played(LEARNERS[:1], STREAM, 1).results
    (trace,) = play(LEARNERS[:1], Stream("gaussians4", seed=trial_seed(1, 0), sigma=0.25, rounds=3000))
    points = checkpoints(3000)
    at = list(points).index(2500)
    assert result.recent[0, at] == trace.hit[2400:2500].mean()
    assert result.curve[0, at] == trace.hit[:2500].mean()
    assert result.mistakes.tolist() == [int((~trace.hit).sum())]


def test_the_paired_difference_is_students():
    a, b = played(LEARNERS[:2], STREAM, 8).results
    found = paired_difference(a, b)
    reference = stats.ttest_rel(a.ratio, b.ratio).confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((reference.low, reference.high))
    assert found.mean == pytest.approx(a.mean - b.mean)
    assert np.isnan(paired_difference(*played(LEARNERS[:2], STREAM, 1).results).low)


def test_reference_lines():
    lines = references(played(LEARNERS[:1], Stream("shuttle", rounds=2000), 2))
    assert lines.chance == 1 / 7
    assert lines.majority == pytest.approx(0.784, abs=0.03)
    assert lines.best is None
    assert lines.full is None
    result = played(LEARNERS, STREAM, 2)
    toy = references(result)
    assert toy.best == STREAM.best
    assert toy.full == result.results[-1].mean


def test_labels_are_those_that_are_played():
    (trace,) = play([LearnerText.of("uniform")], STREAM)
    np.testing.assert_array_equal(trace.hit, trace.y_tilde == labels(STREAM))


def test_json_gives_the_same_result_back():
    result = played(LEARNERS, STREAM, 2)
    again = RunResult.from_json(result.to_json())
    assert again.stream == result.stream
    assert_same(result, again)
    assert again.words == result.words
    for text, sentence in (
        ("nonsense", "not a result of CSPA Explorer"),
        ("[]", "not a result of CSPA Explorer"),
        ('{"version": 99, "kind": "run"}', "has version 99; this program reads version 1"),
        ('{"version": 1, "kind": "sweep"}', "the result of a sweep; the result of a run was expected"),
        ('{"version": 1, "kind": "run"}', "This result is damaged"),
        ("[" * 100_000, "not a result of CSPA Explorer"),
    ):
        with pytest.raises(UserError, match=sentence):
            RunResult.from_json(text)
    damaged = result.to_json().replace('"sigma": ', '"sigma": -')
    with pytest.raises(UserError, match=r"^This result is damaged: sigma must be a number .*, got -[0-9.]+\.$"):
        RunResult.from_json(damaged)


def test_frames_hold_what_the_result_holds():
    result = played(LEARNERS[:2], STREAM, 3)
    frame = result.to_frame()
    assert len(frame) == 6
    assert frame.groupby("learner").ratio.mean()["cspa(beta=1/6)"] == pytest.approx(result.results[0].mean)
    curves = result.curves_frame()
    assert len(curves) == 6 * len(result.checkpoints)


def test_the_estimate_scales_one_block_to_all_rounds_trials_and_cells(monkeypatch):
    ticks = iter(range(0, 100, 3))  # a clock that moves by 3 s at each look
    monkeypatch.setattr("cspa_explore.running.run.time.perf_counter", lambda: next(ticks))
    assert estimate(LEARNERS[:1], Stream("iris", rounds=150), trials=2, cells=5) == 3 * 2 * 5
    rounds = 10 * block_rounds(Stream("usps", sigma=1.0))
    assert estimate(LEARNERS[:1], Stream("usps", sigma=1.0, rounds=rounds), trials=2) == pytest.approx(3 * 10 * 2)


# The paper's figures, computed once by an independent implementation


@pytest.mark.slow
@pytest.mark.parametrize(
    ("stream", "text", "percent"),
    [
        (Stream("pendigits"), "cspa(beta=0.3)", 80.4),
        (Stream("vehicle"), "cspa(beta=0.4)", 48.6),
        (Stream("shuttle"), "cspa(beta=0.2)", 95.5),
        (Stream("segment", kernel=0.01), "cspa(beta=0.3)", 90.4),
        (Stream("satimage", kernel=0.1), "cspa(beta=0.3)", 85.9),
    ],
    ids=str,
)
def test_real_data_sets_are_within_a_point_of_the_independent_figures(stream, text, percent):
    (result,) = played([LearnerText.parse(text)], stream, 10).results
    assert 100 * result.mean == pytest.approx(percent, abs=1.0)
