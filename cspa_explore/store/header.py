"""The header of a results file: the stream, the data, and what computed the numbers.

Stored numbers are stale if another kernel hash, numerical library or processor (`provenance.is_stale`), other sources
of the rows, or another data file would be used now.
"""

import hashlib
import json
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from cspa_explore.datasets import Info
from cspa_explore.datasets.remote import digest_of
from cspa_explore.provenance import Provenance, current, is_stale
from cspa_explore.store.rows import check
from cspa_explore.streams.stream import Stream, fields_of

FORMAT, VERSION = "cspa-explore results", 1
PACKAGE = Path(__file__).resolve().parents[1]
SOURCES = (
    "datasets/*.py", "datasets/readers/*.py", "streams/*.py", "running/play.py", "running/playing.py", "results/run.py",
)  # fmt: skip
NAMED = re.compile(r"[a-z0-9_]+")


@dataclass(frozen=True)
class Header:
    """What a file is about. `kind` names the columns: "moments", "runs" or "windows"."""

    kind: str
    stream: dict[str, Any]
    data: str  # the digest of the data; empty for toys
    rows: str  # the hash of the sources that make rows
    provenance: Provenance | None

    @classmethod
    def of(cls, kind: str, stream: Stream) -> "Header":
        """Return the header of results that this process computes."""
        return cls(kind, fields_of(stream), data_digest(stream.info) or "", ROWS_HASH, current())

    @property
    def name(self) -> str:
        """Return the name of the file: the data set, a hash of the stream, and the kind."""
        key = json.dumps(self.stream, sort_keys=True, ensure_ascii=False)
        word = NAMED.match(str(self.stream["dataset"]))
        return f"{word[0] if word else 'set'}-{check(key.encode())}.{self.kind}.csv"

    @property
    def stale(self) -> bool:
        """Say whether this process may compute other numbers."""
        return is_stale(self.provenance) or self.rows != ROWS_HASH

    def replaces(self, other: "Header") -> bool:
        """Say whether the other header's results must not be used under this one."""
        return other.stale or (other.kind, other.stream, other.data) != (self.kind, self.stream, self.data)

    def write(self) -> str:
        """Return the header as one line of JSON, with its own checksum at the end."""
        fields = {
            "format": FORMAT, "version": VERSION, "kind": self.kind, "stream": self.stream, "data": self.data,
            "rows": self.rows, "provenance": self.provenance and self.provenance.to_fields(),
        }  # fmt: skip
        return json.dumps(fields | {"check": check(_text(fields))}, ensure_ascii=False)

    @classmethod
    def read(cls, line: bytes) -> "Header | None":
        """Return the header in a file's first line; None if the line is damaged."""
        try:
            fields = json.loads(line.removeprefix(b"# "))
            given = fields.pop("check")
            if given != check(_text(fields)) or fields["format"] != FORMAT:
                return None
            if fields["version"] != VERSION:
                return cls("", {}, "", "", None)  # stale
            provenance = Provenance.from_fields(fields["provenance"])
            return cls(fields["kind"], fields["stream"], fields["data"], fields["rows"], provenance)
        except (ValueError, KeyError, TypeError, AttributeError):
            return None


def _text(fields: dict[str, Any]) -> bytes:
    return json.dumps(fields, ensure_ascii=False).encode()


def storable(stream: Stream) -> bool:
    """Say whether results of this stream are stored: not those of own files, own points or unknown files."""
    return stream.spec.listed and stream.info.kind != "own" and data_digest(stream.info) is not None


def data_digest(info: Info) -> str | None:
    """Return the digest of the data set's content; empty for a toy, None if it is not known."""
    if info.kind in ("toy", "bundled"):
        return info.spec.digest
    remote = info.spec.remote
    if remote is None:
        return None
    if remote.sha256:
        return remote.sha256
    try:
        facts = remote.path.stat()
        return _file_digest(remote.path, facts.st_size, facts.st_mtime_ns)
    except OSError:
        return None


@lru_cache(maxsize=32)
def _file_digest(path: Path, size: int, changed: int) -> str:
    return digest_of(path)


def rows_hash() -> str:
    """Return the hash of the sources that make rows and summaries, which the kernel hash does not cover."""
    digest = hashlib.blake2b(digest_size=8)
    for pattern in SOURCES:
        for path in sorted(PACKAGE.glob(pattern)):
            digest.update(f"\0{path.name}\0".encode() + path.read_bytes())
    return digest.hexdigest()


ROWS_HASH = rows_hash()  # taken when the sources are loaded: they may change while a server runs
