"""Words that several sentences share, and the escaping of names for Markdown."""

import re

SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-!|<>~$:&])")
LINK = re.compile(r"(?<=:)(?=//)|(?<=www)(?=\.)|(?<=[\w.+-])(?=@[\w-]+\.)", re.IGNORECASE)


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
    >>> ascii(escaped("Ann ann@site.org WWW.site.org"))
    "'Ann ann\\u200b@site.org WWW\\u200b.site.org'"
    """
    unlinked = LINK.sub("\u200b", text)  # bare addresses, of e-mail too, would become links
    return SPECIAL.sub(r"\\\1", unlinked)
