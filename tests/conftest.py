"""Settings and fixtures shared by all tests."""

import os

import pytest
from hypothesis import settings

from cspa_explore.streams.stream import Stream
from tests.sample_datasets import sparse_iris

# No deadline, because a first call may compile. CI uses the same Hypothesis examples every time.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")

os.environ.setdefault("CSPA_EXPLORE_RESULTS", "off")  # tests of the store choose a folder


@pytest.fixture
def sparse_set():
    """Return a stream of sparse rows."""
    return Stream(sparse_iris(), seed=5)


def pytest_terminal_summary(terminalreporter):
    """Print how many cases the tests counted with `record_property`, such as fuzzed files."""
    totals: dict[str, int] = {}
    for report in terminalreporter.getreports("passed"):
        for name, count in report.user_properties:
            totals[name] = totals.get(name, 0) + count
    for name, count in totals.items():
        terminalreporter.write_line(f"{count:,} {name}")
