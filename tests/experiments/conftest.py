"""What tests of experiments share."""

import numpy as np
import pytest
import scipy.sparse

from cspa_explore.datasets import load
from cspa_explore.experiments.stream import Stream


@pytest.fixture
def sparse_set(monkeypatch):
    """Make the data set `iris` sparse."""
    data = load("iris")
    X = scipy.sparse.csr_array(np.where(data.values(np.arange(len(data.y))) > 0.4, data.X, 0.0))
    thin = type(data)(X, data.y, data.n_classes, data.names)
    monkeypatch.setattr("cspa_explore.experiments.stream.load", lambda text, seed: thin)
    monkeypatch.setattr("cspa_explore.experiments.blocks._TABLES", {})
    return Stream("iris", seed=5)
