"""A cache that is bounded by count and by bytes, with one lock per key for values that are slow to make."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Protocol


class Sized(Protocol):
    """A value that reports its size in bytes; it may grow while it is cached."""

    @property
    def nbytes(self) -> int:
        """Return the bytes of its arrays."""


class SizedCache:
    """Least-recently-used cache. The newest value always stays, even if it alone exceeds the bytes.

    >>> cache = SizedCache(2, 100)
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
        self._making: dict[Hashable, Lock] = {}

    def get(self, key: Hashable) -> Any:
        """Return the value, or None."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def get_or_make(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """Return the value; make it if it is missing. Callers wait for each other only if they ask for the same key.

        >>> cache = SizedCache(2, 100)
        >>> cache.get_or_make("a", lambda: memoryview(b"abc")).nbytes, len(cache)
        (3, 1)
        """
        if (found := self.get(key)) is not None:
            return found
        with self._lock:
            making = self._making.setdefault(key, Lock())
        try:
            with making:
                found = self.get(key)
                if found is None:
                    found = self[key] = make()
                return found
        finally:
            with self._lock:
                self._making.pop(key, None)

    def __setitem__(self, key: Hashable, value: Sized) -> None:
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > 1 and (len(self._values) > self.most or self.nbytes > self.most_bytes):
                self._values.popitem(last=False)

    def __len__(self) -> int:
        return len(self._values)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()

    @property
    def nbytes(self) -> int:
        """Return the bytes of all values, as large as they are now."""
        return sum(value.nbytes for value in list(self._values.values()))
