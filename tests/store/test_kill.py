"""A sweep that kill -9 ends, between two writes or within one, and that is started again ends with the same files."""

import os
import subprocess
import sys

import pytest

from cspa_explore.store import Store
from tests.test_imports import ROOT

SWEEP = [
    "sweep", "--data", "pendigits", "--algo", "cspa", "--values", "0.01,0.03,0.1,0.2,0.3,0.5,0.7,1", "--sigmas",
    "0.1,0.4", "--trials", "12", "--json",
]  # fmt: skip
ROWS = 8 * 2 * 12
# A process that counts its writes into the store, and kills itself at write number `at`: before it, after half of its
# bytes, or after it. 0: never.
RUN = """
import os, signal, sys
from itertools import count
from cspa_explore.cli.main import main
from cspa_explore.store import book

at, moment = int(sys.argv[1]), sys.argv[2]
writes = count(1)  # threads write, too: each takes its own number

def die():
    os.kill(os.getpid(), signal.SIGKILL)

def watched(write, halve):
    def writing(subject, content):
        mine = next(writes) == at
        if mine and moment == "before":
            die()
        if mine and moment == "within":
            halve(subject, content)
            die()
        write(subject, content)
        if mine:
            die()
    return writing

def half_appended(self, lines):
    append(self, lines[: len(lines) // 2])

def half_replaced(path, content):
    path.with_name("killed.part").write_bytes(content[: len(content) // 2])

append = book.Book._append
book.Book._append = watched(append, half_appended)
book.replace_file = watched(book.replace_file, half_replaced)
sys.exit(main(sys.argv[3:]))
"""


def started(folder, at=0, moment="after"):
    """Play the sweep; return its exit code and output."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(at), moment, *SWEEP], cwd=ROOT, capture_output=True, text=True,
        env=os.environ | {"CSPA_EXPLORE_RESULTS": str(folder)},
    )  # fmt: skip
    return done.returncode, done.stdout


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.glob("*.csv")}


def rows_of(folder):
    return sum(entry.rows for entry in Store(folder).entries())


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return the files and the output of a sweep that was not killed."""
    folder = tmp_path_factory.mktemp("whole")
    code, out = started(folder)
    files = contents(folder)
    assert (code, len(files), rows_of(folder)) == (0, 2, ROWS)
    return files, out


def expect_resumed(folder, whole, kills):
    """Kill the sweep at each of these writes, one after the other; then let it end. It must leave the same files."""
    before = 0
    for at, moment in kills:
        assert started(folder, at, moment)[0] == -9, "the kill has hit"
        stored = rows_of(folder)
        assert before <= stored < ROWS, "what was stored stays, and something is left to play"
        before = stored
    code, out = started(folder)
    assert code == 0
    files, expected = whole
    assert contents(folder) == files
    assert without_time(out) == without_time(expected)


def without_time(text):
    return [part for part in text.split(", ") if "seconds" not in part]


@pytest.mark.slow
def test_kill_9_before_within_and_after_a_write_changes_nothing(tmp_path, whole):
    expect_resumed(tmp_path / "killed", whole, [(3, "within"), (4, "before"), (3, "after")])


@pytest.mark.long
@pytest.mark.parametrize("moment", ["before", "within", "after"])
@pytest.mark.parametrize("at", range(1, 8))
def test_kill_9_at_any_write_changes_nothing(tmp_path, whole, at, moment):
    expect_resumed(tmp_path / "killed", whole, [(at, moment)])
