"""Runs, sweeps, grids and contests with a store: the same numbers, and nothing is played twice."""

import json
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import numpy as np
import pytest

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.plan import GridPlan, Plan
from cspa_explore.running.comparison import compare, comparison_plans
from cspa_explore.running.contest import ContestPlan, contest
from cspa_explore.running.contest import missing_share as missing_of_contest
from cspa_explore.running.grid import candidates, grid
from cspa_explore.running.run import run
from cspa_explore.running.sweep import missing_share, sweep
from cspa_explore.store import Store
from tests.sample_datasets import sparse_iris

TIMED = ("seconds", "micros")
RUN = Experiment.of(
    dataset="gaussians4", rounds=1230, seed=7, trials=4, learners=["cspa(beta=1/6)", "confidit", "uniform",
                                                                 "cspa(beta=1/6)@600(beta=1)"],
)  # fmt: skip
SWEEP = Plan(Experiment.of(dataset="iris", learners=["cspa"], trials=3, seed=2), "beta", (0.1, 0.2, 0.5, 1), (0, 0.3))
CONTEST = ContestPlan.of(Experiment.of(dataset="iris", learners=[], trials=3, seed=2), ["cspa", "banditron"])


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "results", tell=pytest.fail)


def written(result):
    """Return a result as JSON without its timings; floats are written so that they read as the same bits."""
    return {name: value for name, value in json.loads(result.to_json()).items() if name not in TIMED}


class Counted:
    """Counts the rounds that are played."""

    rounds = 0

    def __call__(self, progress):
        self.rounds = progress.done


@pytest.mark.parametrize(
    ("job", "plan"), [(run, RUN), (sweep, SWEEP), (contest, CONTEST)], ids=["run", "sweep", "contest"]
)
def test_a_stored_result_equals_a_computed_one_and_plays_nothing(store, job, plan):
    plain = job(plan)
    first, again = Counted(), Counted()
    assert written(job(plan, store=store, on_progress=first)) == written(plain)
    files = {path.name: path.read_bytes() for path in store.files()}
    second = job(plan, store=store, on_progress=again)
    assert written(second) == written(plain)
    assert (first.rounds > 0, again.rounds) == (True, 0)
    assert {path.name: path.read_bytes() for path in store.files()} == files


def test_every_array_of_a_stored_run_is_the_same(store):
    run(RUN, store=store)
    for mine, theirs in zip(run(RUN, store=store).results, run(RUN).results, strict=True):
        assert mine.learner == theirs.learner
        for name, value in vars(theirs).items():
            if name != "learner":
                stored = getattr(mine, name)
                assert stored.dtype == value.dtype, name
                assert np.array_equal(stored, value, equal_nan=True), name


@pytest.mark.parametrize("rounds", [1, 99, 150, 10_001, 230_000])
def test_runs_of_every_length_come_back(store, rounds):
    short = Experiment.of(dataset="iris", rounds=rounds, trials=1, learners=["cspa", "banditron"])
    assert written(run(short, store=store)) == written(run(short, store=store)) == written(run(short))


@pytest.mark.parametrize("honest", [False, True])
def test_a_grid_search_is_stored(store, honest):
    experiment = Experiment.of(dataset="iris", trials=3, learners=candidates("cspa", 3))
    plan, again = GridPlan(experiment, (0.0, 0.5), honest), Counted()
    plain = grid(plan)
    assert written(grid(plan, store=store)) == written(plain)
    assert written(grid(plan, store=store, on_progress=again)) == written(plain)
    assert store.reused > 0


def test_a_comparison_is_stored(store):
    plans = comparison_plans(["iris", "wine"], ["cspa", "bpa"], trials=2)
    plain, first = compare(plans), compare(plans, store=store)
    again = compare(plans, store=store)
    for a, b, c in zip(plain.contests, first.contests, again.contests, strict=True):
        assert np.array_equal(a.ratio, b.ratio)
        assert np.array_equal(a.ratio, c.ratio)
        assert b.micros == c.micros, "timings are stored beside the rows"


@pytest.mark.parametrize(("job", "plan"), [(run, RUN), (sweep, SWEEP), (contest, CONTEST)], ids=lambda job: "")
def test_cancelled_work_resumes_and_ends_with_the_same_files(store, tmp_path, job, plan):
    job(plan, store=Store(tmp_path / "whole"))
    whole = {path.name: path.read_bytes() for path in Store(tmp_path / "whole").files()}
    plain, cancelled = job(plan), 0
    for _ in range(50):
        asked = count()  # work asks between chunks whether to stop: each time it gets a little further
        result = job(plan, store=store, should_stop=lambda asked=asked: next(asked) > 6)
        cancelled += result.partial
        if not result.partial:
            break
    assert 1 <= cancelled < 50
    assert written(result) == written(plain)
    assert {path.name: path.read_bytes() for path in store.files()} == whole


def test_a_contest_uses_what_a_sweep_has_played_and_more_trials_only_add(store):
    sweep(SWEEP, store=store)
    same = ContestPlan(SWEEP.experiment.but(sigma=0.3, learners=SWEEP.learners))
    again = Counted()
    assert written(contest(same, store=store, on_progress=again)) == written(contest(same))
    assert again.rounds == 0
    more = Plan(SWEEP.experiment.but(trials=4), "beta", SWEEP.values, SWEEP.sigmas)
    assert written(sweep(more, store=store, on_progress=again)) == written(sweep(more))
    assert again.rounds == 4 * 2 * 150


def test_threads_and_resuming_change_nothing(store):
    with ThreadPoolExecutor(2) as pool:
        sweep(SWEEP, store=store, executor=pool)
        assert written(sweep(SWEEP, store=store, executor=pool)) == written(sweep(SWEEP))


def test_the_share_that_is_missing_is_known_without_playing(store):
    assert missing_share(SWEEP, store) == missing_share(SWEEP, None) == missing_of_contest(CONTEST, store) == 1
    sweep(Plan(SWEEP.experiment, "beta", SWEEP.values[:1], SWEEP.sigmas), store=store)
    assert missing_share(SWEEP, store) == 0.75
    contest(CONTEST, store=store)
    assert missing_of_contest(CONTEST, store) == 0


def test_results_of_own_files_are_played_every_time_and_leave_no_file(store):
    own = Experiment.of(dataset=sparse_iris(), trials=2, learners=["cspa"])
    for _ in range(2):
        counter = Counted()
        run(own, store=store, on_progress=counter)
        sweep(Plan(own, "beta", (0.1, 0.3), (0.0,)), store=store)
        assert counter.rounds == 300
    assert list(store.folder.glob("*.csv")) == []
