"""The kernel cache: it survives restarts, never serves stale code, and needs no writable install."""

import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numba
import pytest

from cspa_explore.core.kernel_cache import CACHE_VARIABLE, FOLDER, remove_old_caches, usable
from cspa_explore.core.kernel_hash import PACKAGE
from cspa_explore.core.loop import play

# Prints: kernels compiled, the first coefficient of one round told wrong, the cache folder.
ONE_ROUND = """
from cspa_explore import make
from cspa_explore.core.kernel_cache import FOLDER
from cspa_explore.core.loop import play
learner = make("cspa(beta=1/2)", n_classes=4, n_features=1)
learner.run([[1.0]], [3])
print(play.stats.cache_misses.total(), learner.last_update().tau[0], FOLDER)
"""


@pytest.fixture
def install(tmp_path):
    """A copy of the package, and a function that runs a program on it in a new process."""
    shutil.copytree(PACKAGE, tmp_path / "cspa_explore", ignore=shutil.ignore_patterns("__pycache__"))

    def run(program=ONE_ROUND, root=tmp_path, **environment):
        clean = {k: v for k, v in os.environ.items() if k not in (CACHE_VARIABLE, "XDG_CACHE_HOME")}
        return subprocess.run(
            [sys.executable, "-c", program],
            cwd=root,
            env=clean | {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"} | environment,
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
def test_prose_dates_and_places_recompile_nothing(install, tmp_path):
    """What cannot change a kernel is edited, line numbers shift, all files get a new date, and the tree moves."""
    cache = str(tmp_path / "cache")
    first = words(install(CSPA_EXPLORE_CACHE=cache))
    here = tmp_path / "cspa_explore"
    for name, before, after in (
        ("algorithms/cspa.py", 'help="Share of the loss', 'help="How much of the loss'),
        ("algorithms/cspa.py", 'cite="Kaneko', 'cite="T. Kaneko'),
        ("core/loop.py", '"""Play rounds start', '"""Play the rounds start'),
        ("core/loop.py", "@kernel\ndef play", "# A comment.\n\n\n@kernel\ndef play"),
    ):
        text = (here / name).read_text()
        assert before in text
        (here / name).write_text(text.replace(before, after))
    with next((here / "explain").glob("*.py")).open("a") as file:
        file.write("\nMORE = 1\n")
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    shutil.move(here, moved)
    for path in moved.rglob("*.py"):
        os.utime(path)
    assert words(install(root=moved, CSPA_EXPLORE_CACHE=cache)) == ["0", *first[1:]]


@pytest.mark.slow
def test_a_source_that_changes_while_the_program_loads_is_neither_read_from_the_cache_nor_written_to_it(
    install, tmp_path
):
    """The process hashes the old text and may load the new one: what it compiles belongs to neither hash."""
    cache = str(tmp_path / "cache")
    edit = """
import pathlib
import cspa_explore.core.kernel_cache
rule = pathlib.Path("cspa_explore/algorithms/cspa.py")
rule.write_text(rule.read_text().replace("-alg.beta * loss", "-3.0 * alg.beta * loss"))
"""
    original = words(install(CSPA_EXPLORE_CACHE=cache))
    raced = words(install(edit + ONE_ROUND, CSPA_EXPLORE_CACHE=cache))
    assert raced[2] == original[2], "it has hashed the old text"
    assert raced[0] == "1"
    assert float(raced[1]) == pytest.approx(3 * float(original[1]))
    rule = tmp_path / "cspa_explore" / "algorithms" / "cspa.py"
    rule.write_text(rule.read_text().replace("-3.0 * alg.beta * loss", "-alg.beta * loss"))
    assert words(install(CSPA_EXPLORE_CACHE=cache)) == ["0", *original[1:]]


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
    assert usable(theirs)
    os.chown(theirs, 12345, -1)
    assert not usable(theirs)
    os.chown(theirs, 0, -1)
    theirs.chmod(0o777)
    assert not usable(theirs), "anybody could put code there"
    assert not usable(theirs / "kernels"), "nor inside it"
    link = tmp_path / "link"
    link.symlink_to(tmp_path)
    assert not usable(link)


@pytest.mark.slow
def test_processes_that_compile_at_once_lose_no_kernel_and_mix_none_up(install, tmp_path):
    program = """
from cspa_explore import make
from cspa_explore.core.loop import play
for text in {0}:
    print(make(text, n_classes=3, n_features=1).run([[1.0]] * 6, [2] * 6).y_tilde.tolist(), end=";")
print(play.stats.cache_misses.total())
"""
    texts = ["cspa(beta=1/100)", "bpa(gamma=0)"]

    def traces(*texts):
        done = install(program.format(texts), CSPA_EXPLORE_CACHE=str(tmp_path / "cache"))
        assert done.returncode == 0, done.stderr
        return done.stdout.strip().split(";")

    with ThreadPoolExecutor(2) as pool:
        raced = list(pool.map(traces, texts))
    assert [compiled for _, compiled in raced] == ["1", "1"]
    assert traces(*texts) == [raced[0][0], raced[1][0], "0"]


@pytest.mark.slow
def test_a_damaged_or_lost_cache_is_compiled_anew(install, tmp_path):
    cache = tmp_path / "cache"
    expected = words(install(CSPA_EXPLORE_CACHE=str(cache)))[1]
    (kernel,) = cache.rglob("*.nbc")
    for content in (b"", kernel.read_bytes()[:-100]):
        kernel.write_bytes(content)
        assert words(install(CSPA_EXPLORE_CACHE=str(cache)))[:2] == ["1", expected]
        assert words(install(CSPA_EXPLORE_CACHE=str(cache)))[:2] == ["0", expected]
    lost = ONE_ROUND.replace("learner = ", "import shutil; shutil.rmtree(FOLDER); open(FOLDER, 'w')\nlearner = ")
    assert words(install(lost, CSPA_EXPLORE_CACHE=str(tmp_path / "other")))[1] == expected


def test_old_caches_are_removed_and_young_ones_kept(tmp_path):
    for name, age in (("kernels-old", 40), ("kernels-young", 2), ("other", 40)):
        (tmp_path / name / "inside").mkdir(parents=True)
        (tmp_path / name / "inside" / "a.nbc").write_text("x")
        os.utime(tmp_path / name, (0, time.time() - age * 24 * 3600))
    remove_old_caches(tmp_path / "kernels-mine")
    assert {p.name for p in tmp_path.iterdir()} == {"kernels-young", "other"}


def test_the_setting_of_other_numba_users_is_left_alone():
    assert str(FOLDER) != numba.config.CACHE_DIR
    assert play.stats.cache_path.startswith(str(FOLDER))


@pytest.mark.slow
def test_a_new_process_loads_every_kernel_from_the_cache():
    program = "from cspa_explore.learners.warmup import warm_up; print(*warm_up())"
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", program], cwd=PACKAGE.parent, capture_output=True, text=True)
    kernels, compiled, _ = words(done)
    assert int(kernels) >= 42
    assert compiled == "0"
