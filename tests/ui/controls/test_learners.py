"""The list of learners when the browser's page is stale: it may send texts that are not options."""

import pytest

from cspa_explore.ui.controls import learners


@pytest.mark.parametrize(("sent", "taken"), [(["cspa(beta=1)"], True), (["CSPA β=1"], False), ([], True)])
def test_texts_that_are_not_options_change_nothing(monkeypatch, sent, taken):
    changes = []
    monkeypatch.setattr(learners.st, "session_state", {"w_learners": sent})
    monkeypatch.setattr(learners.state, "change", lambda **values: changes.append(values))
    learners.take_picked("w_learners", {"cspa(beta=1)", "banditron"})
    assert changes == ([{"learners": tuple(sent)}] if taken else [])
