"""Where results are stored, and how much of them: the environment variables and the defaults."""

import logging
import os
from collections.abc import Callable
from pathlib import Path

from cspa_explore.errors import UserError
from cspa_explore.store.store import MB, Store

VARIABLE = "CSPA_EXPLORE_RESULTS"  # a folder, or OFF
LIMIT_VARIABLE = "CSPA_EXPLORE_RESULTS_MB"
OFF = "off"
MOST_MB = 500
_log = logging.getLogger("cspa_explore")


def folder_of() -> Path | None:
    """Return the folder of stored results, which need not exist; None if CSPA_EXPLORE_RESULTS is "off"."""
    chosen = os.environ.get(VARIABLE)
    if chosen == OFF:
        return None
    if chosen:
        return Path(chosen).expanduser().resolve()
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "cspa-explore" / "results"


def default_store(tell: Callable[[str], None] = _log.warning) -> Store | None:
    """Return the store that commands and pages use; None if it is off, or if the user's cache cannot be written.

    UserError if an environment variable has an unusable value.
    """
    folder = folder_of()
    if folder is None:
        return None
    try:
        return Store(folder, limit() * MB, tell)
    except UserError:
        if os.environ.get(VARIABLE):
            raise
        return None


def limit() -> int:
    """Return the most megabytes that are stored."""
    text = os.environ.get(LIMIT_VARIABLE) or str(MOST_MB)
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 10**6:
        raise UserError(f"{LIMIT_VARIABLE} must be a whole number 1 to 1000000, got '{text[:60]}'.")
    return int(text)
