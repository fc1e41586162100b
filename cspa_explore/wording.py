"""Words that several sentences share, and the escaping of names for Markdown."""

import re

SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-!|<>~$:&])")
ADDRESS = re.compile(r"(https?://[^\s`|]*[^\s`|.,:;!?)\]'\"…])", re.IGNORECASE)  # without the punctuation after it
LINK = re.compile(r"(?<=:)(?=//)|(?<=www)(?=\.)|(?<=[\w.+-])(?=@[\w-]+\.)", re.IGNORECASE)


def counted(n: int, thing: str) -> str:
    """Return a number and its noun, in the plural unless there is one.

    >>> counted(1, "round"), counted(4000, "round")
    ('1 round', '4,000 rounds')
    """
    return f"{n:,} {thing}" if n == 1 else f"{n:,} {thing}s"


def escaped(text: str) -> str:
    r"""Return the text with all characters escaped that are special in Markdown: it cannot become a link or a formula.

    A web address becomes code, which can be copied.

    >>> print(escaped("d=![x](a.png)"))
    d=\!\[x\]\(a.png\)
    >>> print(escaped("Put https://www.site.org/a_b.bz2 into a_b."))
    Put `https://www.site.org/a_b.bz2` into a\_b.
    >>> ascii(escaped("Ann ann@site.org WWW.site.org"))
    "'Ann ann\\u200b@site.org WWW\\u200b.site.org'"
    """
    parts = ADDRESS.split(text)  # every second one is an address
    return "".join(f"`{part}`" if place % 2 else _escaped(part) for place, part in enumerate(parts))


def _escaped(text: str) -> str:
    unlinked = LINK.sub("\u200b", text)  # bare addresses, of e-mail too, would become links
    return SPECIAL.sub(r"\\\1", unlinked)
