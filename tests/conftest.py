"""Settings and fixtures shared by all tests."""

import os

import numpy as np
import pytest
import scipy.sparse
from hypothesis import settings

from cspa_explore.datasets import load
from cspa_explore.streams.stream import Stream

# No deadline: a first call may compile. On CI the examples are the same every time.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


@pytest.fixture
def sparse_set(monkeypatch):
    """Make the data set `iris` sparse."""
    data = load("iris")
    X = scipy.sparse.csr_array(np.where(data.values(np.arange(len(data.y))) > 0.4, data.X, 0.0))
    thin = type(data)(X, data.y, data.n_classes, data.names)
    monkeypatch.setattr("cspa_explore.streams.stream.load", lambda text, seed: thin)
    monkeypatch.setattr("cspa_explore.streams.blocks._TABLES", {})
    return Stream("iris", seed=5)
