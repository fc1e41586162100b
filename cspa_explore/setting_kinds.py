"""Kinds of settings: which values they take, and how a value is checked, read from text and written as text.

There are three readers, one per source. `check` takes a Python or JSON value exactly, `read` takes the text of a flag
or refuses it, and `nearest` takes the text of a link and returns the nearest valid value.
"""

import difflib
import math
import re
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from cspa_explore.errors import UserError

SHOWN = 60  # characters of a refused value in a message


class Kind(Protocol):
    """The values of a setting: their rule, their readers and their text."""

    @property
    def rule(self) -> str:
        """Return the rule for a value, as it follows "must be"."""

    def check(self, name: str, value: Any) -> Any:
        """Return the value as a plain Python value; UserError names the setting, the rule and the value."""

    def read(self, text: str) -> Any:
        """Return the value of the text; UserError states the rule and the text."""

    def nearest(self, text: str) -> tuple[Any, str]:
        """Return the nearest value that pages allow, and why it is not the text, or ""; UserError if none is near."""

    def write(self, value: Any) -> str:
        """Return the text that `read` and `nearest` turn back into the value."""


@dataclass(frozen=True)
class Whole:
    """A whole number in a range; pages may allow a smaller range than the command line."""

    low: int
    high: int
    page_high: int | None = None
    step: int = 1  # of its widget
    zero: str = ""  # what 0 means, if it does not mean none

    @property
    def rule(self) -> str:
        """Return "a whole number from 0 to 20,000", or "a whole number from 1 to 20,000 or 0 (each instance once)"."""
        if self.zero:
            return f"a whole number from 1 to {self.high:,} or 0 ({self.zero})"
        return f"a whole number from {self.low:,} to {self.high:,}"

    @property
    def on_page(self) -> "Whole":
        """Return the range that pages allow."""
        return self if self.page_high is None else replace(self, high=self.page_high, page_high=None)

    def check(self, name: str, value: Any) -> int:
        """Return the value as an int."""
        whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
        if not whole or not self.low <= value <= self.high:
            raise _refusal(name, self.rule, value)
        return int(value)

    def read(self, text: str) -> int:
        """Return the number."""
        if not re.fullmatch(r"[0-9]{1,19}", text) or not self.low <= int(text) <= self.high:
            raise UserError(f"must be {self.rule}, got '{text[:SHOWN]}'")
        return int(text)

    def nearest(self, text: str) -> tuple[int, str]:
        """Return the number, rounded and moved into the range."""
        allowed = self.on_page
        value = _number(text)
        if math.isnan(value):
            raise UserError(f"{allowed.rule} was expected.")
        near = min(max(value, allowed.low), allowed.high)
        return round(near), "" if near == value == round(near) else f"it must be {allowed.rule}."

    def write(self, value: int) -> str:
        """Return the digits."""
        return str(value)


@dataclass(frozen=True)
class Real:
    """A number in a range. If `least` is given, a value above 0 must be at least that large."""

    low: float
    high: float
    least: float = 0.0
    step: float = 1.0  # of its widget
    slider: bool = False  # its widget is a slider over the whole range

    @property
    def rule(self) -> str:
        """Return "a number from 0 to 1"."""
        if self.least:
            return f"0 (none) or a number from {_shown(self.least)} to {_shown(self.high)}"
        return f"a number from {_shown(self.low)} to {_shown(self.high)}"

    def check(self, name: str, value: Any) -> float:
        """Return the value as a float."""
        number = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
        if not number or not self._allows(value):
            raise _refusal(name, self.rule, value)
        return float(value)

    def _allows(self, value: float) -> bool:
        return self.low <= value <= self.high and not 0 < value < self.least  # neither holds for NaN

    def read(self, text: str) -> float:
        """Return the number."""
        value = _number(text)
        if not self._allows(value):
            raise UserError(f"must be {self.rule}, got '{text[:SHOWN]}'")
        return value

    def nearest(self, text: str) -> tuple[float, str]:
        """Return the number, moved into the range."""
        value = _number(text)
        if math.isnan(value):
            raise UserError(f"{self.rule} was expected.")
        near = min(max(value, self.low), self.high)
        return near, "" if near == value else f"it must be {self.rule}."

    def write(self, value: float) -> str:
        """Return the shortest text that gives the same float."""
        return repr(value).removesuffix(".0")


@dataclass(frozen=True)
class YesNo:
    """True or False; 1 or 0 in a link."""

    rule: str = "True or False"

    def check(self, name: str, value: Any) -> bool:
        """Return the value as a Python bool."""
        if not isinstance(value, bool | np.bool_):
            raise _refusal(name, self.rule, value)
        return bool(value)

    def read(self, text: str) -> bool:
        """Return whether the text says 1."""
        return self.nearest(text)[0]

    def nearest(self, text: str) -> tuple[bool, str]:
        """Return whether the text says 1."""
        if text not in ("0", "1"):
            raise UserError("0 or 1 was expected.")
        return text == "1", ""

    def write(self, value: bool) -> str:
        """Return "1" or "0"."""
        return str(int(value))


@dataclass(frozen=True)
class Choice:
    """One of several options; the empty text leaves the choice to the data set."""

    options: dict[str, str]  # by name, the words that pages show

    def __hash__(self) -> int:
        return hash(tuple(self.options))

    @property
    def rule(self) -> str:
        """Return "one of shuffled, file"."""
        return f"one of {', '.join(self.options)}"

    def check(self, name: str, value: Any) -> str:
        """Return the word."""
        if not isinstance(value, str) or value not in ("", *self.options):
            raise _refusal(name, self.rule, value)
        return value

    def read(self, text: str) -> str:
        """Return the word."""
        if text not in self.options:
            raise UserError(f"must be {self.rule}, got '{text[:SHOWN]}'")
        return text

    def nearest(self, text: str) -> tuple[str, str]:
        """Return the option that the text names or resembles."""
        if text in self.options:
            return text, ""
        near = difflib.get_close_matches(text, self.options, n=1)
        if not near:
            raise UserError(f"it must be {self.rule}.")
        return near[0], f"it must be {self.rule}."

    def write(self, value: str) -> str:
        """Return the word."""
        return value


@dataclass(frozen=True)
class Structured:
    """A text with a grammar of its own: a data set or learners. Their own modules read and check it."""

    rule: str

    def check(self, name: str, value: Any) -> Any:
        """Return the value; its own module checks it."""
        return value

    def read(self, text: str) -> str:
        """Return the text if it is not empty."""
        if not text.strip():
            raise UserError("must not be empty, got ''")
        return text

    def nearest(self, text: str) -> tuple[str, str]:
        """Return the text."""
        return text, ""

    def write(self, value: Any) -> str:
        """Return the text."""
        return str(value)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


def _shown(value: float) -> str:
    return f"{value:,.10g}"


def _refusal(name: str, rule: str, value: Any) -> UserError:
    return UserError(f"{name} must be {rule}, got {repr(value)[:SHOWN]}.")
