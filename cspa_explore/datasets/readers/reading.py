"""What was read from a file: the data set, and how each column was understood."""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from cspa_explore.datasets.spec import Dataset
from cspa_explore.wording import counted

Tell = Callable[[float], None]  # the share of the file that has been read; may raise to cancel


class ColumnNote(NamedTuple):
    """How a column was understood."""

    name: str
    use: str  # "label", "number", "one-hot" or "left out"
    words: str  # details: the range of numbers, the values that became features, or why it was left out


class Reading(NamedTuple):
    """A data set read from a file."""

    data: Dataset
    format: str  # in words: "Table with commas and a header"
    label: int  # the label column, counted from 1; 0 if the format has one label per row
    scaled: bool  # numbers were scaled to [−1, 1]
    columns: tuple[ColumnNote, ...] = ()
    binary: bool = False  # every value but 0 was replaced by 1

    @property
    def words(self) -> str:
        """Return what was understood, in a line."""
        data = self.data
        label = next((f", label '{c.name}'" for c in self.columns if c.use == "label"), "")
        features = f"{counted(data.d, 'feature')}{' of 0 or 1' * self.binary}"
        parts = [f"{self.format}: {len(data.y):,} rows", f"{data.n_classes} classes{label}"]
        parts.append(", ".join(self._kinds()) or features)
        return "; ".join(parts) + "."

    def _kinds(self) -> list[str]:
        """Return how many columns were used in each way, except the label."""
        scaled = " scaled to [−1, 1]" if self.scaled else ""
        words = {
            "number": ("numeric column", scaled),
            "one-hot": ("column", " one-hot encoded"),
            "left out": ("column", " left out"),
        }
        found = Counter(column.use for column in self.columns)
        return [f"{counted(found[use], thing)}{how}" for use, (thing, how) in words.items() if found[use]]


def no_news(share: float) -> None:
    """Ignore the progress."""
