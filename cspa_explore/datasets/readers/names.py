"""Names from a file (of the file, its columns and its classes), made safe to show: printable, short and different."""

import re
from collections.abc import Iterable

LONGEST = 60  # characters of a column's or a class's name
LONGEST_FILE = 100


def clean(text: str, longest: int = LONGEST) -> str:
    r"""Return the text without control and direction characters, on one line, cut to `longest` characters.

    >>> clean("a\x00b\u202ec\n d"), clean("x" * 100, 5), clean(" ")
    ('a�b�c d', 'xxxx…', '(blank)')
    """
    short = " ".join(text[: 4 * longest].split())
    shown = "".join(c if c.isprintable() else "�" for c in short)
    if len(shown) > longest or len(text) > 4 * longest:
        shown = f"{shown[: longest - 1]}…"
    return shown or "(blank)"


def file_name(text: str) -> str:
    r"""Return the last part of a path as a clean name that is never `.`, `..` or a flag.

    >>> file_name("../../etc/passwd"), file_name("C:\\data\\a b.csv"), file_name(".."), file_name("-rf")
    ('passwd', 'a b.csv', 'file', 'file-rf')
    """
    name = clean(re.split(r"[\\/]", text[-4 * LONGEST_FILE :])[-1], LONGEST_FILE)
    if set(name) <= set(". ") or name == "(blank)":
        return "file"
    return f"file{name}" if name.startswith("-") else name


def different(names: Iterable[str]) -> tuple[str, ...]:
    r"""Return the names cleaned; equal ones get a number.

    >>> different(["a", "b", "a\x00", "a\x01"])
    ('a', 'b', 'a�', 'a� (2)')
    """
    found: dict[str, None] = {}
    for name in map(clean, names):
        shown, number = name, 1
        while shown in found:
            number += 1
            shown = f"{name} ({number})"
        found[shown] = None
    return tuple(found)


def quoted(text: str) -> str:
    """Return a value from the file in quotes, clean and short, for a sentence."""
    return f"'{clean(text, 30)}'" if text.strip() else "an empty cell"
