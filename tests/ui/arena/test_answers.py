"""Values that a handle sets: they reach the learner at their place, also if the run on the screen is old."""

import pytest

from cspa_explore.experiments.experiment import FIRST
from cspa_explore.ui.arena.answers import handled

SET = {"kind": "set", "place": 0, "key": "cspa", "param": "beta", "value": "1", "sigma": 0.5}


def test_a_second_release_counts_although_the_first_run_is_not_on_the_screen_yet():
    once = handled(FIRST, SET | {"value": "0.5"})
    assert once.texts[0] == "cspa(beta=0.5)"
    assert handled(once, SET).texts == ("cspa(beta=1)", *FIRST.texts[1:])
    assert handled(once, SET).stream.sigma == 0.5


def test_of_two_learners_with_one_algorithm_the_place_decides():
    assert handled(FIRST, SET | {"place": 1, "value": "0.5"}).texts[:2] == ("cspa(beta=1/6)", "cspa(beta=0.5)")


def test_a_learner_without_parameters_sets_sigma_alone():
    experiment = FIRST.but(learners=["uniform"])
    assert handled(experiment, SET | {"key": "uniform", "param": "", "value": ""}) == experiment.but(sigma=0.5)


@pytest.mark.parametrize(
    "wrong", [{"place": 2}, {"place": 3}, {"place": -1}, {"place": None}, {"place": True}, {"key": "bpa"}]
)
def test_a_question_about_another_learner_is_stale(wrong):
    assert handled(FIRST, SET | wrong) == FIRST
