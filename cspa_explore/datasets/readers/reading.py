"""What was read from a file: the data set, and how each column was understood."""

from collections.abc import Callable
from typing import NamedTuple

from cspa_explore.datasets.spec import Dataset

Tell = Callable[[float], None]  # the share of the file that has been read; may raise to cancel


class ColumnNote(NamedTuple):
    """How a column was understood."""

    name: str
    use: str  # "label", "number", "one-hot" or "left out"
    words: str  # details: the range of numbers, the values that became features, or why it was left out


class Reading(NamedTuple):
    """A data set read from a file."""

    data: Dataset
    format: str  # in words: "CSV with commas and a header"
    label: int  # the label column, counted from 1; 0 if the format has one label per row
    scaled: bool  # numbers were scaled to [−1, 1]
    columns: tuple[ColumnNote, ...] = ()
    binary: bool = False  # every value but 0 was replaced by 1

    @property
    def words(self) -> str:
        """Return what was understood, in a line."""
        data = self.data
        label = next((f", label '{c.name}'" for c in self.columns if c.use == "label"), "")
        kinds = [words.format(*((count, "s") if count > 1 else (1, ""))) for words, count in self._kinds() if count]
        parts = [f"{self.format}: {len(data.y):,} rows", f"{data.n_classes} classes{label}"]
        parts += [", ".join(kinds) if kinds else f"{data.d:,} features{' of 0 or 1' * self.binary}"]
        return "; ".join(parts) + "."

    def _kinds(self) -> list[tuple[str, int]]:
        scaled = " scaled to [−1, 1]" if self.scaled else ""
        words = {"number": f"{{}} numeric column{{}}{scaled}", "one-hot": "{} column{} one-hot encoded",
                 "left out": "{} column{} left out"}  # fmt: skip
        return [(text, sum(column.use == use for column in self.columns)) for use, text in words.items()]


def no_news(share: float) -> None:
    """Ignore the progress."""
