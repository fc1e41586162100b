"""What is computed from an own file stays with its session, also if another session has the same bytes."""

import numpy as np
import pytest

from cspa_explore.classroom.deck import Link, Measure, Question
from cspa_explore.datasets import describe, own
from cspa_explore.datasets.own import Shelf, place_of
from cspa_explore.datasets.readers.whole_file import read_file
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.plan import Plan
from cspa_explore.game.deal import Deal, game_experiment
from cspa_explore.running.contest import ContestPlan
from cspa_explore.ui.arena import exact, film, pictures, runs
from cspa_explore.ui.classroom import asked
from cspa_explore.ui.data import glance, own_cache
from cspa_explore.ui.lab import contests, sweeps
from cspa_explore.ui.microscope import inspected_run
from cspa_explore.ui.theory import badge, covered
from cspa_explore.ui.your_turn import seats

CSV = b"a,b,kind\n1,2,x\n3,5,y\n4,4,x\n1,7,y\n"
VALUE = memoryview(b"result")


def given(shelf, content=CSV):
    reading = read_file(content, "t.csv")
    return shelf.add(content, "t.csv", reading.data, reading)


def question_on(experiment):
    return Question("?", "guess", Link("arena", ()), Measure("ratio"), experiment, {})


def works(text):
    """Return the long work of every page."""
    experiment = Experiment.of(dataset=text, learners=("cspa",))
    game = game_experiment(experiment, 10)
    dealt = Deal(game.stream, "12", *(np.empty(0),) * 3, ("x", "y"))
    return {
        "deal": (seats.deal_work(game), seats.cached_deals()),
        "rivals": (seats.rivals_work(game, dealt), seats.cached_rivals()),
        "arena": (runs._work(experiment, None), runs.cached_runs()),
        "sweep": (sweeps.work_of(Plan(experiment, "beta", (0.5,), (0.0,)), 0.0), sweeps.cached_sweeps()),
        "contest": (contests.contest_work(ContestPlan.of(experiment, ("cspa",))), contests.cached_contests()),
        "theory": (covered.work_of(experiment, 0, "corrected"), covered.cached_searches()),
        "classroom": (asked.work_of(question_on(experiment)), asked.cached_answers()),
        "glance": (glance.glance_work(describe(text), "here"), glance.glances()),
    }


@pytest.mark.parametrize("page", ["arena", "sweep", "contest", "theory", "classroom", "glance", "deal", "rivals"])
def test_two_sessions_with_the_same_bytes_share_no_results(page, monkeypatch):
    mine, theirs = Shelf(), Shelf()
    text = given(mine)
    assert given(theirs) == text
    monkeypatch.setattr(own_cache, "shelf", lambda: mine)
    work, shared = works(text)[page]
    before = len(shared)
    work.cache[work.key] = VALUE
    assert work.cache.get(work.key) is VALUE
    assert len(shared) == before
    monkeypatch.setattr(own_cache, "shelf", lambda: theirs)
    assert works(text)[page][0].cache.get(work.key) is None
    mine.remove(place_of(**describe(text).arguments))
    assert work.cache.get(work.key) is None, "results go with the file"
    work.cache[work.key] = VALUE  # a job that ends late
    assert len(shared) == before


def test_results_of_a_shared_file_and_of_other_data_are_shared():
    cache = own_cache.OwnCache(runs.cached_runs(), Shelf())
    text = given(own.HERE, CSV + b"9,9,x\n")
    for key in ((Experiment.of(dataset=text), None), (Experiment.of(dataset="iris"), None)):
        cache[key] = VALUE
        assert runs.cached_runs().get(key) is VALUE
    runs.cached_runs().clear()
    own.HERE.remove(place_of(**describe(text).arguments))


def test_no_page_uses_a_shared_cache_directly():
    shared = (runs.cached_runs, film.cached_films, pictures.kernel_runs, inspected_run.cached_runs,
              sweeps.cached_sweeps, contests.cached_contests, covered.cached_searches, badge.cached_badges,
              glance.glances)  # fmt: skip
    names = {function.__name__ for function in shared}
    for module in (runs, film, pictures, exact, inspected_run, sweeps, contests, covered, badge, glance):
        with open(module.__file__) as file:
            source = file.read()
        assert not any(f"cache={name}()" in source for name in names), module
        assert "kept_apart(" in source, module
