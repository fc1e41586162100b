"""Pages are tested with warm kernels: on a first start they show what is shipped until kernels are compiled."""

import pytest

from cspa_explore.learners.warmup import warm_up


@pytest.fixture(scope="session", autouse=True)
def _kernels():
    warm_up()
