"""The largest files are read within 1 GB of memory or refused with the limit; `make bench` measures the time."""

import subprocess
import sys

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from tests.test_imports import ROOT

READ = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (8 * 2**30,) * 2)  # a reader without bounds fails, and the machine lives on
from cspa_explore.datasets.readers.whole_file import file_content, preview, read_file
from cspa_explore.errors import UserError
from tests.peak_memory import peak_megabytes
try:
    content = file_content(sys.argv[1])
    if sys.argv[2:] == ["preview"]:
        print(preview(content, "large").names[:1])
    else:
        data = read_file(content, "large").data
        print(data.X.shape, data.X.dtype)
except UserError as error:
    print(error)
print(round(peak_megabytes()))
"""
LARGE = 199 * 2**20  # bytes of a file
# What the cells of a large table are, and the start of the dtype in which all of them are kept.
READABLE = {
    "digits": ("7", "uint8"),
    "codes": ("1234", "int16"),
    "whole numbers": ("123456", "float64"),
    "short floats": ("0.12", "float64"),
    "long floats": ("-0.123456789012", "float64"),
}
# Fewer than 4 bytes of text per number, and 8 in memory because one in four is no whole number.
REFUSED = "0.5,1,2,3"


def written(path, cell, size, columns):
    """Write a table of about so many bytes."""
    row = ",".join([cell] * columns)
    rows = [f"{row},{label}\n".encode() for label in "xyz"]
    block = b"".join(rows) * 100
    with path.open("wb") as out:
        for _ in range(size // len(block)):
            out.write(block)


def measured(path, *more):
    done = subprocess.run([sys.executable, "-c", READ, str(path), *more], cwd=ROOT, capture_output=True, text=True)
    said, megabytes = done.stdout.strip().splitlines() if done.stdout else ("", "")
    assert megabytes, done.stderr
    return said, int(megabytes)


@pytest.mark.long
@pytest.mark.parametrize("kind", READABLE)
@pytest.mark.parametrize("columns", [3, 100, 300])
def test_a_table_of_200_mb_is_read_within_1_gb(tmp_path, kind, columns):
    path = tmp_path / "large.csv"
    cell, dtype = READABLE[kind]
    written(path, cell, LARGE, columns)
    said, megabytes = measured(path)
    assert said.endswith(f", {columns}) {dtype}"), said
    assert megabytes < 1000, said
    said, megabytes = measured(path, "preview")
    assert said == "('column 1',)"
    assert megabytes < 200 + 250, "the file, the libraries and a few rows"


@pytest.mark.long
@pytest.mark.parametrize("columns", [3, 100, 300])
def test_a_table_that_would_need_more_memory_is_refused_with_the_limit(tmp_path, columns):
    path = tmp_path / "large.csv"
    written(path, REFUSED, LARGE, columns)
    said, megabytes = measured(path)
    assert said.startswith("large: its "), said
    assert "480 MB" in said, said
    assert said.endswith("leave out rows or columns."), said
    assert megabytes < 1000, said


@pytest.mark.long
@pytest.mark.parametrize("letters", [50, 2000])
def test_a_large_table_of_different_texts_is_read_without_them(tmp_path, letters):
    """One letter of each text is no Latin letter, so that Python needs four bytes for each of its letters."""
    path = tmp_path / "texts.csv"
    with path.open("w", encoding="utf-8") as out:
        out.write("text,number,kind\n")
        for i in range(LARGE // (letters + 15)):
            out.write(f"{i:09d}{'x' * (letters - 9)}\U0001f33c,{i % 100},{'xyz'[i % 3]}\n")
    said, megabytes = measured(path)
    assert said.endswith(", 1) uint8"), said
    assert megabytes < 1000, said


@pytest.mark.long
def test_a_table_of_60000_images_is_read_within_1_gb(tmp_path):
    path = tmp_path / "images.csv"
    written(path, "128", 60_000 * (784 * 4 + 2), 784)
    said, megabytes = measured(path)
    assert said.startswith("(60000, 784)") or said.startswith("(599"), said
    assert megabytes < 1000, said


BOMBS = {  # number of rows, different texts, letters of each; and what is said of them
    "a long text in many rows": (200_000, 1, 500_000, "(200000, 1) uint8"),
    "many long texts": (200_000, 800, 2**17, "large: the texts of row group 1 take 100 MB, at most 64 MB are allowed;"),
}


@pytest.mark.parametrize("kind", BOMBS)
def test_a_small_parquet_file_that_expands_hugely_stays_within_1_gb(tmp_path, kind):
    n, texts, letters, expected = BOMBS[kind]
    path = tmp_path / "bomb.parquet"
    table = pa.table({"text": repeated(n, [f"{i}{'x' * letters}" for i in range(texts)]), "kind": repeated(n, "xy")})
    parquet.write_table(table, path, compression="zstd", dictionary_pagesize_limit=2**28, write_statistics=False)
    assert path.stat().st_size < 2**20
    for how in ([], ["preview"]):
        said, megabytes = measured(path, *how)
        assert said.startswith(expected if not how or said.startswith("large") else "('text',)"), said
        assert megabytes < 1000, said


def repeated(n, texts):
    """Return a column of n cells that holds these texts in turn, each of them once in memory."""
    codes = np.resize(np.arange(len(texts), dtype=np.int16), n)
    return pa.DictionaryArray.from_arrays(pa.array(codes), pa.array(list(texts)))
