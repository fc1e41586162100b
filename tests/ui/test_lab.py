"""The β Lab: what is swept, what is drawn, and the run behind a point."""

import json
import shlex
from dataclasses import replace

import numpy as np
import pytest

from cspa_explore.cli import main
from cspa_explore.experiments.run import run
from cspa_explore.experiments.sweep import sweep
from cspa_explore.ui import lab
from cspa_explore.ui.command import command_of
from cspa_explore.ui.link import from_query
from cspa_explore.ui.settings import Settings

SMALL = Settings(rounds=200)


def swept(plan):
    return sweep(plan.learner, plan.param, plan.values, plan.sigmas, plan.settings.stream, plan.trials)


@pytest.mark.parametrize("key", lab.subjects())
@pytest.mark.parametrize("fill", lab.FILLS)
def test_every_subject_has_a_plan_that_can_be_played(key, fill):
    plan = lab.plan_of(SMALL, key, fill)
    assert list(plan.values) == sorted(set(plan.values))
    assert len(plan.values) > 1
    for value in plan.values:
        plan.learner.replace(**{plan.param: value}).hyper(4)


def test_the_values_of_beta_hold_the_theorys_fractions():
    values = lab.plan_of(Settings("gaussians3"), "cspa", "full").values
    for wanted in (1 / 4, 1 / 2, 1.0):
        assert wanted in values


def test_the_lab_takes_the_sidebars_learner_and_sigma():
    plan = lab.plan_of(replace(SMALL, sigma=0.3, learners=("soba(prior=2)",)), "soba", "quick")
    assert str(plan.learner) == "soba(gamma=0.1, prior=2)"
    assert plan.sigmas == (0.05, 0.25, 0.3, 0.5, 1.0)
    assert plan.trials == 3


def test_a_point_opens_exactly_its_run():
    plan = lab.plan_of(SMALL, "cspa", "quick")
    result = swept(plan)
    i, j = 2, 5
    settings, notes = from_query(lab.run_of(plan, SMALL, plan.sigmas[i], plan.values[j]))
    assert not notes
    again = run(settings.items[:1], settings.stream, settings.trials)
    np.testing.assert_array_equal(again.results[0].ratio, result.ratio[i, j])


def test_the_picture_is_plain_and_holes_are_none():
    plan = lab.plan_of(SMALL, "banditron", "quick")
    drawn = json.loads(json.dumps(lab.picture(plan, None), allow_nan=False))
    assert drawn["mean"][0][0] is None
    assert drawn["log"]
    assert not drawn["theory"]
    result = swept(plan)
    np.testing.assert_array_equal(lab.picture(plan, result)["mean"], result.mean)


def test_the_command_of_a_sweep_gives_the_same_numbers(capsys):
    plan = replace(lab.plan_of(replace(SMALL, flip=0.1), "cspa", "quick"), values=(0.1, 1 / 3), sigmas=(0.25, 0.5))
    assert main([*shlex.split(lab.command(plan))[3:], "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    wanted = 100 * swept(plan).mean
    found = [cell["mean"] for cell in printed["results"]]
    np.testing.assert_allclose(sorted(found), sorted(wanted.ravel()))


@pytest.mark.parametrize(
    "settings",
    [
        replace(SMALL, trials=2),
        Settings("vehicle", 0.1, trials=2, rounds=150, order="class", normalise=False, bias=True, imbalance=2.0),
        Settings("circle(m=5)", 0.25, ("cspa(beta=1/(K-1))@50(beta=1)",), trials=2, rounds=100),
        Settings("iris", 0.0, ("confidit",), trials=2, kernel=1.0, support=40, seed=3),
    ],
)
def test_the_command_of_a_run_gives_the_same_numbers(settings, capsys):
    assert main([*shlex.split(command_of("run", settings))[3:], "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    wanted = run(settings.items, settings.stream, settings.trials)
    assert [r["learner"] for r in printed["results"]] == list(settings.learners)
    np.testing.assert_allclose([r["mean"] for r in printed["results"]], [100 * r.mean for r in wanted.results])
