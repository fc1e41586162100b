"""Caches for results of own files, which sessions do not share.

Results computed from a session's file stay on that session's shelf and end with the session. Another session with the
same bytes computes them again.
"""

import re
from collections.abc import Callable, Hashable
from typing import Any

from cspa_explore.datasets.own import HERE, Shelf
from cspa_explore.sized_cache import SizedCache
from cspa_explore.ui.data.owned import shelf

DIGEST = re.compile(r"sha256=([0-9a-f]{64})")  # in the text of a data set, which is part of a key


class OwnCache:
    """A cache that all sessions share, in front of the session's own one for keys that name a file of a session."""

    def __init__(self, shared: SizedCache, mine: Shelf) -> None:
        self._shared, self._mine = shared, mine

    def _of(self, key: Hashable) -> SizedCache:
        digests = DIGEST.findall(repr(key))
        return self._shared if all(map(HERE.holds, digests)) else self._mine.results(self._shared)

    def get(self, key: Hashable) -> Any:
        """Return the value, or None."""
        return self._of(key).get(key)

    def get_or_make(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """Return the value; make it if it is missing."""
        return self._of(key).get_or_make(key, make)

    def __setitem__(self, key: Hashable, value: Any) -> None:
        self._of(key)[key] = value


def kept_apart(shared: SizedCache) -> OwnCache:
    """Return the cache for this session; only the script's thread may call this, every thread may use the result."""
    return OwnCache(shared, shelf())
