"""Errors that a user can fix, and the suggestion of a similar name."""

from collections.abc import Iterable
from difflib import get_close_matches


class UserError(ValueError):
    """A refused value. The message is one sentence that names the thing, the rule and the value."""


class CancelledError(UserError):
    """The user cancelled the work before it had a result."""


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return ": did you mean 'x'?" if a known name is similar, otherwise the list of known names.

    >>> suggestion("cpsa", ["cspa", "bpa"])
    ": did you mean 'cspa'?"
    >>> suggestion("zzz", ["cspa", "bpa"])
    '; known: cspa, bpa.'
    """
    known = list(known)
    near = get_close_matches(name.lower(), known, n=1, cutoff=0.6)
    return f": did you mean '{near[0]}'?" if near else f"; known: {', '.join(known)}."
