"""Every data set of the registry agrees with its Spec."""

import lzma

import numpy as np
import pytest
from sklearn import datasets as sklearn_datasets

from cspa_explore.datasets import DATASETS, describe, files, load
from cspa_explore.errors import UserError
from tests.sample_datasets import sparse_iris, values

OWN = "points(0 1 0; 1 0 1; -1 -1 2)"
FILES = [key for key, spec in DATASETS.items() if spec.digest]
COUNTS = {
    "vehicle": [218, 212, 217, 199],
    "shuttle": [34108, 37, 132, 6748, 2458, 6, 11],
    "usps": [1211, 957, 741, 644, 679, 566, 657, 638, 539, 659],
    "pendigits": [780, 779, 780, 719, 780, 720, 720, 778, 719, 719],
    "satimage": [1072, 479, 961, 415, 470, 1038],
    "mnist": [5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949],
    "segment": [330] * 7,
    "vowel": [48] * 11,
}


def text_of(key):
    return {"points": OWN, "file": sparse_iris()}.get(key, key)


@pytest.mark.parametrize("key", DATASETS)
def test_a_loaded_data_set_agrees_with_its_description(key):
    if DATASETS[key].kind == "fetched" and not describe(key).present:
        pytest.skip("not fetched")
    info, data = describe(text_of(key)), load(text_of(key))
    shape = info.shape
    assert info.present
    assert (data.n_classes, len(data.y), data.d, data.is_sparse) == (shape.K, shape.n, shape.d, shape.sparse)
    assert len(data.names) == shape.K
    assert shape.names in (data.names, None)
    assert shape.counts in (tuple(np.bincount(data.y, minlength=shape.K)), None)
    assert (shape.counts is None) == (key in ("linear", "file") or DATASETS[key].kind == "fetched"), (
        "drawn, or in the file"
    )
    assert data.y.dtype == np.int64
    assert set(np.unique(data.y)) == set(range(shape.K))
    if not data.is_sparse:
        found = values(data, np.arange(min(1000, shape.n)))
        assert found.dtype == np.float64
        assert np.isfinite(found).all()


@pytest.mark.parametrize("key", DATASETS)
def test_a_spec_is_complete(key):
    spec = DATASETS[key]
    for text in (spec.name, spec.source, spec.licence, spec.cite, spec.note):
        assert text
    assert spec.note.endswith(".")
    low, *_, high = spec.sigmas.figure
    assert 0 <= low < high <= spec.sigmas.high
    assert list(spec.sigmas.figure) == sorted(set(spec.sigmas.figure))


@pytest.mark.parametrize("key", FILES)
def test_the_file_holds_the_registered_arrays(key):
    arrays = files.read(key)
    assert files.digest(arrays) == DATASETS[key].digest
    if key in COUNTS:
        assert np.bincount(arrays.y).tolist() == COUNTS[key]


def test_the_bundled_files_stay_small():
    assert sum(path.stat().st_size for path in files.FOLDER.glob("*.npz.xz")) < 10.5e6


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        # Vehicle by hand: 95 in 73…119, 48 in 33…59, 83 in 40…112, 178 in 104…333. LIBSVM prints six digits.
        ("vehicle", [-0.043478, 0.153846, 0.194444, -0.353712, -0.450549, -0.698113]),
        ("letter", [-0.733333, -0.466667, -0.466667, -0.6]),
        ("vowel", [-0.2637, -0.466919, -0.068205, 0.771111, -0.010106, 0.557382]),
        ("segment", [0.715415, 0.391667, 0.0, -0.333333, -1.0, -0.942966]),
        ("satimage", [0.625, 0.6, 0.52381, 0.008264, 0.419355, 0.363636]),
        ("shuttle", [-0.535354, -0.021423, -0.125, 0.01403, -0.307692, 0.025605]),
    ],
)
def test_scaled_data_sets_begin_like_libsvms_files(key, expected):
    row = values(load(key), np.array([0]))[0]
    np.testing.assert_allclose(row[: len(expected)], expected, atol=5e-7)


@pytest.mark.parametrize("key", ["vehicle", "shuttle", "satimage", "letter", "segment", "vowel"])
def test_scaled_features_reach_from_minus_one_to_one(key):
    data = load(key)
    X = values(data, np.arange(len(data.y)))
    constant = (data.X[0] == data.X).all(axis=0)
    np.testing.assert_allclose(X[:, ~constant].min(axis=0), -1)
    np.testing.assert_allclose(X[:, ~constant].max(axis=0), 1)
    assert not X[:, constant].any()
    assert constant.sum() == (1 if key == "segment" else 0)


def test_letter_is_raw_over_seven_and_a_half_minus_one():
    data = load("letter")
    np.testing.assert_allclose(values(data, np.arange(100)), data.X[:100] / 7.5 - 1, atol=1e-15)


def test_images_have_the_right_range_and_classes():
    usps, mnist = load("usps"), load("mnist")
    X = values(usps, np.arange(500))
    assert X.min() == -1
    assert X.max() == 1
    assert mnist.X.dtype == np.uint8
    # A one is thin: the mean of the ones is darker than that of the zeros.
    for data in (usps, mnist):
        means = [values(data, np.flatnonzero(data.y == k)[:100]).mean() for k in (0, 1)]
        assert means[1] < means[0]


@pytest.mark.parametrize("key", ["digits", "wine", "iris"])
def test_the_small_sets_are_those_of_scikit_learn(key):
    bunch, data = getattr(sklearn_datasets, f"load_{key}")(), load(key)
    np.testing.assert_array_equal(data.X, bunch.data)
    np.testing.assert_array_equal(data.y, bunch.target)
    assert data.names == tuple(str(name) for name in bunch.target_names)


def test_a_missing_or_damaged_file_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "FOLDER", tmp_path)
    with pytest.raises(UserError, match=r"'vowel' needs .*vowel\.npz\.xz, which is missing: 'make data' builds it"):
        files.read("vowel")
    for content in (b"", b"not xz", lzma.compress(b"not npz"), lzma.compress(b"")):
        files.path_of("vowel").write_bytes(content)
        with pytest.raises(UserError, match=r"is damaged .* rebuilds it"):
            files.read("vowel")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("gausians4", "There is no data set 'gausians4': did you mean 'gaussians4'?"),
        ("MNIST", "There is no data set 'MNIST': did you mean 'mnist'?"),
        ("circle(m=2)", "circle: m must be a whole number from 3 to 26, got 2."),
        ("circle(m=x)", "circle: m must be a whole number from 3 to 26, got x."),
        ("circle(k=5)", "circle has no size 'k': it takes m."),
        ("circle(5)", "circle has no size '5': it takes m."),
        ("circle(m=5, m=7)", "circle: m is given twice."),
        ("circle(m=²)", "circle: m must be a whole number from 3 to 26, got ²."),
        ("points(0 1 99999999999999999999999)", "points: point 1 must be x1 x2 label"),
        ("iris(m=5)", "iris has no size 'm': it takes none."),
        ("points()", "points takes 1 to 500 points, got 0."),
        ("points(1 2)", "points: point 1 must be x1 x2 label (0 to 25), got '1 2'."),
        ("points(1 2 0; 1 nan 1)", "points: point 2 must be x1 x2 label (0 to 25), got '1 nan 1'."),
        ("points(1 2 0 4)", "got '1 2 0 4'."),
        ("points(1 2 99)", "got '1 2 99'."),
        ("circle(m=5", "A data set looks like gaussians4 or circle(m=6), got 'circle(m=5'."),
        ([], "A data set is a text like gaussians4 or circle(m=6), got []."),
        (7, "A data set is a text like gaussians4 or circle(m=6), got 7."),
    ],
)
def test_a_refusal_names_the_data_set_the_rule_and_the_value(text, sentence):
    with pytest.raises(UserError) as refusal:
        load(text)
    assert sentence in str(refusal.value)


def test_sizes_shape_the_toy():
    assert load("circle(m=5)").n_classes == 5
    data = load("linear(K=7, d=3)")
    assert (data.n_classes, data.d) == (7, 3)
    assert dict(describe("linear(d=3)").arguments) == {"K": 10, "d": 3}
