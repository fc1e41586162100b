"""The text form that learners and data sets share: `key` or `key(name=value, name=value)`."""

import re
from typing import NamedTuple

from cspa_explore.errors import UserError

LONGEST = 20_000  # characters; leaves room for clicked points
SHAPE = re.compile(r"\s*([\w-]+)\s*(?:\((.*)\)\s*)?", re.DOTALL)


class Call(NamedTuple):
    """A parsed text. Neither the key nor the arguments have been looked up yet."""

    key: str
    inside: str  # the text between the brackets

    def arguments(self) -> list[tuple[str, str]]:
        """Return (name, value) pairs; a value without a name has the name ""."""
        found = []
        for piece in self.inside.split(",") if self.inside.strip() else []:
            name, equals, value = (part.strip() for part in piece.partition("="))
            found.append((name, value) if equals else ("", name))
        return found


def parse_call(text: str, what: str, example: str, longest: int = LONGEST) -> Call:
    """Return the key and the text between the brackets; UserError says what was expected, with an example.

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
