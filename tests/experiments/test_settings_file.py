"""Settings files: they are read back unchanged, and a bad file is refused in one sentence."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import FIRST, Experiment
from cspa_explore.experiments.plan import Plan
from cspa_explore.experiments.settings_file import read_settings, write_settings
from cspa_explore.settings import SETTINGS
from tests.sample_experiments import experiment

GOOD = experiment(seed=3, learners=["cspa(beta=1/6)"], trials=2)
PLAN = {"learner": "cspa", "param": "β", "values": [0.1, 1], "sigmas": [0], "trials": 3}
LEARNERS = ("cspa(beta=1/6)", "cspa(beta=1/(2(K-1)))@9(beta=1)", "confidit(eta=0.3, prior=4)", "spa", "uniform")
EXPERIMENTS = st.builds(
    experiment,
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


def changed(**values):
    return json.dumps(json.loads(write_settings(GOOD)) | {"plan": PLAN} | values)


@given(EXPERIMENTS)
def test_an_experiment_comes_back_as_it_was(one):
    text = write_settings(one)
    assert read_settings(text) == (one, None)
    assert json.loads(text).keys() == {"version", "kind", *SETTINGS}


def test_a_kernel_and_a_plan_come_back_too():
    kernel = experiment("segment", 0.0, kernel=0.01, support=300)
    plan = Plan(kernel.but(learners=["bpa"], trials=3), "gamma", (0.1, 1.0), (0.0, 2.0))
    assert read_settings(write_settings(kernel, plan)) == (kernel, plan)


def test_a_plan_is_read_and_checked():
    found, plan = read_settings(changed())
    assert found == GOOD
    assert (str(plan.learner), plan.param, plan.trials) == ("cspa(beta=1/(2(K-1)))", "beta", 3)
    assert (plan.values, plan.sigmas) == ((0.1, 1.0), (0.0,))


def test_a_missing_field_takes_its_default():
    bare = json.dumps({"version": 1, "kind": "settings", "dataset": "iris"})
    assert read_settings(bare) == (Experiment.of(dataset="iris", sigma=0.0, learners=["cspa"]), None)
    assert read_settings('{"version": 1, "kind": "settings"}')[0].stream.sigma == 0.25, "the default of this data set"
    old = json.loads(write_settings(FIRST))
    for name in SETTINGS:
        rest = {key: value for key, value in old.items() if key != name}
        found, _ = read_settings(json.dumps(rest))
        usual = {"order": "shuffled", "learners": ("cspa(beta=1/(2(K-1)))",), "sigma": 0.25}
        assert found.value(name) == usual.get(name, SETTINGS[name].default)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "This is not JSON, line 1, column 1: a value is missing."),
        (write_settings(GOOD)[:60], "This is not JSON, line 4, column 14: the text that starts here has no"),
        ('{"version": 1}}', "This is not JSON, line 1, column 15: nothing may follow the settings file."),
        (changed()[:-1] + ', "sigma": 0}', 'The settings file: the field "sigma" is given twice in one object.'),
        (changed()[:-1] + ', "x": {"y": 1, "y": 1}}', 'The settings file: the field "y" is given twice in one object.'),
        ("[1]", "This is not a settings file of CSPA Explorer"),
        ("[" * 100_000, "This is not a settings file: it is nested too deeply or has a number that is too long."),
        (changed(kind="run"), "This is not a settings file of CSPA Explorer"),
        (changed(version=2), "This settings file has version 2; this program reads version 1."),
        (changed(version=None), "This settings file has version null; this program reads version 1."),
        ('{"kind": "settings"}', "This settings file has no version; this program reads version 1."),
        (changed(sead=1), "There is no setting 'sead': did you mean 'seed'?"),
        (changed(dataset="irys"), "There is no data set 'irys'"),
        (changed(dataset=5), 'dataset must be a text such as "gaussians4", got 5.'),
        (changed(dataset=None), 'dataset must be a text such as "gaussians4", got null.'),
        (changed(order=3), "order must be one of shuffled, file, class, cyclic, got 3."),
        (changed(order="x"), 'order must be one of shuffled, file, class, cyclic, got "x".'),
        (changed(sigma="loud"), 'sigma must be a number from 0 to 1,000,000, got "loud".'),
        (changed(sigma=float("nan")), "sigma must be a number from 0 to 1,000,000, got NaN."),
        (changed(sigma=1e9), "sigma must be a number from 0 to 1,000,000, got 1,000,000,000."),
        (changed(sigma=-0.5), "sigma must be a number from 0 to 1,000,000, got -0.5."),
        (changed(bias=1), "bias must be true or false, got 1."),
        (changed(normalise="no"), 'normalise must be true or false, got "no".'),
        (changed(learners="cspa"), 'learners must be a list of texts, got "cspa".'),
        (changed(learners=None), "learners must be a list of texts, got null."),
        (changed(learners=["cspa(beta=2)", 3]), "learners must be a list of texts"),
        (changed(learners=["cpsa"]), "There is no learner 'cpsa'"),
        (changed(trials=0), "trials must be a whole number from 1 to 10,000, got 0."),
        (changed(trials=True), "trials must be a whole number from 1 to 10,000, got true."),
        (changed(plan=[]), "The plan of a sweep must have the fields learner, param, values, sigmas, trials, got []."),
        (changed(plan=PLAN | {"trials": None}), "trials must be a whole number from 1 to 10,000, got null."),
        (changed(plan=PLAN | {"sigmas": [-1]}), "sigma must be a number from 0 to 1,000,000, got -1."),
        (changed(plan=PLAN | {"learner": 1}), "learner and param in the plan of a sweep must be texts."),
        (changed(plan=PLAN | {"param": "gamma"}), "cspa has no parameter 'gamma'"),
        (changed(plan=PLAN | {"values": []}), "values must be a list of numbers"),
        (changed(plan=PLAN | {"sigmas": [10**400]}), "sigmas must be a list of numbers"),
    ],
)
def test_a_file_that_is_wrong_is_refused_in_a_sentence(text, why):
    with pytest.raises(UserError) as caught:
        read_settings(text)
    assert str(caught.value).startswith(why)
    assert "\n" not in str(caught.value)


JUNK = st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), lambda inner: st.lists(inner))


@given(st.sampled_from([*SETTINGS, "plan"]), JUNK)
def test_junk_in_a_field_raises_no_error_but_user_error(name, junk):
    with suppress(UserError):
        read_settings(changed(**{name: junk}))
