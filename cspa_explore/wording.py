"""Words that several sentences share, and the escaping of names for Markdown."""

import re

SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-!|<>~$:&])")


def counted(n: int, thing: str) -> str:
    """Return a number and its noun, in the plural unless there is one.

    >>> counted(1, "round"), counted(4000, "round")
    ('1 round', '4,000 rounds')
    """
    return f"{n:,} {thing}" if n == 1 else f"{n:,} {thing}s"


def escaped(text: str) -> str:
    r"""Return the text with all characters escaped that are special in Markdown: it cannot become a link or a formula.

    >>> print(escaped("d=![x](a.png)"))
    d=\!\[x\]\(a.png\)
    """
    unlinked = text.replace("://", ":\u200b//").replace("www.", "www\u200b.")  # bare addresses would become links
    return SPECIAL.sub(r"\\\1", unlinked)
