"""The largest files are read or refused within 1 GB of memory; `make bench` measures how long MNIST's size takes."""

import subprocess
import sys

import pytest

from tests.test_imports import ROOT

READ = """
import resource, sys
from cspa_explore.datasets.readers.whole_file import file_content, read_file
from cspa_explore.errors import UserError
try:
    data = read_file(file_content(sys.argv[1]), "large.csv").data
    print(data.X.shape, data.X.dtype)
except UserError as error:
    print(error)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""
CELLS = {"digits": "7", "short floats": "0.12", "long floats": "-0.123456789012", "mixed": "0.5,1,2,3"}


def written(path, cell, size, columns):
    """Write a table of about so many bytes."""
    row = ",".join([cell] * columns)
    rows = [f"{row},{label}\n".encode() for label in "xyz"]
    block = b"".join(rows) * 100
    with path.open("wb") as out:
        for _ in range(size // len(block)):
            out.write(block)


def measured(path):
    done = subprocess.run([sys.executable, "-c", READ, str(path)], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout, done.stderr
    said, megabytes = done.stdout.strip().splitlines()
    return said, int(megabytes)


@pytest.mark.long
@pytest.mark.parametrize("kind", CELLS)
@pytest.mark.parametrize("columns", [3, 100, 300])
def test_a_table_of_200_mb_is_read_or_refused_within_1_gb(tmp_path, kind, columns):
    path = tmp_path / "large.csv"
    written(path, CELLS[kind], 199 * 2**20, columns)
    said, megabytes = measured(path)
    assert said.startswith("(") or said.endswith("the limit."), said
    assert megabytes < 1000, said


@pytest.mark.long
def test_a_table_of_60000_images_is_read_within_1_gb(tmp_path):
    path = tmp_path / "images.csv"
    written(path, "128", 60_000 * (784 * 4 + 2), 784)
    said, megabytes = measured(path)
    assert said.startswith("(60000, 784)") or said.startswith("(599"), said
    assert megabytes < 1000, said
