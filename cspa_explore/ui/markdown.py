"""Escaping of text for Markdown, so that a user's text cannot become a link, a picture or a formula."""

import re

SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-!|<>~$:&])")


def escaped(text: str) -> str:
    r"""Return the text with all characters escaped that are special in Markdown.

    >>> print(escaped("d=![x](a.png)"))
    d=\!\[x\]\(a.png\)
    """
    unlinked = text.replace("://", ":\u200b//").replace("www.", "www\u200b.")  # bare addresses would become links
    return SPECIAL.sub(r"\\\1", unlinked)
