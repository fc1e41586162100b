"""The experiment: what cannot be played is refused, and another data set keeps what fits."""

import json
from dataclasses import asdict, fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cspa_explore.errors import UserError
from cspa_explore.ui.arena.answers import branched
from cspa_explore.ui.session.settings import MOST_ROUNDS, Settings, from_json, to_json, with_dataset

LEARNERS = ("cspa(beta=1/6)", "cspa(beta=1/(2(K-1)))@9(beta=1)", "confidit(eta=0.3, prior=4)", "spa", "uniform")
EXPERIMENTS = st.builds(
    Settings,
    dataset=st.sampled_from(["gaussians4", "circle(m=5)", "iris", "counter", "points(1 0 0; 0 1 1; -1 -1 2)"]),
    sigma=st.floats(0, 10),
    learners=st.lists(st.sampled_from(LEARNERS), max_size=4, unique=True).map(tuple),
    seed=st.integers(0, 1_000_000),
    trials=st.integers(1, 50),
    rounds=st.integers(10, 5000),
    order=st.sampled_from(["shuffled", "file", "class", "cyclic"]),
    normalise=st.booleans(),
    bias=st.booleans(),
    support=st.integers(1, 900),
    flip=st.floats(0, 1),
    imbalance=st.floats(1, 100),
)


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({"trials": 0}, "trials must be a whole number 1 to 50, got 0."),
        ({"trials": True}, "trials must be a whole number 1 to 50, got True."),
        ({"rounds": 100_001}, "rounds must be a whole number 0 to 100,000, got 100001."),
        ({"seed": -1}, "seed must be a whole number 0 to 1,000,000, got -1."),
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
def test_what_cannot_be_played_is_refused_with_a_sentence(values, why):
    with pytest.raises(UserError) as caught:
        Settings(**values)
    assert str(caught.value).startswith(why)


def test_texts_are_made_canonical_so_that_equal_settings_are_equal():
    assert Settings("circle", learners=("cspa(β=1/6)",)) == Settings("circle(m=6)", learners=("cspa(beta=1/6)",))
    assert hash(Settings(order="shuffled")) == hash(Settings())


def test_a_run_is_never_longer_than_the_player_can_show():
    assert Settings("shuttle", rounds=0).stream.n_rounds == 43_500
    assert Settings("mnist", rounds=MOST_ROUNDS).stream.n_rounds == MOST_ROUNDS


def test_another_data_set_keeps_what_fits():
    here = replace(Settings(), sigma=0.5, rounds=500, order="class", kernel=2.0, seed=3)
    toy, real = with_dataset(here, "gaussians3"), with_dataset(here, "iris")
    assert (toy.sigma, toy.rounds, toy.order, toy.kernel, toy.seed) == (0.5, 0, "shuffled", 0.0, 3)
    assert (real.sigma, real.seed) == (0.0, 3)
    assert with_dataset(real, "gaussians4").sigma == 0.25, "a standard deviation says nothing about a variance"
    assert with_dataset(here, "counter").sigma == 0.001, "half is far more than this set bears"


def test_a_branch_is_one_more_learner_and_there_is_one_at_a_time():
    once = branched(Settings(), 0, 600)
    assert once.learners == (*Settings().learners, "cspa(beta=1/6)@600(beta=1)")
    assert branched(once, 0, 600) == once
    again = branched(once, 1, 50)
    assert again.learners == (*Settings().learners, again.learners[-1])
    assert again.learners[-1].startswith("cspa(beta=1)@50(beta=")


def test_a_branch_of_a_branch_starts_from_its_first_part():
    assert branched(branched(Settings(), 0, 600), 3, 70).learners[-1] == "cspa(beta=1/6)@70(beta=1)"


def test_a_branch_that_cannot_be_says_why():
    with pytest.raises(UserError, match="has no parameter that can change in mid-run"):
        branched(replace(Settings(), learners=("spa",)), 0, 5)
    full = replace(Settings(), learners=tuple(f"cspa(beta=0.{i})" for i in range(1, 7)))
    with pytest.raises(UserError, match="at most 6 play together"):
        branched(full, 0, 5)


@given(EXPERIMENTS)
def test_settings_come_back_from_json_as_they_were(settings):
    text = to_json(settings)
    assert from_json(text) == settings
    assert json.loads(text).keys() == {"version", "kind", *(field.name for field in fields(Settings))}


def test_a_kernel_and_a_plan_come_back_too():
    settings = Settings("segment", sigma=0.0, kernel=0.01, support=300)
    assert from_json(to_json(settings)) == settings
    plan = {"learner": "cspa", "param": "beta", "values": [0.1], "sigmas": [0.0], "trials": 3}
    assert from_json(to_json(settings, plan)) == settings


def test_what_a_page_cannot_play_is_refused():
    values = asdict(Settings()) | {"trials": 51}
    with pytest.raises(UserError, match="trials must be a whole number 1 to 50, got 51"):
        from_json(json.dumps({"version": 1, "kind": "settings", **values}))
