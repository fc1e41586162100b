"""Data sets that only the tests use, and the decoded values of a stored data set."""

import numpy as np
import scipy.sparse

from cspa_explore.datasets import Dataset, load, own


def own_file(data, name="own.csv"):
    """Add the data set as an own file; return its text."""
    X = data.X.toarray() if data.is_sparse else data.X
    content = np.ascontiguousarray(X).tobytes() + data.y.tobytes() + name.encode()
    return own.add(content, name, data)


def sparse_iris():
    """Return the text of a sparse data set: Iris with its small values set to 0."""
    data = load("iris")
    X = scipy.sparse.csr_array(np.where(data.X > 0.4, data.X, 0.0))
    return own_file(Dataset(X, data.y, data.n_classes, data.names), "sparse iris")


def values(data, index):
    """Return the indexed rows as float64: (X − low)·factor + base."""
    low, factor, base = (unit if part is None else part for part, unit in zip(data.scaling, (0, 1, 0), strict=True))
    return (data.X[index] - np.float64(low)) * factor + base
