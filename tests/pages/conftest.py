"""Set-up of the page tests: kernels are loaded first, because a cold server shows the shipped run meanwhile."""

import pytest
from streamlit.testing.v1 import AppTest

from cspa_explore.learners.warmup import warm_up
from tests.test_imports import ROOT


@pytest.fixture(scope="session", autouse=True)
def _kernels():
    warm_up()


def opened_page(page, before=(), **query):
    """Open a link to a page in a new session, whose state is `before`; its long work may not have ended."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for name, value in dict(before).items():
        app.session_state[name] = value
    for name, value in query.items():
        app.query_params[name] = value
    app.session_state["go"] = (page, query)  # AppTest.switch_page would skip app.py
    app.run()
    assert not app.exception, [e.value for e in app.exception]
    return app


def settled(app, times=60):
    """Return the page after its job has ended; in a browser, a fragment would rerun it."""
    for _ in range(times):
        if "job" not in app.session_state:
            return app
        app.session_state["job"].join(2)  # a job stops unless a page looks at it from time to time
        app.run()
        assert not app.exception, [e.value for e in app.exception]
    raise AssertionError("the job did not end")


def until(app, done, times=200):
    """Return the page once `done(app)`; in a browser, a fragment would draw what small work has found."""
    for _ in range(times):
        if done(app):
            return app
        app.run()
        assert not app.exception, [e.value for e in app.exception]
    raise AssertionError("it did not appear")
