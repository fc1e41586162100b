"""The JSON form of results, with a version and a kind, which are checked when a result is read."""

import json
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from cspa_explore.errors import UserError

VERSION = 1
Result = TypeVar("Result")


def write_record(kind: str, **fields: Any) -> str:
    """Return the fields as one JSON object; arrays become lists, NaN becomes null."""
    return json.dumps({"version": VERSION, "kind": kind} | {name: _plain(value) for name, value in fields.items()})


def read_record(kind: str, text: str, make: Callable[[dict[str, Any]], Result]) -> Result:
    """Return make(fields) of a text that `write_record` wrote; UserError if it is something else."""
    try:
        record = json.loads(text)
        version, found = record["version"], record["kind"]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise UserError("This is not a result of CSPA Explorer: JSON with version and kind was expected.") from None
    if version != VERSION:
        raise UserError(f"This result has version {version}; this program reads version {VERSION}.")
    if found != kind:
        raise UserError(f"This is the result of a {found}; the result of a {kind} was expected.")
    try:
        return make(record)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise UserError(f"This result is damaged: {str(error).rstrip('.')}.") from None


def floats(values: Any) -> np.ndarray:
    """Return nested lists as an array; null (None) becomes NaN."""
    return np.array(values, dtype=float)


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray | list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    if isinstance(value, np.generic):
        value = value.item()
    return None if isinstance(value, float) and not np.isfinite(value) else value
