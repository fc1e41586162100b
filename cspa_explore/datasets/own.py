"""Own files: data sets under the hash of their content, on the shelf of their owner.

The owner is a session of the dashboard, or the process for files named on the command line. A file that leaves the last
shelf is forgotten together with everything that was computed from it.
"""

import hashlib
from collections import OrderedDict
from threading import RLock, Thread
from typing import NamedTuple
from weakref import WeakKeyDictionary, WeakSet, finalize

from cspa_explore.calls import parse_call
from cspa_explore.datasets.grammar import Content
from cspa_explore.datasets.readers.reading import Reading
from cspa_explore.datasets.spec import Dataset, Shape, Sigmas
from cspa_explore.errors import UserError
from cspa_explore.sized_cache import SizedCache, forget

MOST_BYTES = 400 * 2**20  # of the data sets on one shelf
KEY = "file"
LESS = 4  # a shelf keeps this many times fewer results than the whole server


class Place(NamedTuple):
    """The key of an own data set: the file's content, and how it was read."""

    sha256: str
    label: int
    raw: int
    binary: int = 0


class Shelf:
    """The own files of one owner. The oldest are dropped if they need too much memory; the newest always stays.

    >>> import numpy as np
    >>> shelf = Shelf()
    >>> text = shelf.add(b"content", "a.csv", Dataset(np.eye(2), np.array([0, 1]), 2, ("x", "y")))
    >>> text[:20], text[-27:], shelf.has(text), shelf.nbytes
    ('file(sha256=ed7002b4', ' name=a.csv, K=2, n=2, d=2)', True, 48)
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self.most_bytes = most_bytes
        self.dropped: list[str] = []  # names of files that made room for others; a page shows and clears them
        self._sets: OrderedDict[Place, tuple[str, Dataset, Reading | None]] = OrderedDict()
        self._results: WeakKeyDictionary[SizedCache, SizedCache] = WeakKeyDictionary()
        with _lock:
            _shelves.add(self)
        finalize(self, _leave, self._sets).atexit = False

    def add(self, content: bytes, name: str, data: Dataset, reading: Reading | None = None) -> str:
        """Keep the data set that was read from a file's content; return its text."""
        label, raw = (reading.label, int(bool(reading.label) and not reading.scaled)) if reading else (0, 0)
        place = Place(digest_of(content), label, raw, int(reading.binary) if reading else 0)
        sizes = {"K": data.n_classes, "n": len(data.y), "d": data.d, "sparse": int(data.is_sparse)}
        arguments = {"name": name, **sizes, **place._asdict()}
        text = f"{KEY}({Content().write(arguments)})"
        with _lock:
            self._sets[place] = (text, data, reading)
            self._sets.move_to_end(place)
            while len(self._sets) > 1 and self.nbytes > self.most_bytes:
                gone, (old, _, _) = self._sets.popitem(last=False)
                self.dropped.append(_name(old))
                self._forget(gone.sha256)
        return text

    def get(self, place: Place) -> Dataset | None:
        """Return the data set, or None."""
        with _lock:
            found = self._sets.get(place)
        return found[1] if found else None

    def reading(self, place: Place) -> Reading | None:
        """Return how the file was understood, if this is known."""
        with _lock:
            found = self._sets.get(place)
        return found[2] if found else None

    def remove(self, place: Place) -> None:
        """Forget the data set."""
        with _lock:
            if self._sets.pop(place, None):
                self._forget(place.sha256)

    def _forget(self, sha256: str) -> None:
        """Forget what this owner has computed from a file that it no longer has in any form."""
        if not self.holds(sha256):
            for cache in list(self._results.values()):
                cache.drop(sha256)
        _forget_unless_kept(sha256)

    def holds(self, sha256: str) -> bool:
        """Say whether a data set of the file with this content is on the shelf."""
        with _lock:
            return any(place.sha256 == sha256 for place in self._sets)

    def results(self, shared: SizedCache) -> SizedCache:
        """Return the owner's cache for results that otherwise go to the shared one."""
        with _lock:
            if shared not in self._results:
                self._results[shared] = SizedCache(max(1, shared.most // LESS), shared.most_bytes // LESS)
            return self._results[shared]

    def has(self, text: str) -> bool:
        """Say whether the data set with this text is on the shelf."""
        with _lock:
            return any(kept == text for kept, _, _ in self._sets.values())

    @property
    def texts(self) -> tuple[str, ...]:
        """Return the texts of its data sets, oldest first."""
        with _lock:
            return tuple(text for text, _, _ in self._sets.values())

    @property
    def nbytes(self) -> int:
        """Return the bytes of its data sets."""
        with _lock:
            return sum(data.nbytes for _, data, _ in self._sets.values())


_lock = RLock()
_shelves: "WeakSet[Shelf]" = WeakSet()
_found: dict[Place, Sigmas] = {}  # measured values of σ


def add(content: bytes, name: str, data: Dataset, reading: Reading | None = None) -> str:
    """Keep the data set for the whole process; return its text."""
    return HERE.add(content, name, data, reading)


def digest_of(content: bytes) -> str:
    """Return the sha256 of a file's content."""
    return hashlib.sha256(content).hexdigest()


def place_of(sha256: str, label: int, raw: int, binary: int = 0, **others: object) -> Place:
    """Return the key of the data set with these arguments."""
    return Place(sha256, label, raw, binary)


def find(place: Place) -> Dataset | None:
    """Return the data set from any shelf, or None."""
    with _lock:
        return next((data for shelf in list(_shelves) if (data := shelf.get(place)) is not None), None)


def load(name: str, **arguments: object) -> Dataset:
    """Return the data set; UserError if it is on no shelf."""
    place = place_of(**arguments)  # type: ignore[arg-type]
    data = find(place)
    if data is None:
        raise UserError(
            f"The file '{name}' (sha256 {place.sha256[:12]}…) is not on this machine: give it with --file, or on the "
            f"Data page."
        )
    return data


def present(**arguments: object) -> bool:
    """Say whether the data set is on a shelf."""
    return find(place_of(**arguments)) is not None  # type: ignore[arg-type]


def shape(K: int, n: int, d: int, sparse: int, **others: object) -> Shape:
    """Return the shape that the text states; class names and counts are known only from the content."""
    return Shape(K, n, d, sparse=bool(sparse))


def sigmas(**arguments: object) -> Sigmas | None:
    """Return the measured values of σ; None if they are not measured."""
    return _found.get(place_of(**arguments))  # type: ignore[arg-type]


def keep_sigmas(found: Sigmas, **arguments: object) -> None:
    """Remember values of σ for the data set, as long as it is on a shelf."""
    place = place_of(**arguments)  # type: ignore[arg-type]
    with _lock:
        if find(place) is not None:
            _found[place] = found


def _leave(sets: "OrderedDict[Place, tuple[str, Dataset, Reading | None]]") -> None:
    """Forget the files of a shelf whose owner is gone.

    The garbage collector may call this while this thread holds the lock of a cache, so another thread does the work.
    """

    def leave() -> None:
        with _lock:
            gone = {place.sha256 for place in sets}
            sets.clear()
            for digest in gone:
                _forget_unless_kept(digest)

    if sets:
        Thread(target=leave, name="forget own files", daemon=True).start()


def _forget_unless_kept(sha256: str) -> None:
    """Forget what was computed from a file, unless another shelf holds it."""
    if any(place.sha256 == sha256 for shelf in list(_shelves) for place in list(shelf._sets)):
        return
    forget(sha256)
    for place in [place for place in _found if place.sha256 == sha256]:
        del _found[place]


def _name(text: str) -> str:
    return Content().read(parse_call(text, "A data set", KEY))["name"]


HERE = Shelf(2**29)  # of the process: files named on the command line
