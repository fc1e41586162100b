"""The comparison in README.md agrees with docs/comparison.md, and docs/comparison.md with what is computed."""

import re

import pytest

from cspa_explore.results.comparison import long_table
from cspa_explore.running.comparison import compare, comparison_plans
from tests.test_imports import ROOT


def cells(line):
    return [cell.strip() for cell in line.strip("|\n").split("|")]


def printed_sets(text):
    """Return the rows of docs/comparison.md: by data set and learner, the cells of the row."""
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)[1:]
    return {
        name: {row[0]: row for row in map(cells, body.strip().splitlines()[2:])}
        for name, body in zip(parts[::2], parts[1::2], strict=True)
    }


@pytest.fixture(scope="module")
def docs():
    return printed_sets((ROOT / "docs/comparison.md").read_text())


def marked(row):
    """Return a cell of README's table: the honest mean, and whether the interval of the difference excludes 0."""
    _, honest, _, _, against, _ = row
    interval = re.search(r"\((.)[\d.]+ to (.)[\d.]+\)", against)
    low, high = interval.groups() if interval else ("", "")
    mark = " ▲" if low == "+" else " ▼" if high == "−" else ""
    return honest.partition(" ")[0] + mark


def test_the_table_of_the_readme_is_that_of_the_docs(docs):
    lines = (ROOT / "README.md").read_text().splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("| learner |") and "Vehicle" in line)
    sets = cells(lines[start])[1:]
    assert sets == list(docs)
    table = {}
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        learner, *values = cells(line)
        table[learner] = dict(zip(sets, values, strict=True))
    assert table == {learner: {name: marked(docs[name][learner]) for name in sets} for learner in table}
    assert set(table) == {learner for rows in docs.values() for learner in rows}, "losses are shown like wins"


def test_the_docs_print_what_is_computed(docs):
    found = printed_sets(long_table(compare(comparison_plans(["wine", "iris"], ["cspa", "bpa", "linucb"])).to_frame()))
    for name, rows in found.items():
        assert set(rows) == {"CSPA", "BPA", "LinUCB"}
        for learner, row in rows.items():
            assert row[:-1] == docs[name][learner][:-1], f"{learner} on {name}, all but its time"
