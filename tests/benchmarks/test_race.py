"""The race against other packages: what can be checked without a clock."""

import subprocess
import sys

import numpy as np
import pytest

from cspa_explore import benchmarks, make
from cspa_explore.benchmarks import race
from cspa_explore.benchmarks.shapes import CONCENTRATION, Played, _dense, _sparse, shapes
from cspa_explore.core.rows import CSR, shape
from cspa_explore.errors import UserError
from cspa_explore.learners import LearnerText
from tests.test_imports import ROOT

SHAPES = [_dense("dense", T=300, d=4, K=3), _sparse("sparse", T=300, d=60, K=3, nnz=5, offset=1)]


def test_sparse_shapes_are_as_concentrated_as_the_text_sets_they_stand_for():
    found = {s.name: s for s in shapes() if s.name in CONCENTRATION}
    assert set(found) == set(CONCENTRATION) == {name for name in race.NAMES if name.startswith("CSR")}
    for name, wanted in CONCENTRATION.items():
        rows = found[name].rows
        assert set(np.diff(rows.indptr)) == {80 if found[name].K == 20 else 160}
        np.testing.assert_allclose(np.add.reduceat(rows.data**2, rows.indptr[:-1]), 1)
        counts = np.sort(np.bincount(rows.indices))[::-1]
        shares = [counts[:most].sum() / counts.sum() for most in (100, 1000, 10_000)]
        np.testing.assert_allclose(shares, wanted, atol=0.05)


@pytest.mark.parametrize("package", ["vowpalwabbit", "river"])
def test_a_missing_package_is_named_in_one_sentence(package, monkeypatch):
    monkeypatch.delitem(sys.modules, "cspa_explore.benchmarks.elsewhere", raising=False)
    monkeypatch.delattr(benchmarks, "elsewhere", raising=False)
    for name in {package, *(name for name in sys.modules if name.startswith(f"{package}."))}:
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(UserError, match=r"needs vowpalwabbit and river: install them with 'pip install -r .*txt', or"):
        race.rivals()


def test_the_command_ends_with_that_sentence_and_no_traceback():
    block = "import sys, runpy; sys.modules['vowpalwabbit'] = sys.modules['river'] = None; "
    program = block + "runpy.run_module('cspa_explore.benchmarks.race', run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("The race needs vowpalwabbit and river")
    assert done.stderr.count("\n") == 1


def test_the_packages_asked_for_are_those_that_are_imported():
    text = (ROOT / "cspa_explore/benchmarks/requirements.txt").read_text()
    assert {line.split(">=")[0] for line in text.splitlines() if not line.startswith("#")} == {"vowpalwabbit", "river"}


@pytest.mark.parametrize("s", SHAPES, ids=lambda s: s.name)
def test_our_ratio_in_the_race_is_that_of_a_run(s):
    learner = make("banditron", n_classes=s.K, n_features=shape(s.rows)[1], sparse=isinstance(s.rows, CSR))
    played = race.ours(s, "banditron")
    rows = s.rows if isinstance(s.rows, CSR) else s.rows.X
    assert played.ratio == learner.run(rows, s.y, order=s.order, u=s.u).hit.mean()
    assert played.rounds == 300
    assert played.us > 0


def test_the_table_says_whether_ten_times_holds(capsys):
    results = {str(LearnerText.of("cspa")): Played(1.0, 0.9, 100), race.SECOND: Played(2.0, 0.9, 100)}
    results |= {"VW slow": Played(50.0, 0.8, 100)}
    results |= {"VW fast": Played(8.0, 0.5, 100), "river": Played(500.0, 0.9, 100)}
    race.table("a shape", results)
    out = capsys.readouterr().out
    assert "cspa(beta=1/(2(K-1))) [partial]" in out
    assert "cspa(beta=1/(2(K-1))) is 8.0× as fast as VW fast: wanted >= 10, DOES NOT HOLD." in out
    assert "cspa(beta=1/(2(K-1))) is 50.0× as fast as VW slow: wanted >= 10, holds." in out
    assert "cspa(beta=0.3) is 25.0× as fast as VW slow: wanted >= 10, holds." in out


@pytest.mark.parametrize("s", SHAPES, ids=lambda s: s.name)
def test_the_others_see_the_same_rows_and_learn(s):
    pytest.importorskip("vowpalwabbit")
    pytest.importorskip("river")
    from cspa_explore.benchmarks import elsewhere

    dense = s.rows.X if not isinstance(s.rows, CSR) else None
    for i, (columns, row) in zip(s.order, elsewhere._rows(s), strict=True):
        part = slice(s.rows.indptr[i], s.rows.indptr[i + 1]) if dense is None else None
        np.testing.assert_array_equal(row, s.rows.data[part] if dense is None else dense[i])
        np.testing.assert_array_equal(columns, s.rows.indices[part] if dense is None else np.arange(4))
    for played in (elsewhere.vowpal(s, "--epsilon 0.05"), elsewhere.river(s)):
        assert played.rounds == 300
        assert played.ratio > 0.4
