"""Whether a tab is connected, also where the server is just ending."""

from streamlit import runtime

from cspa_explore.ui.work.presence import connected


def test_a_server_that_has_just_ended_has_no_tab(monkeypatch):
    monkeypatch.setattr(runtime, "exists", lambda: True)  # a moment ago it was there
    assert connected("a session") is False
    assert connected("") is False
