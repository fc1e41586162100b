"""Grid searches and sweeps equal single runs, choose honestly, and keep correct results when cancelled."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from cspa_explore.errors import CancelledError
from cspa_explore.learners import LearnerText
from cspa_explore.results.grid import HINDSIGHT, HONEST, UNFINISHED, GridResult
from cspa_explore.results.sweep import SweepResult
from cspa_explore.running.grid import candidates
from cspa_explore.running.run import trial_seed
from cspa_explore.running.sweep import _coarse_to_fine
from cspa_explore.streams.stream import Stream
from tests.sample_experiments import played, searched, swept

LEARNER = LearnerText.parse("cspa(beta=1/6)")
STREAM = Stream("gaussians4", seed=1, sigma=0.25, rounds=3000)


# Grid


def test_the_grid_is_that_of_the_spec():
    assert len(candidates("cspa", 10)) == 10
    assert len(candidates("confidit", 10)) == 10
    assert [str(c) for c in candidates("confidit", 10, eta=2)] == ["confidit(eta=2, prior=4)"]
    assert [str(c) for c in candidates("spa", 10)] == ["spa"]


def test_the_best_in_hindsight_is_the_maximum_and_says_so():
    result = searched(candidates("cspa", 4), [STREAM], 3)
    assert result.how == HINDSIGHT
    assert result.chosen.mean == max(r.mean for _, r in result.candidates)
    assert result.to_frame()["mean"].is_monotonic_decreasing
    again = GridResult.from_json(result.to_json())
    assert again.words == result.words
    assert again.chosen.learner == result.chosen.learner
    assert again.to_frame().equals(result.to_frame())


def test_the_honest_choice_is_made_on_other_seeds():
    learners = candidates("cspa", 4)
    honest = searched(learners, [STREAM], 3, honest=True)
    assert honest.how == HONEST
    tuned = played(learners, Stream("gaussians4", seed=trial_seed(1, 10**6), sigma=0.25, rounds=3000), 3)
    best = max(tuned.results, key=lambda r: r.mean).learner
    assert honest.chosen.learner == best
    assert honest.chosen.mean == played([best], STREAM, 3).results[0].mean


def test_kernels_are_candidates_too():
    streams = [Stream("iris", kernel=g, support=50) for g in (0.001, 0.1)]
    result = searched(candidates("cspa", 3), streams, 2)
    assert {s.kernel for s, _ in result.candidates} == {0.001, 0.1}
    assert result.stream in streams


def test_one_candidate_and_one_point_are_in_the_singular():
    assert searched([LEARNER], [STREAM], 1).words.startswith("1 candidate, ")
    result = swept(LEARNER, "beta", (0.5,), (0.25,), STREAM, 1)
    assert "1 value × 1 σ × 1 seed" in result.words
    assert result.so_far == "1 of 1 point, 1 of 1 seed each"


def test_a_grid_that_is_cancelled_says_so():
    learners, streams = candidates("cspa", 3), [Stream("iris", kernel=g, support=50) for g in (0.01, 0.1, 1.0)]
    with pytest.raises(CancelledError, match="cancelled before anything was played"):
        searched(learners, streams, 2, should_stop=lambda: True)
    for honest in (False, True):
        seen: list = []
        part = searched(learners, streams, 2, honest=honest, on_progress=seen.append, should_stop=seen.__len__)
        assert part.partial
        assert "cancelled" in part.words
        assert {s.kernel for s, _ in part.candidates} == {0.01}
        assert part.how == (UNFINISHED if honest else HINDSIGHT)


def test_the_progress_of_a_grid_ends_at_its_total():
    for honest in (False, True):
        seen = []
        searched(candidates("cspa", 4), [STREAM], 2, honest=honest, on_progress=seen.append)
        assert seen[-1].done == seen[-1].total


# Sweep


def test_a_sweep_equals_single_runs():
    values, sigmas = [0.1, 0.3, 0.5, 0.7, 1.0], [0.05, 0.5]
    with ThreadPoolExecutor(2) as pool:
        result = swept(LEARNER, "beta", values, sigmas, STREAM, 3, executor=pool)
    assert not result.partial
    for i, sigma in enumerate(sigmas):
        cell = Stream("gaussians4", seed=1, sigma=sigma, rounds=3000)
        for j, value in enumerate(values):
            (r,) = played([LEARNER.replace(beta=value)], cell, 3).results
            np.testing.assert_array_equal(result.ratio[i, j], r.ratio)
    np.testing.assert_allclose(result.sd, result.ratio.std(axis=2, ddof=1))
    assert result.best() == tuple(values[k] for k in result.mean.argmax(axis=1))
    assert len(result.to_frame()) == 10
    again = SweepResult.from_json(result.to_json())
    np.testing.assert_array_equal(again.ratio, result.ratio)
    assert (again.words, again.values, again.learner) == (result.words, result.values, result.learner)


def test_a_sweep_fills_coarsely_first_and_keeps_its_cells_when_cancelled():
    seen = []
    values = list(np.linspace(0.05, 1, 16))
    result = swept(
        LEARNER, "beta", values, [0.05, 0.5], STREAM, 4,
        on_cells=seen.append, should_stop=lambda: len(seen) >= 2,
    )  # fmt: skip
    assert result.partial
    first = ~np.isnan(result.ratio)
    assert first[:, ::4, 0].all(), "every fourth value for every σ, first trial"
    assert first.sum() == 8
    assert np.isnan(result.mean[:, 1]).all()
    assert result.so_far == "8 of 32 points, 1 of 4 seeds each"
    assert result.spread == "1 of 4 seeds so far", "there is no band"
    assert result.words.endswith("cancelled before its end: 8 of 32 points, 1 of 4 seeds each")
    np.testing.assert_array_equal(SweepResult.from_json(result.to_json()).ratio, result.ratio)
    whole = swept(LEARNER, "beta", values, [0.05, 0.5], STREAM, 4)
    np.testing.assert_array_equal(result.ratio[first], whole.ratio[first])
    assert whole.spread == "band ±1 sd over 4 seeds"
    some = whole.ratio.copy()
    some[0, 0, 1:], some[1, 0, 3] = np.nan, np.nan
    assert replace(whole, ratio=some).spread == "band ±1 sd over 1 to 4 of 4 seeds so far"


def test_the_pieces_of_a_sweep_cover_it_exactly_once():
    for shape in ((1, 1, 1), (2, 5, 3), (6, 30, 10)):
        for first in (None, 0, shape[0] - 1):
            count = np.zeros(shape, int)
            for i, some, k in _coarse_to_fine(*shape, first):
                count[i, some, k] += 1
            assert (count == 1).all()


def test_a_sweep_records_the_way_to_its_end():
    result = swept(LEARNER, "beta", [0.1, 1.0], [0.05, 0.5], STREAM, 3)
    assert (result.moments[0], result.moments[-1]) == (20, 3000)
    single = played([LEARNER.replace(beta=0.1)], replace(STREAM, sigma=0.5), 3)
    points = [int(np.flatnonzero(single.checkpoints == t)[0]) for t in (20, 3000)]
    mean, sd = result.curves
    assert mean.shape == sd.shape == (len(result.moments), 2, 2)
    np.testing.assert_allclose(mean[[0, -1], 1, 0], single.results[0].curve[:, points].mean(axis=0))
    np.testing.assert_allclose(sd[[0, -1], 1, 0], single.results[0].curve[:, points].std(axis=0, ddof=1))
    np.testing.assert_array_equal(result.right[..., -1] / 3000, result.ratio)
    again = SweepResult.from_json(result.to_json())
    np.testing.assert_array_equal(again.right, result.right)
    assert replace(result, ratio=np.where(result.ratio == result.ratio[0, 0, 0], np.nan, result.ratio)).curves is None


def test_the_first_sigma_is_complete_before_the_others_begin():
    parts = []
    swept(LEARNER, "beta", [0.1, 0.3, 0.5, 1.0], [0.05, 0.25, 0.5], STREAM, 3, on_cells=parts.append, first=0.25)
    assert not np.isnan(parts[2].ratio[1]).any()
    assert np.isnan(parts[2].ratio[[0, 2]]).all()
    assert not parts[-1].partial


def test_what_is_known_is_not_played_again():
    values = [0.1, 0.3, 1.0]
    few = swept(LEARNER, "beta", values, [0.25], STREAM, 2)
    seen = []
    whole = swept(LEARNER, "beta", [*values, 0.5], [0.05, 0.25], STREAM, 4)
    reused = swept(LEARNER, "beta", [*values, 0.5], [0.05, 0.25], STREAM, 4, known=[few], on_progress=seen.append)
    np.testing.assert_array_equal(reused.ratio, whole.ratio)
    np.testing.assert_array_equal(reused.right, whole.right)
    assert seen[-1].done == seen[-1].total == (32 - 6) * 3000
    marked = replace(few, ratio=np.full_like(few.ratio, 0.123))
    assert (swept(LEARNER, "beta", values, [0.25], STREAM, 3, known=[marked]).ratio[..., :2] == 0.123).all()
    for other in (replace(STREAM, seed=9), replace(STREAM, flip=0.1)):
        assert not (swept(LEARNER, "beta", values, [0.25], other, 2, known=[marked]).ratio == 0.123).any()
    assert not (swept(LearnerText.of("bpa"), "gamma", values, [0.25], STREAM, 2, known=[marked]).ratio == 0.123).any()
