"""Changes of the experiment: invalid ones are refused, and another data set keeps the settings that fit."""

import numpy as np
import pytest

from cspa_explore.datasets import Dataset
from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import FIRST
from cspa_explore.ui.arena.answers import branch_words, branched
from cspa_explore.ui.session.changes import chosen_dataset, page_range, with_dataset, with_points, within_limits
from tests.sample_datasets import own_file
from tests.sample_experiments import experiment


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({"trials": 0}, "trials must be a whole number from 1 to 10,000, got 0."),
        ({"trials": True}, "trials must be a whole number from 1 to 10,000, got True."),
        ({"rounds": 100_001}, "rounds must be a whole number from 1 to 100,000 or 0 (each instance once), got 100001."),
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
    assert with_dataset(here, "linear").stream.sigma == 0.5
    assert with_dataset(here.but(sigma=1.5), "linear").stream.sigma == 0.1, "σ=1.5 is beyond the range of this data set"


@pytest.mark.parametrize("before", ["gaussians4", "iris", "counter", "linear"])
@pytest.mark.parametrize("sigma", [0.0, 0.05, 0.25])
def test_the_counter_example_starts_without_noise_and_in_its_own_order(before, sigma):
    after = with_dataset(experiment(before, sigma, order="shuffled"), "counter").stream
    if before != "counter":
        assert after.sigma == 0
    assert after.order == "cyclic"


def test_a_chosen_data_set_brings_learners_that_fit_unless_the_user_changed_them():
    letter = with_dataset(FIRST, "letter")
    assert letter.names == ("CSPA β=1/50", "CSPA β=0.3", "Banditron γ=0.05")
    assert letter.texts[0] == "cspa(beta=1/(2(K-1)))", "the rule, not its value"
    assert with_dataset(letter, "gaussians4").texts == FIRST.texts
    assert with_dataset(with_dataset(letter, "iris"), "letter") == letter
    changed = FIRST.but(learners=("cspa(beta=1/7)", "spa"))
    assert with_dataset(changed, "letter").texts == changed.texts
    assert with_dataset(FIRST.but(learners=()), "letter").texts == ()


def test_a_changed_learner_that_cannot_play_the_chosen_data_set_is_left_out_and_named():
    mine = FIRST.but(learners=("cspa(beta=1/(K-3))", "cspa(beta=1/6)@600(beta=1)", "spa"))
    iris, notes = chosen_dataset(mine, "iris")
    assert iris.texts == ("spa",)
    assert notes == [
        "CSPA β=1/(K-3) was left out: cspa: beta: '1/(K-3)' divides by zero for K = 3.",
        "CSPA β=1/6 → β=1 at round 600 was left out: A branch must begin before the last of 150 rounds, got "
        "cspa(beta=1/6)@600(beta=1).",
    ]
    assert chosen_dataset(FIRST, "letter") == (with_dataset(FIRST, "letter"), [])


def test_edited_points_keep_the_settings_and_bring_learners_that_fit():
    start = with_dataset(FIRST, "points(0 1 0; 1 0 1; -1 0 2)").but(sigma=0.01, rounds=77, order="file")
    assert start.names[0] == "CSPA β=1/4"
    more = with_points(start, "points(0 1 0; 1 0 1; -1 0 2; 0 -1 3)")
    assert (more.stream.sigma, more.stream.rounds, more.stream.order) == (0.01, 77, "file")
    assert more.texts == FIRST.texts, "four classes"
    mine = start.but(learners=("spa",))
    assert with_points(mine, "points(0 1 0; 1 0 1)").texts == ("spa",)


def test_a_branch_is_one_more_learner_and_there_is_one_at_a_time():
    once = branched(FIRST, 0, 600)
    assert once.texts == (*FIRST.texts, "cspa(beta=1/6)@600(beta=1)")
    again = branched(once, 1, 50)
    assert again.texts == (*FIRST.texts, again.texts[-1])
    assert again.texts[-1].startswith("cspa(beta=1)@50(beta=")
    assert branch_words(once, again).startswith("Branch of CSPA β=1/6 replaced: CSPA β=1 until round 50, then β=")


def test_a_click_on_branch_always_says_what_it_did():
    once = branched(FIRST, 0, 600)
    assert branch_words(FIRST, once) == (
        "Branch added: CSPA β=1/6 until round 600, then β=1. Change it in the sidebar."
    )
    assert branched(once, 0, 600) == once
    assert branch_words(once, once) == (
        "Nothing changed: the branch already begins at round 600. Branch at another round to move it."
    )
    mine = once.but(learners=(*FIRST.texts, "cspa(beta=1/6)@600(beta=0.5)"))
    moved = branched(mine, 0, 900)
    assert moved.texts[-1] == "cspa(beta=1/6)@900(beta=0.5)", "the later value that the user chose is kept"
    assert branch_words(mine, moved) == (
        "Branch moved from round 600 to round 900: CSPA β=1/6 until round 900, then β=0.5."
    )


def test_a_branch_of_a_branch_starts_from_its_first_part():
    assert branched(branched(FIRST, 0, 600), 3, 70).texts[-1] == "cspa(beta=1/6)@70(beta=1)"


def test_an_impossible_branch_is_refused():
    with pytest.raises(UserError, match="has no parameter that can change during a run"):
        branched(FIRST.but(learners=("spa",)), 0, 5)
    full = FIRST.but(learners=tuple(f"cspa(beta=0.{i})" for i in range(1, 7)))
    with pytest.raises(UserError, match="at most 6 can play together"):
        branched(full, 0, 5)
