"""The projection of a data set: by hand, and beside an independent PCA."""

import numpy as np
import pytest
import scipy.sparse
from sklearn.decomposition import PCA

from cspa_explore.inspection.projection import _two_directions, examples, projected
from cspa_explore.streams.stream import Stream
from tests.sample_datasets import sparse_iris, values


def test_points_on_a_line_by_hand():
    points, shares = _two_directions(np.array([[0.0, 0.0, 0.0], [3.0, 4.0, 0.0], [6.0, 8.0, 0.0]]))
    np.testing.assert_allclose(points[:, 0], [-5, 0, 5])
    np.testing.assert_allclose(shares, (1, 0), atol=1e-12)


@pytest.mark.parametrize("dataset", ["iris", "digits", "vehicle", "sparse"])
def test_it_is_the_pca_of_scikit_learn(dataset):
    stream = Stream(sparse_iris() if dataset == "sparse" else dataset, normalise=False)
    found = projected(stream)
    data = stream.load()
    index = np.unique(np.linspace(0, len(data.y) - 1, len(found.labels)).astype(int))
    X = data.X.toarray()[index] if data.is_sparse else values(data, index)
    pca = PCA(2).fit(X)
    np.testing.assert_allclose(np.abs(found.points), np.abs(pca.transform(X)), atol=1e-6)
    np.testing.assert_allclose(found.shares, pca.explained_variance_ratio_, atol=1e-6)
    assert np.array_equal(found.labels, data.y[index])


def test_a_plane_is_shown_as_it_is_with_its_noise():
    found = projected(Stream("gaussians4", sigma=0.25))
    corners = np.array([(1, 1), (1, -1), (-1, 1), (-1, -1)])
    for label, corner in enumerate(corners):
        points = found.points[found.labels == label]
        np.testing.assert_allclose(points.mean(axis=0), corner, atol=0.1)
        np.testing.assert_allclose(points.var(axis=0), 0.25, rtol=0.2)
    bare = projected(Stream("points(1 0 0; 0 2 1; -1 -1 1)"))
    np.testing.assert_array_equal(bare.points, [(1, 0), (0, 2), (-1, -1)])
    np.testing.assert_allclose(bare.shares, np.array([2 / 3, 14 / 9]) / (2 / 3 + 14 / 9))


@pytest.mark.parametrize(("n", "d"), [(40, 2), (2, 40), (60, 20_000), (20_000, 60)])
def test_sparse_rows_of_any_shape_are_projected(n, d):
    X = scipy.sparse.random_array((n, d), density=0.02, rng=0, format="csr").tolil()
    X[: n // 2, 0], X[: n // 3, 1] = 50, 20
    X = X.tocsr()
    points, shares = _two_directions(X)
    if n > 2:
        pca = PCA(2, svd_solver="arpack" if d > 2 else "full", random_state=1).fit(X.toarray())
        np.testing.assert_allclose(shares, pca.explained_variance_ratio_, rtol=1e-4)
        np.testing.assert_allclose(np.abs(points), np.abs(pca.transform(X.toarray())), atol=1e-4)


@pytest.mark.parametrize("X", [np.ones((5, 3)), np.zeros((2, 4)), np.arange(4.0)[:, None]])
def test_rows_without_two_directions_are_shown_too(X):
    points, shares = _two_directions(X)
    assert points.shape == (len(X), 2)
    assert np.isfinite(points).all()
    assert shares == (float(X.std() > 0), 0.0), "without variance, no direction has a share of it"


def test_examples_are_one_of_each_class_with_their_heaviest_features():
    stream = Stream("iris")
    assert [example.values.tolist() for example in examples(stream, 2)] == [[5.1, 3.5, 1.4, 0.2], [7.0, 3.2, 4.7, 1.4]]
    sparse = examples(Stream(sparse_iris()), 1, heaviest=2)[0]
    assert (sparse.places.tolist(), sparse.values.tolist()) == ([0, 1], [5.1, 3.5])
