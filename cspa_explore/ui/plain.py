"""Words of a user inside a sentence that is shown as Markdown: nothing in them is a link, a picture or a formula."""

import re

SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-!|<>~$:&])")


def plain(text: str) -> str:
    r"""Return the text with every character escaped that Markdown would read.

    >>> print(plain("d=![x](http://a.b/c.png)"))
    d=\!\[x\]\(http\://a.b/c.png\)
    """
    return SPECIAL.sub(r"\\\1", text)
