"""Words that several sentences share."""


def counted(n: int, thing: str) -> str:
    """Return a number and its noun, in the plural unless there is one.

    >>> counted(1, "round"), counted(4000, "round")
    ('1 round', '4,000 rounds')
    """
    return f"{n:,} {thing}" if n == 1 else f"{n:,} {thing}s"
