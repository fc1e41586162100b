"""Grammars of the brackets in a data set's text: sizes, the points themselves, or a file's content hash.

A grammar turns the text between the brackets into arguments for `shape` and `load`, and arguments back into one
canonical text.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import quote, unquote

from cspa_explore.calls import Call
from cspa_explore.errors import UserError

LONGEST_NAME = 200
MOST = 10**9  # the largest K, n or d of a file


class Grammar(Protocol):
    """Reads and writes the arguments of a data set."""

    def read(self, call: Call) -> dict[str, Any]:
        """Return the arguments; UserError names the argument, its rule and the value."""

    def write(self, arguments: Mapping[str, Any]) -> str:
        """Return the canonical text between the brackets; empty for a data set without brackets."""

    def title(self, name: str, arguments: Mapping[str, Any]) -> str:
        """Return the data set's name for people, e.g. in a caption."""


@dataclass(frozen=True)
class Size:
    """A whole number that sets the size of a toy: `circle(m=6)`."""

    name: str
    default: int
    low: int
    high: int
    help: str


class Sizes(tuple[Size, ...]):
    """Whole numbers, each with a default: `circle(m=6)`, `iris`.

    >>> Sizes([Size("m", 6, 3, 26, "")]).read(Call("circle", "m=5"))
    {'m': 5}
    """

    def read(self, call: Call) -> dict[str, int]:
        """Return all sizes; those left out take their defaults."""
        known = {size.name: size for size in self}
        found = {size.name: size.default for size in self}
        for name, value in _named(call).items():
            if name not in known:
                takes = f"it takes {', '.join(known)}" if known else "it takes none"
                raise UserError(f"{call.key} has no size '{name or value}': {takes}.")
            found[name] = _whole(call.key, name, value, known[name].low, known[name].high)
        return found

    def write(self, arguments: Mapping[str, Any]) -> str:
        """Return "K=10, d=5"."""
        return ", ".join(f"{name}={value}" for name, value in arguments.items())

    def title(self, name: str, arguments: Mapping[str, Any]) -> str:
        """Return "Gaussians on a circle (m=6)"."""
        return f"{name} ({self.write(arguments)})" if arguments else name


class Points:
    """The points themselves: `points(0 1 0; 1 0 1)`."""

    def read(self, call: Call) -> dict[str, str]:
        """Return the text with single spaces; the Spec's `shape` checks the numbers."""
        lines = (" ".join(line.split()) for line in call.inside.split(";"))
        return {"text": "; ".join(line for line in lines if line)}

    def write(self, arguments: Mapping[str, Any]) -> str:
        """Return the points."""
        return arguments["text"]

    def title(self, name: str, arguments: Mapping[str, Any]) -> str:
        """Return the name alone, because the points would be too long."""
        return name


class Content:
    """An own file by content hash and shape: `file(sha256=…, name=…, K=3, n=150, d=4, label=5)`.

    Two files with the same name have different hashes, so links, results and caches keep them apart. The name is
    percent-encoded. What is 0 is left out: `sparse=1` says that rows are sparse, `label` is the number of a table's
    label column, `raw=1` says that its numbers were not scaled, `binary=1` that every value but 0 was replaced by 1.

    >>> text = f"sha256={64 * 'a'}, name=my%20flowers.csv, K=3, n=150, d=4, label=5"
    >>> found = Content().read(Call("file", text))
    >>> found["name"], found["label"], found["raw"], Content().write(found) == text
    ('my flowers.csv', 5, 0, True)
    """

    LEAST = {"K": 2, "n": 1, "d": 1}
    NEEDED = ("sha256", "name", *LEAST)
    MOST = {"sparse": 1, "label": 1_000_000, "raw": 1, "binary": 1}

    def read(self, call: Call) -> dict[str, Any]:
        """Return hash, name, shape, storage, and how the table was read."""
        given = _named(call)
        takes = f"it takes {', '.join(self.NEEDED)}, and {', '.join(self.MOST)} if they are not 0"
        for name in given:
            if name not in (*self.NEEDED, *self.MOST):
                raise UserError(f"{call.key} has no argument '{name[:20]}': {takes}.")
        for name in self.NEEDED:
            if name not in given:
                raise UserError(f"{call.key} lacks its argument '{name}': {takes}.")
        digest, name = given["sha256"].lower(), unquote(given["name"])
        if not re.fullmatch("[0-9a-f]{64}", digest):
            raise UserError(f"{call.key}: sha256 must have 64 hexadecimal digits, got {given['sha256'][:70]}.")
        if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
            raise UserError(f"{call.key}: name must have 1 to {LONGEST_NAME} printable characters, got {name[:60]!r}.")
        if re.search(r"[\\/]", name):
            raise UserError(f"{call.key}: name must be the name of a file, without folders, got {name[:60]!r}.")
        sizes = {size: _whole(call.key, size, given[size], low, MOST) for size, low in self.LEAST.items()}
        others = {other: _whole(call.key, other, given.get(other, "0"), 0, high) for other, high in self.MOST.items()}
        return {"sha256": digest, "name": name, **sizes, **others}

    def write(self, arguments: Mapping[str, Any]) -> str:
        """Return the arguments; those that are 0 are left out."""
        shown = [*self.NEEDED, *(name for name in self.MOST if arguments[name])]
        return ", ".join(f"{name}={quote(str(arguments[name]), safe='')}" for name in shown)

    def title(self, name: str, arguments: Mapping[str, Any]) -> str:
        """Return the file's name."""
        return arguments["name"]


def _named(call: Call) -> dict[str, str]:
    given: dict[str, str] = {}
    for name, value in call.arguments():
        if name in given:
            raise UserError(f"{call.key}: {name} is given twice.")
        given[name or value] = value
    return given


def _whole(key: str, name: str, text: str, low: int, high: int) -> int:
    if not re.fullmatch("[0-9]{1,10}", text) or not low <= int(text) <= high:
        raise UserError(f"{key}: {name} must be a whole number from {low:,} to {high:,}, got {text[:20]}.")
    return int(text)
