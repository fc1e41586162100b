"""One results file: the rows that are known, rows appended while work goes on, and a sorted file at its end.

Appending writes whole lines at the end of the file. A process that is killed leaves all earlier lines, and perhaps one
that was cut off, which its checksum gives away. `close` atomically replaces the file by the same rows in sorted order,
so the same rows always give the same bytes.
"""

import contextlib
import json
import os
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np

from cspa_explore.store.header import Header
from cspa_explore.store.lock import locked
from cspa_explore.store.rows import Key, Row, head_of, key_of, read_lines, values_of, write_rows
from cspa_explore.wording import counted

TIMES = ".times.json"  # beside the rows, because timings are never the same twice


class Book:
    """The rows of one stream and kind. All methods may be called from any thread; a write error only ends storing."""

    def __init__(self, path: Path, header: Header, columns: Sequence[str], tell: Callable[[str], None]) -> None:
        """Read the file; report and forget what is damaged, forget what is stale."""
        self.path, self._tell = path, tell
        self._columns = tuple(columns)
        self._head = head_of(header.write(), columns)
        self._lines: dict[Key, bytes] = {}
        self.micros: dict[str, float] = {}  # by algorithm, the shortest time per round in µs
        self.reused = 0  # rows that were asked for and found
        self._fresh = True  # no file yet that rows can be appended to
        self._changed = self._broken = False
        with contextlib.suppress(FileNotFoundError):
            self._load(header)

    def _load(self, header: Header) -> None:
        try:
            with locked(self.path.parent):
                content = self.path.read_bytes()
            os.utime(self.path)  # the store drops the files that were not used for the longest time
        except FileNotFoundError:
            raise
        except OSError as error:
            self._give_up(error)
            return
        head, found = split_head(content)
        there = Header.read(head.partition(b"\n")[0])
        if there is None or (not header.replaces(there) and head != head_of(there.write(), self._columns)):
            self._tell(f"The stored results {self.path.name} are damaged: all of them are computed again.")
            return
        if header.replaces(there):
            return
        self._fresh, self._head = False, head
        self._lines, damaged = read_lines(found, key_of(head))
        self._changed = found != sorted_lines(self._lines)  # a process was killed before it closed its book
        if damaged:
            rows = counted(damaged, "row")
            self._tell(f"The stored results {self.path.name} are damaged: {rows} will be computed again.")
        with contextlib.suppress(OSError, ValueError):
            self.micros = {str(k): float(v) for k, v in json.loads(self._times.read_text()).items()}

    @property
    def _times(self) -> Path:
        return self.path.with_suffix(TIMES)

    def __len__(self) -> int:
        return len(self._lines)

    def has(self, learner: str, trial: int, seed: int) -> bool:
        """Say whether a row is stored."""
        return (learner, trial, seed) in self._lines

    def get(self, learner: str, trial: int, seed: int) -> np.ndarray | None:
        """Return the values of a stored row, or None."""
        line = self._lines.get((learner, trial, seed))
        if line is None:
            return None
        self.reused += 1
        return values_of(line)

    def add(self, rows: Iterable[Row]) -> None:
        """Append rows to the file."""
        if self._broken:
            return
        lines = write_rows(rows, key_of(self._head))
        try:
            with locked(self.path.parent):
                self._append(lines)
        except OSError as error:
            self._give_up(error)
            return
        self._lines |= read_lines(lines, key_of(self._head))[0]
        self._changed = True

    def _append(self, lines: bytes) -> None:
        """Append the lines; a file that is missing, stale or damaged is replaced first."""
        if not self.path.exists() or (self._fresh and not self._is_ours()):
            replace_file(self.path, self._head)
        self._fresh = False
        if not self._is_ours():
            raise OSError("another version of the program has replaced it")
        with self.path.open("r+b") as file:
            file.seek(-1, os.SEEK_END)
            cut_off = file.read(1) != b"\n"
            file.write(b"\n" + lines if cut_off else lines)

    def _is_ours(self) -> bool:
        """Say whether the file has this book's header."""
        with self.path.open("rb") as file:
            return file.read(len(self._head)) == self._head

    def close(self) -> None:
        """Sort the file's rows, with those that others have added meanwhile, unless nothing has changed."""
        if not self._changed or self._broken:
            return
        self._changed = False
        try:
            with locked(self.path.parent):
                head, body = split_head(self.path.read_bytes())
                if head == self._head:
                    lines, _ = read_lines(body, key_of(head))
                    replace_file(self.path, head + sorted_lines(lines))
                if self.micros:
                    replace_file(self._times, json.dumps(self.micros).encode())
        except FileNotFoundError:
            return  # deleted meanwhile
        except OSError as error:
            self._give_up(error)

    def _give_up(self, error: OSError) -> None:
        self._broken = True
        reason = error.strerror or error
        self._tell(f"Results are not stored in {self.path} ({reason}).")


def split_head(content: bytes) -> tuple[bytes, bytes]:
    """Return the first two lines of a file, and the rest."""
    end = content.find(b"\n", content.find(b"\n") + 1) + 1
    return content[:end], content[end:]


def sorted_lines(lines: dict[Key, bytes]) -> bytes:
    """Return the lines in the order of learner, trial and seed."""
    return b"".join(lines[key] + b"\n" for key in sorted(lines))


def replace_file(path: Path, content: bytes) -> None:
    """Write a file atomically and durably: after a crash it is the old one or the new one."""
    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as file:
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            os.replace(file.name, path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise


class NoBook:
    """A book of results that are not stored: it knows nothing and keeps nothing."""

    reused = 0

    def __init__(self) -> None:
        self.micros: dict[str, float] = {}

    def has(self, learner: str, trial: int, seed: int) -> bool:
        """Return False."""
        return False

    def get(self, learner: str, trial: int, seed: int) -> np.ndarray | None:
        """Return None."""
        return None

    def add(self, rows: Iterable[Row]) -> None:
        """Keep nothing."""
