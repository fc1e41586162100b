"""What a user can mend: one exception type, and the sentence that suggests the right name."""

from collections.abc import Iterable
from difflib import get_close_matches


class UserError(ValueError):
    """A value the user gave is refused; the message is one sentence: the thing, the rule, the value."""


class CancelledError(UserError):
    """The user stopped the work before there was anything to show."""


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return ": did you mean 'x'?" for a near miss, else the names that exist.

    >>> suggestion("cpsa", ["cspa", "bpa"])
    ": did you mean 'cspa'?"
    >>> suggestion("zzz", ["cspa", "bpa"])
    '; known: cspa, bpa.'
    """
    known = list(known)
    near = get_close_matches(name.lower(), known, n=1, cutoff=0.6)
    return f": did you mean '{near[0]}'?" if near else f"; known: {', '.join(known)}."
