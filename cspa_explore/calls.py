"""The grammar that learners and data sets share as text: `key` or `key(name=value, name=value)`."""

import re
from typing import NamedTuple

from cspa_explore.errors import UserError

LONGEST = 20_000  # room for points that were clicked
SHAPE = re.compile(r"\s*([\w-]+)\s*(?:\((.*)\))?\s*", re.DOTALL)


class Call(NamedTuple):
    """What a text says, before anybody asks whether it means something."""

    key: str
    inside: str  # what stands in the brackets

    def arguments(self) -> list[tuple[str, str]]:
        """Return (name, value) pairs; a value without a name has the name ""."""
        found = []
        for piece in self.inside.split(",") if self.inside.strip() else []:
            name, equals, value = (part.strip() for part in piece.partition("="))
            found.append((name, value) if equals else ("", name))
        return found


def parse_call(text: str, what: str, example: str, longest: int = LONGEST) -> Call:
    """Return the parts of the text; UserError names what it should be and shows an example.

    >>> parse_call("circle(m=6)", "A data set", "gaussians4")
    Call(key='circle', inside='m=6')
    """
    if not isinstance(text, str):
        raise UserError(f"{what} is a text like {example}, got {text!r}.")
    if len(text) > longest:
        raise UserError(f"{what} has at most {longest} characters, got {len(text)}.")
    match = SHAPE.fullmatch(text)
    if match is None:
        raise UserError(f"{what} looks like {example}, got '{text.strip()}'.")
    return Call(match[1], match[2] or "")
