"""Changes of the experiment: invalid ones are refused, and another data set keeps the settings that fit."""

import numpy as np
import pytest

from cspa_explore.datasets import Dataset
from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import FIRST
from cspa_explore.ui.arena.answers import branched
from cspa_explore.ui.session.changes import page_range, with_dataset, within_limits
from tests.sample_datasets import own_file
from tests.sample_experiments import experiment


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({"trials": 0}, "trials must be a whole number from 1 to 10,000, got 0."),
        ({"trials": True}, "trials must be a whole number from 1 to 10,000, got True."),
        ({"rounds": 100_001}, "rounds must be a whole number from 0 to 100,000, got 100001."),
        ({"trials": 51}, "trials must be a whole number from 1 to 50, got 51."),
        ({"seed": 1_000_001}, "seed must be a whole number from 0 to 1,000,000, got 1000001."),
        ({"learners": ("cspa(beta=2)",)}, "cspa: beta must be in (0, 1], got 2."),
        ({"learners": ("cspa@4000(beta=1)",)}, "A branch must begin before the last of 4,000 rounds"),
        ({"learners": ("cspa(beta=1/(K-4))",)}, "cspa: beta: "),
        ({"learners": tuple(f"cspa(beta=0.{i})" for i in range(1, 8))}, "At most 6 learners play together, got 7."),
        ({"learners": ("cspa(beta=1/6)@5(beta=1/(K-4))",)}, "cspa: beta: "),
        ({"bias": True, "kernel": 1.0}, "bias and kernel exclude each other"),
        ({"dataset": "irys"}, "There is no data set 'irys'"),
        ({"sigma": -1.0}, "sigma must be"),
    ],
)
def test_an_experiment_beyond_the_limits_is_refused_in_one_sentence(values, why):
    with pytest.raises(UserError) as caught:
        within_limits(FIRST.but(**values))
    assert str(caught.value).startswith(why)


def test_texts_are_made_canonical_so_that_equal_settings_are_equal():
    assert experiment("circle", learners=("cspa(β=1/6)",)) == experiment("circle(m=6)", learners=("cspa(beta=1/6)",))
    assert hash(experiment(order="shuffled")) == hash(FIRST)


def test_a_run_is_never_longer_than_the_player_can_show():
    long = own_file(Dataset(np.ones((100_001, 1), np.uint8), np.arange(100_001) % 2, 2, ("a", "b")))
    assert with_dataset(FIRST, long).stream.n_rounds == page_range("rounds").high
    assert experiment("shuttle", rounds=0).stream.n_rounds == 43_500
    assert experiment("mnist", rounds=page_range("rounds").high).stream.n_rounds == page_range("rounds").high


def test_another_data_set_keeps_the_settings_that_fit():
    here = FIRST.but(sigma=0.5, rounds=500, order="class", kernel=2.0, seed=3)
    toy, real = with_dataset(here, "gaussians3"), with_dataset(here, "iris")
    assert (toy.stream.sigma, toy.stream.rounds, toy.stream.order, toy.stream.kernel, toy.stream.seed) == (
        0.5,
        0,
        "shuffled",
        0.0,
        3,
    )
    assert (real.stream.sigma, real.stream.seed) == (0.0, 3)
    assert with_dataset(real, "gaussians4").stream.sigma == 0.25, "a standard deviation is no variance"
    assert with_dataset(here, "counter").stream.sigma == 0.001, "σ=0.5 is beyond the range of this data set"


def test_a_branch_is_one_more_learner_and_there_is_one_at_a_time():
    once = branched(FIRST, 0, 600)
    assert once.texts == (*FIRST.texts, "cspa(beta=1/6)@600(beta=1)")
    assert branched(once, 0, 600) == once
    again = branched(once, 1, 50)
    assert again.texts == (*FIRST.texts, again.texts[-1])
    assert again.texts[-1].startswith("cspa(beta=1)@50(beta=")


def test_a_branch_of_a_branch_starts_from_its_first_part():
    assert branched(branched(FIRST, 0, 600), 3, 70).texts[-1] == "cspa(beta=1/6)@70(beta=1)"


def test_an_impossible_branch_is_refused():
    with pytest.raises(UserError, match="has no parameter that can change during a run"):
        branched(FIRST.but(learners=("spa",)), 0, 5)
    full = FIRST.but(learners=tuple(f"cspa(beta=0.{i})" for i in range(1, 7)))
    with pytest.raises(UserError, match="at most 6 can play together"):
        branched(full, 0, 5)
