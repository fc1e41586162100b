"""The types of the list of errata: an erratum is data, and its demonstration computes the numbers it speaks of."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple


class Row(NamedTuple):
    """One quantity, as printed and corrected."""

    quantity: str
    printed: str
    corrected: str


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
