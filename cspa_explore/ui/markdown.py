"""Words of a user inside a sentence that is shown as Markdown: nothing in them is a link, a picture or a formula."""

import re

SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-!|<>~$:&])")


def plain(text: str) -> str:
    r"""Return the text with every character escaped that Markdown would read.

    >>> print(plain("d=![x](a.png)"))
    d=\!\[x\]\(a.png\)
    """
    unlinked = text.replace("://", ":\u200b//").replace("www.", "www\u200b.")  # bare addresses become links too
    return SPECIAL.sub(r"\\\1", unlinked)
