"""Units of kernels, and the warm-up that loads all of them."""

import os
import subprocess
import sys

import pytest

from cspa_explore.learners import kernels, warmup
from cspa_explore.learners.kernels import ROWS, Unit, cached, make_ready, units
from cspa_explore.learners.warmup import warm_up
from tests.test_imports import ROOT


def test_a_warm_up_loads_every_kernel_and_reports_its_progress():
    told = []
    warm_up()
    found = warm_up(lambda *so_far: told.append(so_far))
    total = len(units()) - 1
    assert told == [(done, total) for done in range(total + 1)]
    assert found.kernels == kernels.N_KERNELS
    assert cached() == set(units())
    assert warmup.cached()


def test_without_a_cache_folder_nothing_is_cached(monkeypatch):
    monkeypatch.setattr(kernels, "FOLDER", None)
    assert not warmup.cached()
    assert cached() == set()


UNITS = """
import sys
from cspa_explore.learners.kernels import ROWS, Unit, cached, make_ready
for unit in [ROWS, Unit("uniform"), Unit("uniform", sparse=True)][int(sys.argv[1]):]:
    before = cached()
    assert unit not in before
    make_ready(unit)
    assert cached() == before | {unit}, cached()
"""


@pytest.mark.slow
def test_the_cache_knows_its_units(tmp_path):
    cold = os.environ | {"CSPA_EXPLORE_CACHE": str(tmp_path), "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", UNITS, "0"], cwd=ROOT, env=cold, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for path in tmp_path.rglob("*.nbc"):
        path.write_bytes(b"damaged")
    done = subprocess.run([sys.executable, "-c", UNITS, "1"], cwd=ROOT, env=cold, capture_output=True, text=True)
    assert done.returncode == 0, f"a damaged kernel counts as missing: {done.stderr}"


@pytest.mark.slow
def test_processes_that_compile_at_the_same_time_lose_no_kernel(tmp_path):
    program = "import sys; from cspa_explore.learners.kernels import Unit, make_ready; make_ready(Unit(sys.argv[1]))"
    cold = os.environ | {"CSPA_EXPLORE_CACHE": str(tmp_path), "PYTHONPATH": str(ROOT)}
    names = ("uniform", "perceptron")
    running = [subprocess.Popen([sys.executable, "-c", program, name], cwd=ROOT, env=cold) for name in names]
    assert [process.wait() for process in running] == [0] * len(names)
    look = "from cspa_explore.learners.kernels import cached; print(*sorted(unit.algorithm for unit in cached()))"
    done = subprocess.run([sys.executable, "-c", look], cwd=ROOT, env=cold, capture_output=True, text=True)
    assert done.stdout.split() == sorted(names), done.stderr


def test_a_unit_is_ready_without_compiling_once_it_is_cached():
    warm_up()
    before = kernels.compiled()
    for unit in (ROWS, Unit("cspa"), Unit("cspa", sparse=True)):
        make_ready(unit)
    assert kernels.compiled() == before
