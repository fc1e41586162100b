"""Runs on large data sets use less than a gigabyte: noise and kernel features are computed block by block."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_imports import ROOT

PROGRAM = """
import numpy as np, scipy.sparse
from tests.sample_experiments import played
from cspa_explore.datasets import Dataset, own
from cspa_explore.streams.stream import Stream
from concurrent.futures import ThreadPoolExecutor
from cspa_explore.learners import LearnerText
from tests.peak_memory import peak_megabytes

rng = np.random.default_rng(0)
{data}
names = tuple(map(str, range(K)))
n, d = X.shape
big = own.add(b"big", "big", Dataset(X, rng.integers(K, size=n), K, names))
learners = [LearnerText.of("cspa"), LearnerText.of("banditron")]
with ThreadPoolExecutor(2) as pool:  # two trials at a time
    rounds = int(played(learners, {stream}, 3, executor=pool).results[0].rounds[0])
print(rounds, round(peak_megabytes()))
"""
NEWS = """
K, n, d, nnz = 20, 15_935, 62_061, 80
columns = rng.integers(d, size=n * nnz)
X = scipy.sparse.csr_array((np.ones(n * nnz), columns, np.arange(0, n * nnz + 1, nnz)), shape=(n, d))
"""
MNIST = """
K = 10
X = rng.integers(256, size=(60_000, 784), dtype=np.uint8)
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak is read from Linux's /proc")
@pytest.mark.parametrize(
    ("data", "stream"),
    [
        (NEWS, "Stream(big, sigma=0.01, rounds=1500)"),
        (NEWS, "Stream(big)"),
        (MNIST, "Stream(big, kernel=1.0, support=700, rounds=15_000)"),
        (MNIST, "Stream(big, sigma=10.0, rounds=15_000)"),
        (MNIST, "Stream(big)"),
    ],
    ids=["20News with noise", "20News", "MNIST with kernel features", "MNIST with noise", "MNIST"],
)
def test_large_sets_run_under_a_gigabyte(data, stream):
    program = PROGRAM.format(data=data, stream=stream)
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    rounds, megabytes = map(int, done.stdout.split())
    assert rounds >= 1500
    assert megabytes < 1000
    print(f"{rounds} rounds, peak {megabytes} MB")
