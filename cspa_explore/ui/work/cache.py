"""Results that all sessions share: those that were used last, by their settings."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Any, Protocol


class Sized(Protocol):
    """A value that knows how much memory it takes; it may grow while it is in the cache."""

    @property
    def nbytes(self) -> int:
        """Return the bytes of its arrays."""


class BoundedCache:
    """A cache bounded by count and by bytes: the least recently used value goes first, the newest stays.

    >>> cache = BoundedCache(2, 100)
    >>> for key in "abc":
    ...     cache[key] = memoryview(bytes(40))
    >>> cache.get("a"), cache.get("c").nbytes, cache.nbytes
    (None, 40, 80)
    >>> cache["long"] = memoryview(bytes(1000))
    >>> cache.get("c"), cache.nbytes
    (None, 1000)
    """

    def __init__(self, most: int, most_bytes: int) -> None:
        self.most, self.most_bytes = most, most_bytes
        self._lock = Lock()
        self._values: OrderedDict[Hashable, Any] = OrderedDict()

    def get(self, key: Hashable) -> Any:
        """Return the value, or None."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def __setitem__(self, key: Hashable, value: Sized) -> None:
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > 1 and (len(self._values) > self.most or self.nbytes > self.most_bytes):
                self._values.popitem(last=False)

    @property
    def nbytes(self) -> int:
        """Return the bytes of all values as they are now."""
        return sum(value.nbytes for value in list(self._values.values()))
