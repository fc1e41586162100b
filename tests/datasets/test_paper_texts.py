"""20News and Sector, which are not bundled: the real files give the paper's ratios, however they are given.

The tests need a folder with LIBSVM's news20.bz2 and sector.scale.bz2, which CSPA_EXPLORE_REAL_DATA names.
"""

import json
import os
from pathlib import Path

import pytest

from cspa_explore.datasets import DATASETS, catalogue, describe, load
from tests.cli.test_main import said

FOLDER = os.environ.get("CSPA_EXPLORE_REAL_DATA", "")
PAPER = {"news20": 66.7, "sector": 8.83}  # % right: CSPA with the best β of its grid in hindsight, ten trials
POINTS = 1.5


@pytest.mark.long
@pytest.mark.skipif(not FOLDER, reason="CSPA_EXPLORE_REAL_DATA names no folder")
@pytest.mark.parametrize(("key", "binary"), [("news20", True), ("news20_counts", False), ("sector", False)])
def test_the_best_beta_from_the_folder_and_as_an_own_file(key, binary, tmp_path, monkeypatch, capsys):
    source = Path(FOLDER) / DATASETS[key].remote.file
    monkeypatch.setenv("CSPA_EXPLORE_DATA", str(tmp_path))
    (tmp_path / source.name).symlink_to(source.resolve())  # put there by hand
    catalogue.loaded_sets.clear()
    data, shape = load(key), describe(key).shape
    assert (data.n_classes, *data.X.shape) == (shape.K, shape.n, shape.d)
    search = ["grid", "--algo", "cspa", "--trials", "10", "--json"]
    by_hand, own = (
        json.loads(said(capsys, *search, *flags)[0])
        for flags in (["--data", key], ["--file", str(source), *["--binary"] * binary])
    )
    assert own["results"] == by_hand["results"], "every trial of every β"
    best = by_hand["best"]
    assert len(best["trials"]) == 10
    with capsys.disabled():
        print(f"\n{key}: {best['learner']} {best['mean']:.2f} ± {best['sd']:.2f} %, the paper {PAPER.get(key, '–')}")
    if key in PAPER:
        assert best["mean"] == pytest.approx(PAPER[key], abs=POINTS)
    catalogue.loaded_sets.clear()
