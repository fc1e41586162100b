"""The store: a folder of results files, bounded in size: the least recently used files are dropped first."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from cspa_explore.errors import UserError, suggestion
from cspa_explore.store.book import TIMES, Book, NoBook, split_head
from cspa_explore.store.header import Header, storable
from cspa_explore.store.lock import locked
from cspa_explore.store.rows import key_of, read_lines
from cspa_explore.streams.stream import Stream

MB = 10**6
CURRENT, STALE, DAMAGED = "current", "stale", "damaged"
PARTS = 3600  # seconds after which a temporary file counts as left by a killed process


class Entry(NamedTuple):
    """A file of the store."""

    name: str
    kind: str  # "moments": right proposals so far, of sweeps and contests; "runs": everything that a run records;
    # "windows": right proposals in every 100 rounds, of tables and their curves
    words: str  # the stream
    rows: int
    nbytes: int
    used: float  # seconds since 1970
    state: str  # current, stale or damaged


class Store:
    """Results in a folder, at most so many bytes. `tell` gets a sentence about damaged files and failed writes."""

    def __init__(
        self, folder: Path | str, most_bytes: int = 500 * MB, tell: Callable[[str], None] = lambda sentence: None
    ) -> None:
        """Make the folder; UserError if that is impossible."""
        self.folder, self.most_bytes, self.tell = Path(folder), most_bytes, tell
        self.reused = 0  # rows that were found instead of computed
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with locked(self.folder):
                pass
        except OSError as error:
            rule = "The folder of stored results must be one that you can write into"
            raise UserError(f"{rule}, got '{folder}' ({error.strerror}).") from None

    def book(self, kind: str, stream: Stream, columns: Sequence[str]) -> Book | NoBook:
        """Return the stored results of a stream; an empty book that keeps nothing if they are never stored."""
        if not storable(stream):
            return NoBook()
        header = Header.of(kind, stream)
        return Book(self.folder / header.name, header, columns, self.tell)

    def close(self, book: Book | NoBook) -> None:
        """Finish a book, and drop other files if all together are too large."""
        self.reused += book.reused
        if isinstance(book, Book):
            book.close()
            self.trim(keep=book.path)

    def files(self) -> list[Path]:
        """Return the results files, the least recently used first."""
        return sorted(self.folder.glob("*.csv"), key=lambda path: _facts(path)[0])

    def trim(self, keep: Path | None = None) -> None:
        """Drop the least recently used files until the rest fits into the limit; report a file that stays."""
        try:
            self._trim(keep)
        except OSError as error:
            self.tell(f"Old results in {self.folder} cannot be removed ({error.strerror}).")

    def _trim(self, keep: Path | None) -> None:
        for path in self.folder.glob("*.part"):
            if time.time() - _facts(path)[0] > PARTS:
                path.unlink(missing_ok=True)
        sizes = {path: _facts(path)[1] for path in self.files()}
        total = sum(sizes.values())
        for path, size in sizes.items():
            if total <= self.most_bytes:
                break
            if path != keep:
                self._remove(path)
                total -= size

    def entries(self) -> list[Entry]:
        """Return what is stored, the most recently used first; every row is checked."""
        return [entry for path in reversed(self.files()) if (entry := self._entry(path)) is not None]

    def _entry(self, path: Path) -> Entry | None:
        """Return what a file holds; None if it was deleted meanwhile."""
        try:
            with locked(self.folder):
                content, facts = path.read_bytes(), path.stat()
        except OSError:
            return None
        head, body = split_head(content)
        header = Header.read(head.partition(b"\n")[0])
        if header is None:
            return Entry(path.name, "", "", 0, len(content), facts.st_mtime, DAMAGED)
        lines, damaged = read_lines(body, key_of(head))
        try:
            words = str(Stream(**header.stream)) if header.stream else ""  # empty: of another version
        except (UserError, TypeError):  # a setting or a data set of another version
            words = str(header.stream.get("dataset", ""))
        state = DAMAGED if damaged else STALE if header.stale else CURRENT
        return Entry(path.name, header.kind, words, len(lines), len(content), facts.st_mtime, state)

    def delete(self, names: Sequence[str]) -> int:
        """Delete files by name; return their bytes. UserError if there is no such file."""
        paths = {path.name: path for path in self.files()}
        for name in names:
            if name not in paths:
                raise UserError(f"There is no stored file '{name}'{suggestion(name, paths) if paths else '.'}")
        freed = sum(_facts(paths[name])[1] for name in names)
        for name in names:
            self._remove(paths[name])
        return freed

    def _remove(self, path: Path) -> None:
        with locked(self.folder):
            path.unlink(missing_ok=True)
            path.with_suffix(TIMES).unlink(missing_ok=True)


@contextmanager
def opened(
    store: Store | None, kind: str, stream: Stream, columns: Callable[[], Sequence[str]]
) -> Iterator[Book | NoBook]:
    """Yield the book of a stream, and finish it at the end, also after an error; without a store, an empty book."""
    if store is None:
        yield NoBook()
        return
    book = store.book(kind, stream, columns())
    try:
        yield book
    finally:
        store.close(book)


def _facts(path: Path) -> tuple[float, int]:
    """Return when a file was last used, and its bytes; zeros if it was deleted meanwhile."""
    try:
        found = path.stat()
    except OSError:
        return 0.0, 0
    return found.st_mtime, found.st_size
