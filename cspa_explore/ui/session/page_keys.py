"""Readers for the link keys that pages declare. Each returns the text to use (None drops the key), and why, or ""."""

import difflib
import re
from collections.abc import Callable, Iterable, Sequence

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.ui.session.arrival import LinkKey

MOST_LISTED = 8  # allowed words that a note lists
EXAMPLES = 3  # that it names otherwise
MOST_COMPARED = 60  # characters of a text that are compared with the allowed words
Read = Callable[[str, Experiment], tuple[str | None, str]]


def one_of(allowed: Iterable[str]) -> Read:
    """Return a reader that drops any text but the allowed ones."""
    words = list(allowed)

    def read(text: str, experiment: Experiment) -> tuple[str | None, str]:
        return (text, "") if text in words else (None, f"it must be {' or '.join(words)}.")

    return read


def known_or(allowed: Iterable[str], usual: str) -> Read:
    """Return a reader that replaces any text but the allowed ones by the usual one."""
    words = list(allowed)

    def read(text: str, experiment: Experiment) -> tuple[str | None, str]:
        return (text, "") if text in words else (usual, f"it must be one of {listed(words, text)}.")

    return read


def listed(words: Sequence[str], text: str) -> str:
    """Return the allowed words; of many, how many there are, and those that resemble the text or come first.

    >>> listed(["dots", "table"], "bars"), listed([f"name{n}" for n in range(36)], "name35x")
    ('dots, table', '36 names, such as name35')
    """
    if len(words) <= MOST_LISTED:
        return ", ".join(words)
    near = difflib.get_close_matches(text[:MOST_COMPARED], words, n=1, cutoff=0.7) or words[:EXAMPLES]
    return f"{len(words)} names, such as {', '.join(near)}"


def round_from(first: int) -> Read:
    """Return a reader for a round from `first` to T; a number outside becomes the nearer end."""

    def read(text: str, experiment: Experiment) -> tuple[str | None, str]:
        T = experiment.stream.known_rounds
        whole = text.removeprefix("-")
        known = whole.isascii() and whole.isdigit()
        if text == "0":  # before the first round: the Arena has that moment, other pages show the first round
            return str(first), ""
        if known and len(text) < 10 and whole == text and (T is None or int(text) <= T):
            return text, ""
        near = first if not known or whole != text or T is None else T
        return str(near), f"rounds go from {first} to {T:,}." if T is not None else "it must be a round."

    return read


def place_of_learner(text: str, experiment: Experiment) -> tuple[str | None, str]:
    """Read the index of a learner, from 0; an unknown one becomes 0."""
    last = max(0, len(experiment.learners) - 1)
    if text.isascii() and text.isdigit() and len(text) < 10 and int(text) <= last:
        return text, ""
    return "0", f"the learners are 0 to {last}."


def share(text: str, experiment: Experiment) -> tuple[str | None, str]:
    """Read a number from 0 to 0.99."""
    good = re.fullmatch(r"0(\.[0-9]{1,6})?", text[:20]) and float(text) <= 0.99
    return (text, "") if good else (None, "it must be a number from 0 to 0.99.")


ROUND = LinkKey("t", round_from(0))
LEARNER = LinkKey("who", place_of_learner)
