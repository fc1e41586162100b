"""Pages are tested with warm kernels: on a first start they show what is shipped until kernels are compiled."""

import pytest

from cspa_explore.learners.warmup import warm_up


@pytest.fixture(scope="session", autouse=True)
def _kernels():
    warm_up()


def settled(app, times=60):
    """Return the page after its job has ended; in a browser a fragment runs it again."""
    for _ in range(times):
        if "job" not in app.session_state:
            return app
        app.session_state["job"].join(2)  # a job that nobody looks at for a while stops
        app.run()
        assert not app.exception, [e.value for e in app.exception]
    raise AssertionError("the job did not end")
