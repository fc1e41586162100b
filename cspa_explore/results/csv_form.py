"""Results as CSV: every table that a page offers or a command writes goes through here."""

from typing import Any

import pandas as pd

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet computes a text that begins with one of these


def csv_of(frame: pd.DataFrame, header: bool = True) -> str:
    """Return the table as CSV, in which no name from a file is a formula of a spreadsheet.

    >>> csv_of(pd.DataFrame({"=1+1": ["@sum", "-0.5", "rose"], "n": [-1, 2, 3]})).split()
    ["'=1+1,n", "'@sum,-1", '-0.5,2', 'rose,3']
    """
    texts = [place for place, kind in enumerate(frame.dtypes) if not pd.api.types.is_numeric_dtype(kind)]
    safe = frame.rename(columns=_no_formula)
    for place in texts:
        safe.isetitem(place, safe.iloc[:, place].map(_no_formula))
    return safe.to_csv(index=False, header=header)


def _no_formula(cell: Any) -> Any:
    if not isinstance(cell, str) or not cell.startswith(FORMULA):
        return cell
    try:
        float(cell)
        return cell
    except ValueError:
        return f"'{cell}"
