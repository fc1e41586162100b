"""Pages are tested with warm kernels: on a first start they show what is shipped until kernels are compiled."""

import pytest

from cspa_explore.learners.warmup import warm_up


@pytest.fixture(scope="session", autouse=True)
def _kernels():
    warm_up()


def settled(app, seconds=60):
    """Return the page after its job has ended; in a browser a fragment runs it again."""
    while "job" in app.session_state:
        assert app.session_state["job"].join(seconds), "the job did not end"
        app.run()
        assert not app.exception, [e.value for e in app.exception]
    return app
