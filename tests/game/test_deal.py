"""The rounds of a game: who plays what, with which names, and what a person is told."""

from dataclasses import replace

import numpy as np
import pytest

from cspa_explore.datasets import describe
from cspa_explore.game.deal import Deal, deal, game_experiment, identity, signs_of, why_not
from cspa_explore.running.run import trial_seed
from cspa_explore.streams.blocks import labels
from cspa_explore.streams.raw import raw_rows
from tests.sample_experiments import experiment


def test_right_and_told_of_three_rounds_by_hand():
    stream = experiment("gaussians3", rounds=10).stream
    dealt = Deal(stream, "123", np.eye(3, 2), np.array([0, 2, 1]), np.array([False, False, True]), ("a", "b", "c"))
    assert dealt.proposals("112").tolist() == [0, 0, 1]
    assert dealt.right("112").tolist() == [True, False, True]
    assert dealt.told("112").tolist() == [True, False, False], "the third answer is flipped"
    assert dealt.told("").tolist() == []


@pytest.mark.parametrize("dataset", ["gaussians4", "digits", "pendigits"])
def test_a_game_is_the_first_trial_with_the_names_of_the_classes_shuffled(dataset):
    settings = experiment(dataset, sigma=0.0)
    game = game_experiment(settings, 30)
    dealt = deal(game)
    plain = replace(settings.stream, seed=trial_seed(7, 0), rounds=30)
    names = plain.load().names
    assert [dealt.names[k] for k in dealt.y] == [names[k] for k in labels(plain)], "the same classes,"
    assert dealt.y.tolist() != labels(plain).tolist(), "under other numbers"
    assert sorted(dealt.names) == sorted(names)
    assert np.array_equal(dealt.X, raw_rows(plain, range(1, 31)))
    assert dealt.rounds == 30
    assert identity(game) != identity(game_experiment(settings.but(seed=8), 30))
    assert identity(game) == identity(game_experiment(settings.but(learners=["spa"]), 30)), "whoever else plays"


def test_a_longer_game_begins_with_the_same_rounds():
    short, long = (deal(game_experiment(experiment(), rounds)) for rounds in (10, 100))
    assert np.array_equal(short.X, long.X[:10])
    assert np.array_equal(short.y, long.y[:10])


def test_the_learners_are_the_experiments_or_those_that_fit():
    assert game_experiment(experiment(learners=["bpa", "bpa"]), 30).texts == ("bpa(gamma=0.01)",)
    assert game_experiment(experiment(learners=[]), 30).texts == experiment().texts
    branch = "cspa(beta=1/6)@20(beta=1)"
    assert game_experiment(experiment(learners=[branch]), 30).texts == (branch,)
    assert game_experiment(experiment(learners=[branch]), 20).texts == ("cspa(beta=1/6)",), "it has no future"


@pytest.mark.parametrize(
    ("dataset", "why"),
    [
        ("gaussians4", ""), ("circle(m=10)", ""), ("digits", ""), ("mnist", ""), ("usps", ""), ("pendigits", ""),
        ("iris", "needs a picture of the instance, and Iris has only 4 numbers"),
        (f"file(sha256={64 * '0'}, name=a.csv, K=3, n=9, d=1)", "and a.csv has only 1 number: choose another"),
        ("circle(m=11)", "has 11 classes"),
        ("letter", "at most 10, and Letter has 26 classes"),
        ("points(1 0 0; 0 1 1; -1 -1 2)", "the sidebar shows those of your own points"),
    ],
)  # fmt: skip
def test_what_can_be_played(dataset, why):
    found = why_not(describe(dataset))
    assert (why in found) if why else not found


def test_every_class_has_a_key():
    assert [signs_of(describe(text)) for text in ("circle(m=10)", "digits", "gaussians3")] == [
        "1234567890", "0123456789", "123",
    ]  # fmt: skip
