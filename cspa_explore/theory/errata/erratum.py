"""The types of the list of errata: an erratum is data, and its demonstration computes the numbers it speaks of."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple


class Row(NamedTuple):
    """One quantity, as printed and corrected."""

    quantity: str
    printed: str
    corrected: str


def signed(value: float) -> str:
    """Return a number of at most four digits with a proper minus sign.

    >>> signed(-1.625), signed(0.03333333)
    ('−1.625', '0.03333')
    """
    return f"{value:.4g}".replace("-", "−")


@dataclass(frozen=True)
class Shown:
    """What a demonstration found."""

    sentence: str
    rows: tuple[Row, ...]
    values: dict[str, float]  # the numbers behind the texts


@dataclass(frozen=True)
class Erratum:
    """One entry of the list."""

    key: str  # "E1"
    title: str
    place: str  # in the paper
    verdict: str  # in one or two words
    text: str  # why, in a few sentences
    run: Callable[[], Shown] | None = None  # None if there is nothing to run
