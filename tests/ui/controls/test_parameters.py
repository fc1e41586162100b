"""The widgets of parameters: a value reaches the learner that its widget was drawn for."""

import pytest

from cspa_explore.experiments.experiment import FIRST
from cspa_explore.ui.controls import parameters


@pytest.fixture
def session(monkeypatch):
    """Let `_set_value` change an experiment without a page; return (call, notes)."""
    notes, found = [], []
    monkeypatch.setattr(parameters.state, "tell", notes.append)

    def after(experiment, *values):
        monkeypatch.setattr(parameters.state, "change", lambda make: found.append(make(experiment)))
        parameters._set_value(*values)
        return found[-1].texts

    return after, notes


def test_the_learner_at_the_place_gets_the_value(session):
    after, notes = session
    assert after(FIRST, 1, "cspa", "beta", "1/3", False) == (FIRST.texts[0], "cspa(beta=1/3)", FIRST.texts[2])
    assert not notes


@pytest.mark.parametrize("place", [2, 3])
def test_a_widget_whose_learner_is_gone_changes_nothing(session, place):
    after, _ = session
    assert after(FIRST, place, "cspa", "beta", "1/3", False) == FIRST.texts


def test_a_branch_that_changes_nothing_any_more_becomes_a_learner_and_says_so(session):
    after, notes = session
    branched = FIRST.but(learners=["cspa(beta=1/6)@600(beta=1)"])
    assert after(branched, 0, "cspa", "beta", "1/6", True) == ("cspa(beta=1/6)",)
    assert notes == ["The branch is gone: it would play β=1/6 before and after round 600."]
