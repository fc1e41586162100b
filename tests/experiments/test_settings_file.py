"""Settings as a file: what is wrong with one is said in a sentence."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cspa_explore.errors import UserError
from cspa_explore.experiments.settings_file import NAMES, STREAM, read_settings, write_settings
from cspa_explore.streams.stream import Stream

GOOD = {name: getattr(Stream("gaussians4", seed=3, sigma=0.25), name) for name in STREAM}
GOOD |= {"learners": ["cspa(beta=1/6)"], "trials": 2}
PLAN = {"learner": "cspa", "param": "β", "values": [0.1, 1], "sigmas": [0], "trials": 3}


def changed(**values):
    return json.dumps(json.loads(write_settings(GOOD, PLAN)) | values)


def test_every_field_comes_back_checked_and_plain():
    found = read_settings(write_settings(GOOD, PLAN))
    plan = {"learner": "cspa(beta=1/(2(K-1)))", "param": "beta", "values": (0.1, 1.0), "sigmas": (0.0,), "trials": 3}
    assert found == GOOD | {"learners": ("cspa(beta=1/6)",), "plan": plan}
    assert "plan" not in read_settings(write_settings(GOOD))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "These are no settings of CSPA Explorer"),
        ("[1]", "These are no settings of CSPA Explorer"),
        ("[" * 100_000, "These are no settings of CSPA Explorer"),
        (changed(kind="run"), "These are no settings of CSPA Explorer"),
        (changed(version=2), "These settings have version 2, this program reads 1."),
        (changed(sead=1), "There is no setting 'sead': did you mean 'seed'?"),
        (json.dumps({"version": 1, "kind": "settings"}), "The setting 'bias' is missing."),
        (changed(dataset="irys"), "There is no data set 'irys'"),
        (changed(dataset=5), "A data set is a text like"),
        (changed(order=3), "order must be a text, got 3."),
        (changed(sigma="loud"), "sigma must be a number"),
        (changed(sigma=float("nan")), "sigma must be a number"),
        (changed(bias=1), "bias must be True or False"),
        (changed(learners="cspa"), "learners must be a list of texts, got cspa."),
        (changed(learners=["cspa(beta=2)", 3]), "learners must be a list of texts"),
        (changed(learners=["cpsa"]), "There is no learner 'cpsa'"),
        (changed(trials=0), "trials must be a whole number 1 to 10,000, got 0."),
        (changed(trials=True), "trials must be a whole number 1 to 10,000, got True."),
        (changed(plan=[]), "The plan of a sweep must say"),
        (changed(plan=PLAN | {"learner": 1}), "The plan of a sweep must name its learner"),
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


@given(st.sampled_from([*NAMES, "plan"]), JUNK)
def test_nothing_in_a_field_ends_in_another_error(name, junk):
    with suppress(UserError):
        read_settings(changed(**{name: junk}))
