"""The sidebar when a browser is behind: what it sends may belong to another experiment."""

import pytest

from cspa_explore.ui.controls import sidebar


@pytest.mark.parametrize(("sent", "taken"), [(["cspa(beta=1)"], True), (["CSPA β=1"], False), ([], True)])
def test_names_that_are_not_on_offer_change_nothing(monkeypatch, sent, taken):
    changes = []
    monkeypatch.setattr(sidebar.st, "session_state", {"w_learners": sent})
    monkeypatch.setattr(sidebar.state, "change", lambda **values: changes.append(values))
    sidebar._picked("w_learners", {"cspa(beta=1)", "banditron"})
    assert changes == ([{"learners": tuple(sent)}] if taken else [])
