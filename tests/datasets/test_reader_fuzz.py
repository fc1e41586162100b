"""Fuzzing of the readers: whatever the bytes are, the answer is a data set or one sentence, within bounded memory.

`make test` runs at least 500 cases, `make test-long` 10,000; the run prints how many. The cases run in a process of
their own, which is stopped if it hangs, and whose largest memory is measured.
"""

import bz2
import gzip
import json
import lzma
import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cspa_explore.datasets.readers.whole_file import preview, read_file
from cspa_explore.errors import UserError
from tests.test_imports import ROOT

MEGABYTES = 500  # of the process, about 250 of them for the imported libraries; no case has more than 4 MB
PATIENCE = 1200  # seconds after which a process hangs; cases take milliseconds
LEAST = 500  # cases
PIECES = b", ; \t | \" ' \n \r\n : # 0 1 2 - + . e a nan inf 1:1 2:3 qid:1 \0 \xff \xef\xbb\xbf \xfe\xff".split(b" ")
SYNTAX = st.lists(st.sampled_from([*PIECES, b" ", b"\n\n", b"x" * 99]), max_size=200).map(b"".join)
INDEX = st.one_of(st.integers(-3, 20), st.sampled_from([0, 2**31, 2**63, 10**30, -(10**20)])).map(str)
NUMBER = st.one_of(
    st.floats(width=32).map(str),
    st.integers(-5, 300).map(str),
    st.sampled_from(["nan", "-inf", "1e400", "", "x"]),
)
PAIR = st.tuples(INDEX, NUMBER).map(":".join)
LINE = st.tuples(st.one_of(st.integers(-2, 4).map(str), NUMBER), st.lists(PAIR, max_size=6)).map(
    lambda parts: " ".join([parts[0], *parts[1]])
)
PAIRS = st.dictionaries(st.integers(1, 30), st.floats(-9, 9), min_size=1, max_size=6)
GOOD_LINE = st.tuples(st.integers(0, 3), PAIRS).map(
    lambda parts: " ".join([str(parts[0]), *(f"{j}:{v!r}" for j, v in sorted(parts[1].items()))])
)
SVMLIGHT = st.lists(st.one_of(GOOD_LINE, GOOD_LINE, LINE), max_size=12).map(lambda lines: "\n".join(lines).encode())
CELL = st.one_of(
    NUMBER, NUMBER, st.sampled_from(["x", "y", "NA", "?", '"', '"a,b"', '"a\nb"', "é", "\u202e", "<b>", "TRUE", "1,5"]),
    st.text(max_size=8),
)  # fmt: skip


@st.composite
def tables(draw):
    width = draw(st.integers(1, 5))
    rows = draw(st.lists(st.lists(CELL, min_size=width, max_size=width), max_size=10))
    if rows and draw(st.integers(0, 3)) == 0:
        rows[draw(st.integers(0, len(rows) - 1))].append("more")
    text = draw(st.sampled_from(["\n", "\r\n", "\r"])).join(draw(st.sampled_from(",;\t| ")).join(row) for row in rows)
    encoding = draw(st.sampled_from(["utf-8", "utf-16", "utf-8-sig", "latin-1"]))
    return text.encode(encoding, "replace")


@st.composite
def good_tables(draw):
    """Most cells are numbers and the label is a text, so that many of these tables can be read."""
    width, n = draw(st.integers(1, 4)), draw(st.integers(2, 12))
    numbers = st.lists(st.floats(-1e3, 1e3).map(repr), min_size=width, max_size=width)
    rows = [[*draw(numbers), draw(st.sampled_from("xyz"))] for _ in range(n)]
    if draw(st.booleans()):
        rows[draw(st.integers(0, n - 1))][draw(st.integers(0, width))] = draw(CELL)
    return "\n".join(",".join(row) for row in rows).encode("utf-8", "replace")


@st.composite
def mangled(draw, contents):
    """Cut, shuffled, repeated or compressed content."""
    content = draw(contents)
    how = draw(st.sampled_from(["as it is", "cut", "shuffled", "packed", "cut packed", "repeated"]))
    if how == "shuffled":
        pieces = draw(st.permutations(content.split(b"\n")[:12]))
        return b"\n".join(pieces)
    if how == "repeated":
        return content * draw(st.integers(2, 30))
    if "packed" in how:
        content = draw(st.sampled_from([gzip.compress, bz2.compress, lzma.compress]))(content)
    return content[: draw(st.integers(0, len(content)))] if how.startswith("cut") else content


CONTENTS = {
    "bytes": st.binary(max_size=400),
    "syntax": SYNTAX,
    "svmlight": mangled(SVMLIGHT),
    "tables": mangled(tables()),
    "good tables": mangled(good_tables()),
}


def expect_sane(content):
    """Read the content; return whether it is a data set. Everything else must be one sentence."""
    for read in (preview, read_file):
        try:
            found = read(content, "fuzz")
        except UserError as error:
            sentence = str(error)
            assert sentence.startswith("fuzz"), sentence
            assert "\n" not in sentence, sentence
            assert sentence.endswith("."), sentence
            assert len(sentence) < 500, sentence
            return False
    data = found.data
    K, (n, d) = data.n_classes, data.X.shape
    assert K >= 2
    assert n >= K
    assert d >= 1
    assert set(data.y.tolist()) == set(range(K))
    assert len(data.names) == len(set(data.names)) == K
    stored = data.X.data if data.is_sparse else data.X
    assert np.isfinite(stored.astype(float)).all()
    assert all(name.isprintable() and name for name in (*data.names, *data.features))
    assert len(data.features) in (0, d)
    return True


def fuzz(kind, cases):
    """Run this many cases; return how many were run, and how many of them were data sets."""
    seen, read = 0, 0

    @settings(
        max_examples=cases, deadline=None, database=None, suppress_health_check=list(HealthCheck),
        derandomize=bool(os.environ.get("CI")),
    )  # fmt: skip
    @given(CONTENTS[kind])
    def one(content):
        nonlocal seen, read
        read += expect_sane(content)
        seen += 1

    one()
    return seen, read


CHILD = """
import json, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (8 * 2**30,) * 2)  # a reader without bounds fails, and the machine lives on
from tests.datasets import test_reader_fuzz
from tests.peak_memory import peak_megabytes
found = getattr(test_reader_fuzz, sys.argv[1])(*json.loads(sys.argv[2]))
print(json.dumps([found, peak_megabytes()]))
"""


def bounded(function, *arguments):
    """Return what a function of this module returns in a process of its own, which must end and stay small."""
    command = [sys.executable, "-c", CHILD, function.__name__, json.dumps(arguments)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    found, megabytes = json.loads(done.stdout.splitlines()[-1])
    assert megabytes < MEGABYTES, f"{function.__name__}{arguments}"
    return found


@pytest.mark.parametrize("kind", CONTENTS)
def test_any_bytes_are_a_data_set_or_one_sentence(kind, record_property):
    seen, read = bounded(fuzz, kind, 140)
    record_property("fuzzed files", seen)
    assert seen * len(CONTENTS) >= LEAST
    assert read or kind in ("bytes", "syntax", "tables"), "some of them are data sets"


@pytest.mark.long
@pytest.mark.parametrize("kind", CONTENTS)
def test_any_bytes_are_a_data_set_or_one_sentence_ten_thousand_times(kind, record_property):
    seen, _ = bounded(fuzz, kind, 2050)
    record_property("fuzzed files", seen)
    assert seen * len(CONTENTS) >= 20 * LEAST


ODD = {
    "10,000 columns": b",".join(b"%d" % j for j in range(10_000)) + b"\n" + b",".join([b"1"] * 10_000) + b"\n",
    "long row": b"a,b\n" + b"1," * 2**20,
    "long svmlight row": b"1 " + b"1:1 " * 2**19,
    "one number": b"9" * 2**22,
    "one quote": b'"' + b"x" * 2**22,
    "blank lines": b"\n" * 2**20 + b"a,b\n1,2\n",
    "wide": b"x," * 30_000 + b"x\n",
    "long value": b"1 1:" + b"9" * 2**20 + b"\n2 1:1\n",
    "long index": b"1 " + b"9" * 2**20 + b":1\n2 1:1\n",
}


def odd():
    """Read every odd file; return how many."""
    for name, content in ODD.items():
        print(name, file=sys.stderr)  # the last one is the one that fails
        expect_sane(content)
    return len(ODD)


def test_large_and_odd_files():
    assert bounded(odd) == len(ODD)
