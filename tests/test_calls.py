"""The text form of learners and data sets: what it is split into, and how long that takes."""

import time

import pytest

from cspa_explore.calls import parse_call
from cspa_explore.errors import UserError


@pytest.mark.parametrize(
    ("text", "key", "inside"),
    [
        ("cspa", "cspa", ""),
        (" cspa ", "cspa", ""),
        ("cspa ( beta = 1 ) ", "cspa", " beta = 1 "),
        ("cspa(beta=1/(2(K-1)))", "cspa", "beta=1/(2(K-1))"),
        ("points(0 1 0;\n1 0 1)\n", "points", "0 1 0;\n1 0 1"),
        ("cspa()", "cspa", ""),
    ],
)
def test_key_and_brackets(text, key, inside):
    assert parse_call(text, "A learner", "cspa") == (key, inside)


@pytest.mark.parametrize("text", ["", "(", "cspa(", "cspa)", "cspa() x", "cspa x", "a.b"])
def test_anything_else_is_refused(text):
    with pytest.raises(UserError, match="A learner looks like cspa, got"):
        parse_call(text, "A learner", "cspa")


@pytest.mark.parametrize("text", ["a{}x", "{}?", "a({}", "a(){}x", "a({})x"])
def test_a_long_text_from_a_link_is_refused_at_once(text):
    start = time.thread_time()
    with pytest.raises(UserError):
        parse_call(text.format(" " * 40_000), "A data set", "iris", longest=10**5)
    assert time.thread_time() - start < 1, "in time that grows with the length, not with its square"
