"""A list of σ values as text, such as "0, 14, 28"."""

from cspa_explore.errors import UserError
from cspa_explore.settings import SETTINGS

MOST_SIGMAS = 8


def read_sigmas(text: str, own: float) -> tuple[float, ...]:
    """Return the σ values, ascending; UserError if one is no σ, or if there are too many with the sidebar's own σ.

    >>> read_sigmas("0.5, 0, 0.5", 0.25)
    (0.0, 0.5)
    """
    parts = [part.strip() for part in text.replace(";", ",").split(",") if part.strip()]
    kind = SETTINGS["sigma"].kind
    try:
        found = {kind.read(part) for part in parts}
    except UserError as error:
        raise UserError(f"Each σ {error}.") from None
    if not found:
        raise UserError(f"σ values must be numbers separated by commas, got '{text[:40]}'.")
    if len(found | {own}) > MOST_SIGMAS:
        raise UserError(f"At most {MOST_SIGMAS} σ values with the sidebar's σ={own:g}, got {len(found | {own})}.")
    return tuple(sorted(found))


def write_sigmas(sigmas: tuple[float, ...]) -> str:
    """Return the text of σ values.

    >>> write_sigmas((0.0, 0.25))
    '0, 0.25'
    """
    return ", ".join(SETTINGS["sigma"].kind.write(sigma) for sigma in sigmas)
