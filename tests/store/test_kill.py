"""A sweep that is killed at random moments and started again ends with the files of one that was not."""

import os
import random
import subprocess
import sys
import time

import pytest

from cspa_explore.store import Store
from tests.test_imports import ROOT

SWEEP = [
    "sweep", "--data", "pendigits", "--algo", "cspa", "--values", "0.01,0.03,0.1,0.2,0.3,0.5,0.7,1", "--sigmas",
    "0.1,0.4", "--trials", "12", "--json",
]  # fmt: skip


def started(folder):
    environment = os.environ | {"CSPA_EXPLORE_RESULTS": str(folder)}
    return subprocess.Popen(
        [sys.executable, "-m", "cspa_explore", *SWEEP], cwd=ROOT, env=environment, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def stored_bytes(folder):
    return sum(path.stat().st_size for path in folder.glob("*.csv")) if folder.exists() else 0


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.glob("*.csv")}


def killed_after_some_rows(folder, delay):
    """Start the sweep, wait until it has stored something new, and a moment longer; kill it. Say whether it ran."""
    before = stored_bytes(folder)
    with started(folder) as sweep:
        while sweep.poll() is None and stored_bytes(folder) <= before:
            time.sleep(0.001)
        time.sleep(delay)
        sweep.kill()
        return sweep.wait() == -9


def resumed(tmp_path, kills, seed):
    """Return how many kills hit a running sweep; the sweep then runs to its end and must leave the same files."""
    rng = random.Random(seed)
    with started(tmp_path / "whole") as sweep:
        expected, _ = sweep.communicate()
    whole, folder = contents(tmp_path / "whole"), tmp_path / "killed"
    assert len(whole) == 2
    hit = 0
    for _ in range(kills):
        hit += killed_after_some_rows(folder, rng.uniform(0, 0.05))
        if sum(entry.rows for entry in Store(folder).entries()) == 8 * 2 * 12:
            for path in folder.glob("*.csv"):
                path.unlink()  # it had finished: start anew
    with started(folder) as sweep:
        out, _ = sweep.communicate()
    assert contents(folder) == whole
    assert without_time(out) == without_time(expected)
    assert not list(folder.glob("*.part")) or hit, "only a killed process leaves one"
    return hit


def without_time(text):
    return [part for part in text.split(", ") if "seconds" not in part]


@pytest.mark.slow
def test_kill_9_at_three_random_moments_changes_nothing(tmp_path):
    assert resumed(tmp_path, 3, time.time_ns()) >= 2


@pytest.mark.long
def test_kill_9_at_twenty_random_moments_changes_nothing(tmp_path, record_property):
    hit = resumed(tmp_path, 20, time.time_ns())
    record_property("sweeps killed with kill -9", hit)
    assert hit >= 15
