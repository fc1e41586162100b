"""A cache that is bounded by count and by bytes, with one lock per key for values that are slow to make."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Protocol
from weakref import WeakSet


class Sized(Protocol):
    """A value that reports its size in bytes; it may grow while it is cached."""

    @property
    def nbytes(self) -> int:
        """Return the bytes of its arrays."""


_all: "WeakSet[SizedCache]" = WeakSet()


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
        _all.add(self)

    def get(self, key: Hashable) -> Any:
        """Return the value, or None."""
        with self._lock:
            if (value := self._values.get(key)) is not None:
                self._values.move_to_end(key)
            return value

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

    def drop(self, word: str) -> None:
        """Forget every value whose key mentions the word."""
        with self._lock:
            for key in [key for key in self._values if word in repr(key)]:
                del self._values[key]


def forget(word: str) -> None:
    """Make every cache forget the values whose keys mention the word, such as the hash of a file.

    >>> cache = SizedCache(2, 100)
    >>> cache["a5f3 scaled"] = cache["b"] = memoryview(b"abc")
    >>> forget("a5f3")
    >>> cache.get("a5f3 scaled"), len(cache)
    (None, 1)
    """
    for cache in list(_all):
        cache.drop(word)
