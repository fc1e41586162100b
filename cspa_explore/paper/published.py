"""The published numbers: Tables 1 and 2 of Kaneko, Sato, Sugiyama, as shares from 0 to 1 with their rounding."""

from typing import NamedTuple

from cspa_explore.datasets import DATASETS
from cspa_explore.datasets.registry import PAPER_TABLES
from cspa_explore.running.contest import PAPERS

LEARNERS = PAPERS  # the columns, in the paper's order
TRIALS = 10
TITLES = {1: "linear", 2: "Gaussian kernel"}


class Published(NamedTuple):
    """A mean with its standard deviation, as shares."""

    mean: float
    sd: float
    unit: float  # of the last digit, as a share

    @property
    def spread(self) -> float:
        """Return the sd; where the table rounds it to zero, half a unit of the last digit."""
        return max(self.sd, self.unit / 2)

    @property
    def words(self) -> str:
        """Return the number as the paper prints it: "49.3 (1.7)"."""
        digits = 2 if self.unit < 0.0005 else 1
        return f"{100 * self.mean:.{digits}f} ({100 * self.sd:.{digits}f})"


class PaperSet(NamedTuple):
    """One row of a table."""

    table: int
    key: str  # of the data set in our registry
    name: str
    K: int
    n: int
    d: int
    results: dict[str, Published]  # by algorithm

    @property
    def winner(self) -> str:
        """Return the algorithm with the highest published mean."""
        return max(self.results, key=lambda key: self.results[key].mean)

    @property
    def sizes(self) -> str:
        """Return "K 4 · 846 × 18"."""
        return f"K {self.K} · {self.n:,} × {self.d:,}"


# Per table, in the order of its rows: K, n, d, then mean and sd of the LEARNERS in percent, as printed.
_ROWS = {
    1: (
        (20, 15_935, 62_061, "66.7 0.5  23.6 1.5  55.9 2.4  63.0 1.4"),
        (105, 6_412, 55_197, "8.83 0.99  2.67 0.33  7.43 1.09  7.43 1.14"),
        (4, 846, 18, "49.3 1.7  35.9 2.6  47.4 1.8  48.1 1.8"),
        (7, 43_500, 9, "95.3 0.1  86.6 3.8  86.6 0.0  87.1 1.7"),
        (10, 7_291, 256, "84.9 0.3  48.5 5.5  78.5 1.9  81.4 1.5"),
        (10, 7_494, 16, "79.7 0.4  32.7 3.0  60.7 2.4  70.7 1.5"),
    ),
    2: (
        (6, 4_435, 36, "86.2 0.3  69.3 1.1  80.2 0.3  81.9 0.8"),
        (10, 60_000, 784, "91.8 0.2  69.0 1.0  87.6 0.2  89.7 0.2"),
        (26, 15_000, 16, "62.4 1.6  26.8 6.3  36.0 0.9  50.7 0.5"),
        (7, 2_310, 19, "90.1 0.6  76.2 0.8  74.9 1.7  86.7 0.6"),
        (11, 528, 10, "41.8 4.6  43.1 4.8  27.1 1.3  38.6 2.7"),
        (11, 58_509, 48, "92.6 0.3  68.9 1.2  67.7 0.5  87.6 1.2"),
    ),
}


def _published(texts: str) -> dict[str, Published]:
    words = texts.split()
    unit = 0.01 * 10.0 ** -len(words[0].partition(".")[2])
    found = zip(words[::2], words[1::2], strict=True)
    pairs = [Published(float(mean) / 100, float(sd) / 100, unit) for mean, sd in found]
    return dict(zip(LEARNERS, pairs, strict=True))


def _table(number: int, names: tuple[str, ...]) -> tuple[PaperSet, ...]:
    keys = {spec.name: key for key, spec in DATASETS.items()}
    rows = zip(names, _ROWS[number], strict=True)
    return tuple(PaperSet(number, keys[name], name, K, n, d, _published(texts)) for name, (K, n, d, texts) in rows)


TABLES: dict[int, tuple[PaperSet, ...]] = {
    number: _table(number, names) for number, names in enumerate(PAPER_TABLES.values(), 1)
}


def paper_set(table: int, key: str) -> PaperSet:
    """Return a row of a table by the key of its data set.

    >>> paper_set(1, "vehicle").results["cspa"].words, paper_set(1, "sector").results["bpa"].words
    ('49.3 (1.7)', '7.43 (1.14)')
    """
    return next(row for row in TABLES[table] if row.key == key)
