"""Set-up of the page tests: kernels are loaded first, because a cold server shows the shipped run meanwhile."""

import pytest

from cspa_explore.learners.warmup import warm_up


@pytest.fixture(scope="session", autouse=True)
def _kernels():
    warm_up()


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
