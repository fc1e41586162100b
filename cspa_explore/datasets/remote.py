"""Fetched data sets: files of LIBSVM's page, downloaded once into a folder, checked, parsed once and cached.

The folder is that of the environment variable CSPA_EXPLORE_DATA, otherwise the user's cache folder. A file that the
user puts there by hand is picked up. CSPA_EXPLORE_MIRROR names another server with the same files.
"""

import hashlib
import os
import tempfile
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse

from cspa_explore.datasets.download import DownloadError, Tell, download
from cspa_explore.datasets.spec import Dataset
from cspa_explore.errors import UserError

BASE = "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/multiclass/"
MB = 2**20


class Remote(NamedTuple):
    """A file on LIBSVM's page."""

    address: str  # relative to the page
    sha256: str = ""  # "" if it is not known
    most: int = 64 * MB  # bytes

    @property
    def file(self) -> str:
        """Return the file's name, in the folder too."""
        return self.address.rpartition("/")[2]

    @property
    def url(self) -> str:
        """Return the address of the file."""
        base = os.environ.get("CSPA_EXPLORE_MIRROR") or BASE
        return f"{base.rstrip('/')}/{self.address}"

    @property
    def path(self) -> Path:
        """Return the place of the file on this machine, which need not exist."""
        return folder() / self.file


NEWS = Remote("news20.bz2", "8c79851f6f5fdc5540a0d04a5ab728353c42d26b84e73f93bda301c06c15ffe9")
SECTOR = Remote("sector/sector.scale.bz2", "cba3d66eed97803665eeb76379fe9d9955712ea0e5c61d7003f644713ed842b5")
_locks: dict[str, Lock] = {}
_guard = Lock()


def folder() -> Path:
    """Return the folder of fetched files, which need not exist."""
    if chosen := os.environ.get("CSPA_EXPLORE_DATA"):
        return Path(chosen).expanduser()
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "cspa-explore" / "data"


def here(remote: Remote) -> Callable[[], bool]:
    """Return a function that says whether the file is in the folder."""
    return lambda: remote.path.is_file()


def fetch(remote: Remote, name: str, tell: Tell = lambda done, total: None) -> str:
    """Download the file unless it is there; return what happened, in a sentence."""
    with _lock_of(remote.file):
        if remote.path.is_file():
            expect_content(remote, name)
            return f"{name} is already there: {remote.path}."
        try:
            download(remote.url, remote.path, remote.sha256, remote.most, tell)
        except DownloadError as error:
            raise UserError(
                f"{name} could not be fetched from {remote.url}: {error}; you can download it by other means and put "
                f"it into {folder()} as {remote.file}."
            ) from None
        digest = digest_of(remote.path)
        if remote.sha256:
            return f"{name} was fetched and has the registered sha256 {digest[:12]}…."
        _record(remote).write_text(digest)
        return f"{name} was fetched; no sha256 was known, so {digest[:12]}… is recorded now."


def expect_content(remote: Remote, name: str) -> str:
    """Return the sha256 of the file; UserError if it is not the registered or the recorded one."""
    try:
        digest = digest_of(remote.path)
        known = remote.sha256 or (_record(remote).read_text().strip() if _record(remote).is_file() else "")
    except OSError as error:
        raise UserError(f"{name} needs {remote.path}, which cannot be read ({error.strerror}).") from None
    if known and digest != known:
        raise UserError(
            f"{remote.path} is not the file of {name}: its sha256 must be {known[:12]}…, got {digest[:12]}…; delete it "
            f"and fetch it again."
        )
    return digest


def loader(remote: Remote, name: str, d: int, sparse: bool, binary: bool = False) -> Callable[[], Dataset]:
    """Return a loader of the data set, sparse or dense; `binary` replaces every value that is not 0 by 1."""

    def load() -> Dataset:
        with _lock_of(remote.file):
            if not remote.path.is_file():
                raise UserError(
                    f"{name} is not on this machine: fetch it on the Data page or with 'python -m cspa_explore fetch', "
                    f"or put {remote.url} into {folder()} as {remote.file}."
                )
            digest = expect_content(remote, name)
            cache = folder() / f"{remote.file}.{digest[:16]}.npz"
            data = _cached(cache) or _parsed(remote, d, cache)
        X = data.X if data.is_sparse else scipy.sparse.csr_matrix(data.X)
        if binary:
            X.data = (X.data != 0).astype(np.float64)
        return replace(data, X=X if sparse else data.X.toarray() if data.is_sparse else data.X)

    return load


def _parsed(remote: Remote, d: int, cache: Path) -> Dataset:
    from cspa_explore.datasets.readers.svmlight import read_svmlight  # imported here because pandas is slow

    data = read_svmlight(remote.path.read_bytes(), remote.file, d=d).data
    arrays: dict[str, Any] = {"y": data.y, "names": np.array(data.names)}
    if data.is_sparse:
        arrays |= {"data": data.X.data, "indices": data.X.indices, "indptr": data.X.indptr, "shape": data.X.shape}
    else:
        arrays |= {"X": data.X}
    part = ""
    try:
        with tempfile.NamedTemporaryFile(dir=cache.parent, suffix=".part", delete=False) as file:
            part = file.name
            np.savez_compressed(file, **arrays)
        os.replace(part, cache)
    except OSError:  # without a cache the file is parsed again next time
        if part:
            Path(part).unlink(missing_ok=True)
    return data


def _cached(path: Path) -> Dataset | None:
    """Return the parsed data set; None if it is not cached, or if the cache is damaged."""
    try:
        with np.load(path, allow_pickle=False) as stored:
            names, y = tuple(map(str, stored["names"])), stored["y"].astype(np.int64)
            if "X" in stored:
                return Dataset(stored["X"], y, len(names), names)
            parts = (stored["data"], stored["indices"], stored["indptr"])
            return Dataset(scipy.sparse.csr_matrix(parts, tuple(stored["shape"])), y, len(names), names)
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None


def digest_of(path: Path) -> str:
    """Return the sha256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _record(remote: Remote) -> Path:
    """Return the file that holds the recorded sha256."""
    return folder() / f"{remote.file}.sha256"


def _lock_of(file: str) -> Lock:
    with _guard:
        return _locks.setdefault(file, Lock())
