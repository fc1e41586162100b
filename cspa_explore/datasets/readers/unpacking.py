"""Bounded decompression: a stream of the unpacked bytes that raises UserError before it exceeds its bounds."""

import bz2
import io
import lzma
import zlib
from collections.abc import Callable
from typing import Any

from cspa_explore.datasets.readers.limits import FREE, MOST_RATIO, MOST_UNPACKED, megabytes
from cspa_explore.datasets.readers.reading import Tell, no_news
from cspa_explore.errors import UserError

PIECE = 2**20  # bytes unpacked at a time
MEMORY = 2**26  # of the xz dictionary
MAGIC: dict[bytes, tuple[str, Callable[[], Any]]] = {
    b"\x1f\x8b": ("gzip", lambda: zlib.decompressobj(wbits=31)),
    b"BZh": ("bzip2", bz2.BZ2Decompressor),
    b"\xfd7zXZ\x00": ("xz", lambda: lzma.LZMADecompressor(format=lzma.FORMAT_XZ, memlimit=MEMORY)),
}


def packing(content: bytes) -> str:
    """Return "gzip", "bzip2", "xz", or "" for bytes that are not compressed."""
    return next((name for magic, (name, _) in MAGIC.items() if content.startswith(magic)), "")


def opened(content: bytes, name: str, tell: Tell = no_news) -> io.BufferedReader:
    """Return a stream of the file's bytes, unpacked if they are compressed."""
    return io.BufferedReader(_Plain(content, tell) if not packing(content) else _Unpacked(content, name, tell), PIECE)


class _Plain(io.RawIOBase):
    """The bytes as they are, without a copy."""

    def __init__(self, content: bytes, tell: Tell) -> None:
        self._content, self._at, self._tell = memoryview(content), 0, tell

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece = self._content[self._at : self._at + len(buffer)]
        buffer[: len(piece)] = piece
        self._at += len(piece)
        self._tell(self._at / max(1, len(self._content)))
        return len(piece)


class _Unpacked(io.RawIOBase):
    """The unpacked bytes; several compressed streams may follow each other."""

    def __init__(self, content: bytes, name: str, tell: Tell) -> None:
        self._name, self._tell = name, tell
        self._kind, self._make = next(value for magic, value in MAGIC.items() if content.startswith(magic))
        self._content, self._at = memoryview(content), 0
        self._machine, self._waiting, self._left, self._made = self._make(), b"", b"", 0
        self._ended = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self._left:
            self._left = self._next()
            self._made += len(self._left)
            self._expect_bounded()
            self._tell(self._at / len(self._content))
        piece = self._left[: len(buffer)]
        buffer[: len(piece)] = piece
        self._left = self._left[len(piece) :]
        return len(piece)

    def _next(self) -> bytes:
        """Return at most PIECE further bytes; none at the end."""
        try:
            while not self._ended:
                if self._machine.eof and not self._another():
                    break
                if made := self._step():
                    return made
        except (OSError, EOFError, ValueError, zlib.error, lzma.LZMAError, MemoryError) as error:
            raise UserError(f"{self._name} cannot be unpacked: its {self._kind} data are damaged ({error}).") from None
        return b""

    def _step(self) -> bytes:
        gzip = self._kind == "gzip"
        if not self._waiting and (gzip or self._machine.needs_input):
            fed = bytes(self._content[self._at : self._at + PIECE])
            self._at += len(fed)
            if not fed:
                raise EOFError("the file ends too early")
            self._waiting = fed
        given, self._waiting = self._waiting, b""
        made = self._machine.decompress(given, PIECE)
        if gzip:
            self._waiting = self._machine.unconsumed_tail
        return made

    def _another(self) -> bool:
        """Start the next compressed stream of the file; False at the end, which may be padded with zeros."""
        rest = self._machine.unused_data + bytes(self._content[self._at : self._at + 16])
        if not rest.strip(b"\0"):
            self._ended = True
            return False
        self._waiting, self._machine = self._machine.unused_data, self._make()
        return True

    def _expect_bounded(self) -> None:
        used = max(1, self._at)
        if self._made > MOST_UNPACKED:
            raise UserError(f"{self._name} unpacks to more than {megabytes(MOST_UNPACKED)}, which is the limit.")
        if self._made > FREE and self._made > MOST_RATIO * used:
            raise UserError(
                f"{self._name} unpacks to more than {MOST_RATIO} times its size, so it was refused as a bomb."
            )
