"""Settings and fixtures shared by all tests."""

import os

import pytest
from hypothesis import settings

from cspa_explore.streams.stream import Stream
from tests.sample_datasets import sparse_iris

# No deadline, because a first call may compile. CI uses the same Hypothesis examples every time.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


@pytest.fixture
def sparse_set():
    """Return a stream of sparse rows."""
    return Stream(sparse_iris(), seed=5)
