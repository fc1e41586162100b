"""Labels as classes: numbers in their order, texts in alphabetical order; labels that are not classes are refused."""

from typing import Any

import numpy as np

from cspa_explore.datasets.readers.limits import MOST_CLASSES, MOST_FRACTIONS, MOST_LABEL_NUMBERS
from cspa_explore.datasets.readers.names import different, quoted
from cspa_explore.errors import UserError


def classes(values: np.ndarray, n: int, where: str) -> tuple[np.ndarray, tuple[str, ...]]:
    """Return the class 0..K−1 of each of the different values, and the names of the classes, for a table of n rows.

    `where` names the column in a sentence. Texts of the same number are one class.

    >>> places, names = classes(np.array(["b", "a"], object), 3, "x.csv, column 'kind'")
    >>> places.tolist(), names
    ([1, 0], ('a', 'b'))
    >>> classes(np.array(["2", "-1", "2.0"], object), 5, "x.csv")[1]
    ('-1', '2')
    """
    numbers = _numbers(values)
    found, places = np.unique(values if numbers is None else numbers, return_inverse=True)
    _expect_classes(found, n, where, numbers is not None)
    names = [str(text) for text in found] if numbers is None else [f"{number:.15g}" for number in found]
    return places.astype(np.int64).ravel(), different(names)


def _numbers(values: np.ndarray) -> np.ndarray | None:
    """Return the labels as numbers if all of them are finite numbers."""
    if values.dtype.kind in "iuf":
        return values.astype(np.float64)
    try:
        numbers = np.array([float(text) for text in values])
    except ValueError:
        return None
    return numbers if np.isfinite(numbers).all() else None


def _expect_classes(found: Any, n: int, where: str, numeric: bool) -> None:
    K = len(found)
    if K < 2:
        only = f"{found[0]:.15g}" if numeric else str(found[0])
        rows = "the only row has" if n == 1 else f"all {n:,} rows have"
        raise UserError(f"{where}: {rows} the label {quoted(only)}, but 2 classes are needed.")
    whole = numeric and bool((found == np.floor(found)).all())
    if numeric and (K > MOST_LABEL_NUMBERS or (not whole and K > MOST_FRACTIONS)):
        raise UserError(
            f"{where} looks like a regression target: it holds {K:,} different numbers in {n:,} rows; choose a label "
            f"column with at most {MOST_LABEL_NUMBERS} classes."
        )
    if K > MOST_CLASSES:
        raise UserError(f"{where} holds {K:,} different labels, at most {MOST_CLASSES:,} classes are allowed.")
    if K > MOST_FRACTIONS and n < 2 * K:
        raise UserError(f"{where} holds {K:,} different labels in {n:,} rows: fewer than 2 rows per class on average.")
