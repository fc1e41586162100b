"""Results that all sessions share: the last few, by their settings."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Any


class Kept:
    """A bounded store; what was used longest ago goes first.

    >>> kept = Kept(2)
    >>> for key in "abc":
    ...     kept[key] = key.upper()
    >>> kept.get("a"), kept.get("c")
    (None, 'C')
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._lock = Lock()
        self._values: OrderedDict[Hashable, Any] = OrderedDict()

    def get(self, key: Hashable) -> Any:
        """Return the value, or None."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def __setitem__(self, key: Hashable, value: Any) -> None:
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self.most:
                self._values.popitem(last=False)
