"""A film: every cell is the run of its value and its σ, in the film's rounds."""

from dataclasses import replace

import numpy as np
import pytest

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.datasets import DATASETS, describe
from cspa_explore.experiments.experiment import FIRST, Experiment
from cspa_explore.results.run import checkpoints
from cspa_explore.running.executor import Progress
from cspa_explore.running.film import film
from cspa_explore.running.film_plan import MOST_ROUNDS, FilmPlan, film_rounds, identity, planned
from cspa_explore.running.film_values import film_sigmas, film_values, places, thinned
from cspa_explore.running.playing import recordings
from cspa_explore.running.run import run, trial_seed

SMALL = FIRST.but(rounds=300, trials=3)
PARAMS = [(key, param) for key, spec in ALGORITHMS.items() for param in spec.params]
TOYS = [key for key, spec in DATASETS.items() if spec.kind == "toy" and spec.listed] + ["points(0 0 0; 1 0 1; 0 1 2)"]
BRANCHED = Experiment.of(
    dataset="circle(m=5)", sigma=0.1, seed=3, rounds=240, trials=2, bias=True, flip=0.1,
    learners=["uniform", "banditron(gamma=0.1)@100(gamma=0.5)", "confidit"],
)  # fmt: skip


def small_plan(experiment=SMALL, place=0, param="beta", **changes):
    plan = planned(experiment, place, param, 0.0, 460_000, weights=True)
    return replace(plan, **changes)


def cell(plan, v, s):
    """Return the experiment of a cell."""
    learners = list(plan.experiment.learners)
    learners[plan.place] = plan.marked[v]
    return plan.experiment.but(learners=learners, sigma=plan.sigmas[s])


def slot(plan, place, v):
    """Return the slot of the learner at a place, with value v of the marked one."""
    return v if place == plan.place else len(plan.values) + place - (place > plan.place)


@pytest.mark.parametrize(
    ("experiment", "place", "param"), [(SMALL, 0, "beta"), (BRANCHED, 1, "gamma")], ids=["default", "branch"]
)
def test_every_cell_is_the_run_of_its_values(experiment, place, param):
    plan = small_plan(experiment, place, param, sigmas=film_sigmas(experiment.stream.info, experiment.stream.sigma, 3))
    found = film(plan)
    assert found.whole
    for s in range(len(plan.sigmas)):
        for v in range(len(plan.values)):
            expect_exact(found, v, s)


def expect_exact(found, v, s):
    """Check that a cell is the run of its value and its σ."""
    plan, one = found.plan, cell(found.plan, v, s)
    points = checkpoints(one.stream.n_rounds)
    at = np.searchsorted(points, plan.rounds)
    np.testing.assert_array_equal(points[at], plan.rounds)
    result = run(one)
    recorded = recordings(one.learners, replace(result.stream, seed=trial_seed(one.stream.seed, 0)))
    for i, (r, (trace, W, _)) in enumerate(zip(result.results, recorded, strict=True)):
        here = s, slot(plan, i, v)
        curve, recent = r.curve[:, at], r.recent[:, at]
        mean = found.total[here] / (one.trials * np.array(plan.rounds))
        np.testing.assert_allclose(mean, curve.mean(axis=0), rtol=1e-12)
        np.testing.assert_allclose(found.sd[here], curve.std(axis=0, ddof=1), atol=1e-14)
        last = found.recent[here] / (one.trials * np.minimum(plan.rounds, 100))
        np.testing.assert_allclose(last, recent.mean(axis=0), rtol=1e-12)
        np.testing.assert_allclose(found.recent_sd[here], recent.std(axis=0, ddof=1), atol=1e-14)
        np.testing.assert_array_equal(found.hits[here], trace.hit)
        if plan.weights:
            np.testing.assert_array_equal(found.weights[here], W[np.array(plan.rounds) - 1])
            assert found.longest[here] == np.hypot(W[..., 0], W[..., 1]).max()


def few_values(dataset, key, param):
    """Return a short film of a parameter on a toy: the first, the last and the default value, at two σ."""
    stream = describe(dataset)
    experiment = FIRST.but(dataset=dataset, sigma=0.25, rounds=30, trials=2, learners=[key, "uniform"])
    plan = planned(experiment, 0, param.name, 0.0, 460_000, weights=stream.shape.d == 2)
    values = tuple(dict.fromkeys((plan.values[0], param.default, plan.values[-1])))
    assert set(values) <= set(plan.values)
    return film(replace(plan, values=values, sigmas=(0.0, 0.25)))


@pytest.mark.parametrize(("key", "param"), PARAMS, ids=lambda value: getattr(value, "name", value))
def test_a_film_works_for_every_parameter(key, param):
    found = few_values(TOYS[PARAMS.index((key, param)) % len(TOYS)], key, param)
    for v in range(len(found.plan.values)):
        expect_exact(found, v, v % 2)


@pytest.mark.parametrize("dataset", TOYS)
def test_a_film_works_on_every_toy(dataset):
    found = few_values(dataset, "cspa", ALGORITHMS["cspa"].params[0])
    for v in range(len(found.plan.values)):
        expect_exact(found, v, 1)


@pytest.mark.long
@pytest.mark.parametrize("dataset", TOYS)
def test_a_film_works_for_every_parameter_on_every_toy(dataset):
    for key, param in PARAMS:
        found = few_values(dataset, key, param)
        for v in range(len(found.plan.values)):
            expect_exact(found, v, v % 2)


def test_pieces_of_work_do_not_change_the_film():
    plan = small_plan(sigmas=(0.25, 0.5))
    one, many = film(plan), film(plan, seconds=0.02)
    for a, b in zip(one[2:], many[2:], strict=True):
        np.testing.assert_array_equal(a, b)


def test_the_row_of_the_own_sigma_comes_first():
    parts, told = [], []
    found = film(small_plan(sigmas=(0.0, 0.25, 0.5)), on_part=parts.append, on_progress=told.append)
    (row,) = parts
    assert row.done == (1,)
    assert not row.whole
    assert found.whole
    np.testing.assert_array_equal(row.total[1], found.total[1])
    assert not row.total[0].any()
    assert isinstance(told[-1], Progress)
    assert told[-1].done == told[-1].total


def test_a_stopped_film_holds_what_is_complete():
    stopped = []
    plan = small_plan(sigmas=(0.0, 0.25, 0.5))
    part = film(plan, on_part=stopped.append, should_stop=lambda: bool(stopped))
    assert part.done == (1,)
    assert not part.whole
    nothing = film(plan, should_stop=lambda: True)
    assert nothing.done == ()
    assert not nothing.total.any()


def test_one_trial_has_no_spread():
    found = film(small_plan(SMALL.but(trials=1), sigmas=(0.25,)))
    assert np.isnan(found.sd).all()
    assert found.whole


def test_the_film_of_the_first_page_is_fine_and_small():
    plan = planned(FIRST, 0, "beta", 0.001, 460_000, weights=True, workers=2)
    assert len(plan.values) == 24
    assert len(plan.sigmas) == 8
    assert "1/6" in plan.values
    assert 0.25 in plan.sigmas
    assert len(plan.rounds) >= 52
    assert {1, 4000} <= set(plan.rounds)
    assert plan.nbytes <= 460_000


def test_a_film_gets_coarser_where_it_would_be_large_or_slow():
    fine = planned(FIRST, 0, "beta", 0.001, 460_000, weights=True)
    tight = planned(FIRST, 0, "beta", 0.001, 150_000, weights=True)
    assert tight.nbytes <= 150_000
    assert len(tight.slots) * len(tight.sigmas) < len(fine.slots) * len(fine.sigmas)
    slow = planned(FIRST, 0, "beta", 0.15, 460_000, weights=True)
    assert len(slow.sigmas) == 1
    assert len(slow.values) >= 8
    assert "1/6" in slow.values
    assert planned(FIRST, 0, "beta", 1.0, 460_000, weights=True) is None
    curves = planned(FIRST, 0, "beta", 0.001, 225_000, weights=False)
    assert len(curves.values) == 24
    assert curves.nbytes <= 225_000


def test_a_learner_without_parameters_has_a_film_over_sigma():
    plan = planned(SMALL.but(learners=["uniform", "cspa"]), 0, "", 0.0, 460_000, weights=True)
    assert plan.values == ("",)
    assert len(plan.sigmas) == 8
    assert film(replace(plan, sigmas=(0.25,))).total.shape[:2] == (1, 2)


def test_rounds_are_spaced_on_a_log_scale_and_are_checkpoints():
    for T in (1, 2, 30, 150, 4000, 20_000):
        rounds = film_rounds(T, 40)
        assert rounds[0] == 1
        assert rounds[-1] == T
        assert len(rounds) <= 40
        assert set(rounds) <= set(checkpoints(T).tolist())
    later = np.array(film_rounds(4000, 40))
    assert (np.diff(np.log(later[later > 20])) < 0.5).all()
    assert {100, 200, 300, 400, 500, 600, 800, 1000, 2000, 3000} <= set(film_rounds(4000, MOST_ROUNDS))


def test_identity_leaves_out_sigma_and_learners():
    assert identity(FIRST) == identity(FIRST.but(sigma=0.5, learners=["bpa"], rounds=4000))
    assert len({identity(FIRST), identity(FIRST.but(seed=8)), identity(FIRST.but(trials=9))}) == 3


def test_values_are_round_numbers_the_landmarks_and_the_current_one():
    beta = ALGORITHMS["cspa"].params[0]
    values = film_values(beta, 4, "1/6")
    assert len(values) == 24
    assert {"1/6", "1/3", "2/3", "0.5", "1"} <= set(values)
    assert film_values(beta, 4, "0.37") == tuple(sorted([*values, "0.37"], key=lambda v: eval(v)))
    assert len(film_values(beta, 4, "1/6", 8)) == 8
    assert "1/(2(K-1))" in film_values(beta, 4, "1/(2(K-1))")
    for key, spec in ALGORITHMS.items():
        for param in spec.params:
            found = film_values(param, 4, param.default)
            assert 6 <= len(found) <= 25, key
            assert param.default in found, key


def test_sigmas_go_from_zero_to_the_end_of_the_slider():
    assert film_sigmas(describe("gaussians4"), 0.25) == (0.0, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0)
    vehicle = film_sigmas(describe("vehicle"), 0.0)
    assert vehicle[0] == 0
    assert vehicle[-1] == 0.84
    assert len(vehicle) == 8
    assert film_sigmas(describe("gaussians4"), 3.0)[-1] == 3.0
    assert 0.25 in film_sigmas(describe("gaussians4"), 0.25, 3)


def test_places_on_a_slider():
    assert places([0.25, 1], "linear", 0, 1) == [0.25, 1]
    assert places([0.01, 0.1, 1], "log", 0, 1) == pytest.approx([0, 0.5, 1])
    assert thinned([1, 2, 3], set(), 2, float) == [1, 3]


def test_bytes_are_counted_for_every_slot():
    plan = FilmPlan(SMALL, 0, "beta", ("1/6", "1"), (0.25,), (1, 2, 300), True)
    assert plan.nbytes == int(0.5 * 4 * (3 * (32 + 12) + 8) + 4 * 37 + 8 * 300), "bits and normal draws stay as long"
    many = replace(plan, rounds=tuple(range(1, 101)))
    assert many.nbytes == int(0.7 * (4 * (100 * (32 + 12) + 37 + 8) + 8 * 300))
