"""The kernel cache: it survives restarts, never serves stale code, and needs no writable install."""

import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numba
import numpy as np
import pytest

from cspa_explore import make
from cspa_explore.algorithms import cspa
from cspa_explore.core import jit
from cspa_explore.core.loop import learn_one, play, see_one
from cspa_explore.core.rules import register
from tests.sample_streams import STREAMS

PACKAGE = Path(jit.PACKAGE)
# Prints: kernels compiled, the loss of one round told wrong, the cache folder.
ONE_ROUND = """
from cspa_explore import make
from cspa_explore.core.jit import FOLDER
from cspa_explore.core.loop import play
learner = make("cspa(beta=1/2)", n_classes=4, n_features=1)
learner.run([[1.0]], [3])
print(play.stats.cache_misses.total(), learner.last_update().tau[0], FOLDER)
"""


@pytest.fixture
def install(tmp_path):
    """A copy of the package, and a function that runs a program on it in a new process."""
    shutil.copytree(PACKAGE, tmp_path / "cspa_explore", ignore=shutil.ignore_patterns("__pycache__"))

    def run(program=ONE_ROUND, **environment):
        clean = {k: v for k, v in os.environ.items() if k not in (jit.CACHE_VARIABLE, "XDG_CACHE_HOME")}
        return subprocess.run(
            [sys.executable, "-c", program],
            cwd=tmp_path,
            env=clean | {"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"} | environment,
            capture_output=True,
            text=True,
        )

    return run


def words(done):
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.slow
def test_a_second_process_compiles_nothing_and_a_changed_callee_is_noticed(install, tmp_path):
    cache = str(tmp_path / "cache")
    first, second = (words(install(CSPA_EXPLORE_CACHE=cache)) for _ in range(2))
    assert first[0] == "1"
    assert second[0] == "0"
    assert first[1:] == second[1:]
    assert float(first[1]) == pytest.approx(-3 / 8)  # −(K−1)/K·βℓ
    # Another file than the kernel's own, same length, same time stamp: Numba alone would not notice.
    rule = tmp_path / "cspa_explore" / "algorithms" / "cspa.py"
    stamp = rule.stat()
    rule.write_text(rule.read_text().replace("-alg.beta * loss", "-3.0 * alg.beta"))
    os.utime(rule, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    changed = words(install(CSPA_EXPLORE_CACHE=cache))
    assert changed[0] == "1"
    assert float(changed[1]) == pytest.approx(3 * -3 / 8)


@pytest.mark.slow
def test_nothing_is_written_into_the_install_and_an_unwritable_home_is_no_obstacle(install, tmp_path):
    before = sorted(tmp_path.rglob("*"))
    done = words(install(HOME="/proc/nowhere", TMPDIR=str(tmp_path.parent)))
    assert done[2].startswith(str(tmp_path.parent / "cspa-explore-"))
    assert sorted(tmp_path.rglob("*")) == before
    shutil.rmtree(Path(done[2]).parent)


@pytest.mark.slow
def test_without_any_writable_place_it_compiles_in_memory(install):
    program = "import tempfile; tempfile.tempdir = '/proc/nowhere'\n" + ONE_ROUND
    done = words(install(program, HOME="/proc/nowhere"))
    assert done[2] == "None"
    assert float(done[1]) == pytest.approx(-3 / 8)


def test_a_chosen_folder_that_cannot_be_written_is_refused(install):
    done = install(CSPA_EXPLORE_CACHE="/proc/nowhere")
    assert done.returncode == 1
    assert "CSPA_EXPLORE_CACHE must be a folder that you, and nobody else, can write" in done.stderr
    assert "got '/proc/nowhere'." in done.stderr


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away")
def test_a_folder_of_somebody_else_is_not_used(tmp_path):
    """Cached code is executed, so it must be our own."""
    theirs = tmp_path / "kernels"
    theirs.mkdir()
    theirs.chmod(0o700)
    assert jit._usable(theirs)
    os.chown(theirs, 12345, -1)
    assert not jit._usable(theirs)
    os.chown(theirs, 0, -1)
    theirs.chmod(0o777)
    assert not jit._usable(theirs), "anybody could put code there"
    assert not jit._usable(theirs / "kernels"), "nor inside it"
    link = tmp_path / "link"
    link.symlink_to(tmp_path)
    assert not jit._usable(link)


@pytest.mark.slow
def test_processes_that_compile_at_once_never_mix_up_their_kernels(install, tmp_path):
    """Numba numbers its files without a lock; here the window between looking and writing is held open."""
    race = """
import sys, time
import numba.core.caching as caching
save = caching.IndexDataCacheFile._save_index
def slow(self, overloads):
    time.sleep(1.5)
    save(self, overloads)
caching.IndexDataCacheFile._save_index = slow
"""
    program = """
from cspa_explore import make
print(make("{0}", n_classes=3, n_features=1).run([[1.0]] * 6, [2] * 6).y_tilde.tolist(), end=" ")
print(make("{0}", n_classes=3, n_features=1).weights().shape)
"""
    cache = {"CSPA_EXPLORE_CACHE": str(tmp_path / "cache")}
    with ThreadPoolExecutor(2) as pool:
        texts = ["cspa(beta=1/100)", "bpa(gamma=0)"]
        raced = list(pool.map(lambda t: install(race + program.format(t), **cache), texts))
    assert [done.returncode for done in raced] == [0, 0], raced[0].stderr
    for text, first in zip(texts, raced, strict=True):
        assert install(program.format(text), **cache).stdout == first.stdout


@pytest.mark.slow
def test_a_damaged_or_lost_cache_is_compiled_anew(install, tmp_path):
    cache = tmp_path / "cache"
    expected = words(install(CSPA_EXPLORE_CACHE=str(cache)))[1]
    for pattern in ("*.nbi", "*.nbc"):
        for path in cache.rglob(pattern):
            path.write_bytes(b"")
        assert words(install(CSPA_EXPLORE_CACHE=str(cache)))[:2] == ["1", expected]
        assert words(install(CSPA_EXPLORE_CACHE=str(cache)))[:2] == ["0", expected]
    lost = ONE_ROUND.replace("learner = ", "import shutil; shutil.rmtree(FOLDER); open(FOLDER, 'w')\nlearner = ")
    assert words(install(lost, CSPA_EXPLORE_CACHE=str(tmp_path / "other")))[1] == expected


def test_a_type_from_elsewhere_is_refused():
    """Its name would be written into the cache, where other processes could not find it."""

    class Elsewhere(NamedTuple):
        beta: float

    with pytest.raises(ValueError, match="Rules live in cspa_explore/algorithms"):
        register(Elsewhere, "partial", cspa.propose, cspa.coefficients)


def test_kernels_let_other_threads_run():
    assert all(kernel.targetoptions["nogil"] for kernel in (play, see_one, learn_one))


def test_a_nan_stays_visible():
    learner = make("cspa", n_classes=3, n_features=1)
    learner._geometry.W[1] = np.nan
    assert np.isnan(learner.run([[1.0]], [0]).loss).all()


def test_old_caches_are_removed_and_young_ones_kept(tmp_path):
    for name, age in (("kernels-old", 40), ("kernels-young", 2), ("other", 40)):
        (tmp_path / name / "inside").mkdir(parents=True)
        (tmp_path / name / "inside" / "a.nbc").write_text("x")
        os.utime(tmp_path / name, (0, time.time() - age * 24 * 3600))
    jit._remove_old(tmp_path / "kernels-mine")
    assert {p.name for p in tmp_path.iterdir()} == {"kernels-young", "other"}


def test_the_setting_of_other_numba_users_is_left_alone():
    assert str(jit.FOLDER) != numba.config.CACHE_DIR
    assert play.stats.cache_path.startswith(str(jit.FOLDER))


def test_the_hash_sees_every_kernel_source(tmp_path, monkeypatch):
    for folder in jit.SOURCES:
        shutil.copytree(PACKAGE / folder, tmp_path / folder)
    monkeypatch.setattr(jit, "PACKAGE", tmp_path)
    seen = {jit.source_hash()}
    for path in (p for folder in jit.SOURCES for p in sorted((tmp_path / folder).glob("*.py"))):
        path.write_text(path.read_text() + "\n")
        seen.add(jit.source_hash())
    (tmp_path / "algorithms" / "new.py").write_text("")
    seen.add(jit.source_hash())
    assert len(seen) == 2 + sum(len(list((PACKAGE / f).glob("*.py"))) for f in jit.SOURCES)


def test_kernels_keep_no_references_to_the_arrays_they_play_on():
    stream = STREAMS["gaussians"]
    learner = make("cspa", n_classes=4, n_features=2)
    learner.run(stream.X, stream.y)
    W = learner._geometry.W
    before = sys.getrefcount(W)
    for _ in range(10):
        learner.run(stream.X, stream.y)
    assert sys.getrefcount(W) == before


def test_threads_give_the_same_traces_as_one_after_the_other():
    stream = STREAMS["gaussians"]

    def trial(seed):
        order = np.random.default_rng(seed).permutation(len(stream.y))
        return make("banditron", n_classes=4, n_features=2, seed=seed).run(stream.X, stream.y, order=order)

    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(trial, range(12)))
    for seed, trace in enumerate(together):
        np.testing.assert_array_equal(trace.y_tilde, trial(seed).y_tilde)


@pytest.mark.slow
def test_a_new_process_loads_every_kernel_from_the_cache():
    program = "from cspa_explore.learners.warmup import warm_up; print(*warm_up())"
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", program], cwd=PACKAGE.parent, capture_output=True, text=True)
    kernels, compiled, _ = words(done)
    assert int(kernels) >= 42
    assert compiled == "0"


def test_a_hint_reaches_the_machine_and_changes_nothing():
    @numba.njit
    def hinted(array, row):
        jit.expect(array, (1, 2))
        jit.expect(row, 3)
        return array[1, 2]

    array = np.arange(6.0).reshape(2, 3)
    assert hinted(array, array[0]) == 5.0
    llvm = hinted.inspect_llvm(hinted.signatures[0])
    assert llvm.count("call void @llvm.prefetch") == 2
    assert jit.expect(array, (1, 2)) is None, "plain Python"
