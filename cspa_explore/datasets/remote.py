"""Fetched data sets: files of LIBSVM's page, downloaded once into a folder, checked, parsed once and cached.

The folder is that of the environment variable CSPA_EXPLORE_DATA, otherwise the user's cache folder. A file that the
user puts there by hand is picked up. CSPA_EXPLORE_MIRROR names another server with the same files.

A file counts as fetched once it has the registered sha256; without one, once it could be parsed and has the expected
shape. A file in the folder that cannot be used is renamed, so that it can be fetched again.
"""

import hashlib
import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Lock
from typing import NamedTuple

import numpy as np
import scipy.sparse

from cspa_explore.datasets.download import DownloadError, Tell, download, unwritable
from cspa_explore.datasets.parsed_cache import cached, keep, write_whole
from cspa_explore.datasets.readers.svmlight import read_svmlight
from cspa_explore.datasets.readers.unpacking import packing
from cspa_explore.datasets.spec import Dataset
from cspa_explore.errors import UserError

BASE = "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/multiclass/"
MB = 2**20


class Remote(NamedTuple):
    """A file on LIBSVM's page."""

    address: str  # relative to the page
    shape: tuple[int, int, int]  # K, n, d
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


NEWS = Remote("news20.bz2", (20, 15935, 62061), "8c79851f6f5fdc5540a0d04a5ab728353c42d26b84e73f93bda301c06c15ffe9")
SECTOR = Remote(
    "sector/sector.scale.bz2", (105, 6412, 55197), "cba3d66eed97803665eeb76379fe9d9955712ea0e5c61d7003f644713ed842b5"
)
UNUSABLE = ".unusable"  # what the name of a file that cannot be used ends in
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
            digest = _expect_known(remote, name)
            if not remote.sha256:
                _read(remote, name, digest)
            return f"{name} is already there: {remote.path}."
        check = None if remote.sha256 else partial(_expect_complete, remote)
        try:
            download(remote.url, remote.path, remote.sha256, remote.most, tell, check)
            digest = digest_of(remote.path)
            if not remote.sha256:
                _write_record(remote, digest)
        except DownloadError as error:
            raise UserError(
                f"{name} could not be fetched from {remote.url}: {error}; you can download it by other means and put "
                f"it into {folder()} as {remote.file}."
            ) from None
        if remote.sha256:
            return f"{name} was fetched and has the registered sha256 {digest[:12]}…."
        return f"{name} was fetched; no sha256 was known, so {digest[:12]}… is recorded now."


def loader(remote: Remote, name: str, sparse: bool, binary: bool = False) -> Callable[[], Dataset]:
    """Return a loader of the data set, sparse or dense; `binary` replaces every value that is not 0 by 1."""

    def load() -> Dataset:
        with _lock_of(remote.file):
            if not remote.path.is_file():
                raise UserError(
                    f"{name} is not on this machine: fetch it on the Data page or with 'python -m cspa_explore fetch', "
                    f"or put {remote.url} into {folder()} as {remote.file}."
                )
            data = _read(remote, name, _expect_known(remote, name))
        X = data.X if data.is_sparse else scipy.sparse.csr_matrix(data.X)
        if binary:
            X.data = (X.data != 0).astype(np.float64)
        return replace(data, X=X if sparse else data.X.toarray() if data.is_sparse else data.X)

    return load


def _expect_known(remote: Remote, name: str) -> str:
    """Return the sha256 of the file in the folder; UserError if it is not the registered or the recorded one."""
    try:
        digest = digest_of(remote.path)
        known = remote.sha256 or (_record(remote).read_text().strip() if _record(remote).is_file() else "")
    except OSError as error:
        raise UserError(f"{name} needs {remote.path}, which cannot be read ({error.strerror}).") from None
    if known and digest != known:
        raise _set_aside(remote, name, f"its sha256 must be {known[:12]}…, got {digest[:12]}…")
    return digest


def _read(remote: Remote, name: str, digest: str) -> Dataset:
    """Return the data of the file in the folder; UserError if it cannot be used."""
    try:
        return _parsed(remote, remote.path, digest)
    except UserError as error:
        raise _set_aside(remote, name, str(error).removesuffix(".")) from None


def _set_aside(remote: Remote, name: str, why: str) -> UserError:
    """Rename a file that cannot be used, so that it can be fetched again; return the sentence that says so."""
    aside = remote.path.with_name(remote.file + UNUSABLE)
    try:
        os.replace(remote.path, aside)
        _record(remote).unlink(missing_ok=True)
        now = f"it is called {aside.name} now: fetch it again"
    except OSError:
        now = "delete it and fetch it again"
    return UserError(f"{remote.path} is not the file of {name}: {why}; {now}.")


def _expect_complete(remote: Remote, path: Path, measured: bool) -> None:
    """Raise DownloadError unless the downloaded file can be parsed and has the expected shape.

    A text whose length the server did not state must end with a line's end: the last number might be cut.
    """
    try:
        if not measured and not packing(content := path.read_bytes()) and not content.endswith(b"\n"):
            raise UserError("it ends in the middle of a line.")
        _parsed(remote, path, digest_of(path))
    except UserError as error:
        raise DownloadError(f"what arrived cannot be used: {str(error).removesuffix('.')}") from None


def _parsed(remote: Remote, path: Path, digest: str) -> Dataset:
    """Return the data of a file, cached by its digest; UserError if it cannot be parsed or has another shape."""
    cache = _cache_of(remote, digest)
    stored = cached(cache)
    data = stored or read_svmlight(path.read_bytes(), remote.file, d=remote.shape[2]).data
    found = (data.n_classes, len(data.y), data.d)
    if found != remote.shape:
        has, must = ("K={:,}, n={:,}, d={:,}".format(*sizes) for sizes in (found, remote.shape))
        raise UserError(f"it must have {must}, got {has}.")
    if stored is None:
        keep(data, cache)
    return data


def digest_of(path: Path) -> str:
    """Return the sha256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _record(remote: Remote) -> Path:
    """Return the file that holds the recorded sha256."""
    return folder() / f"{remote.file}.sha256"


def _cache_of(remote: Remote, digest: str) -> Path:
    """Return the file that holds the parsed data."""
    return folder() / f"{remote.file}.{digest[:16]}.npz"


def _write_record(remote: Remote, digest: str) -> None:
    """Record the sha256; if this fails, forget the file, and DownloadError says why."""
    try:
        write_whole(_record(remote), lambda file: file.write(digest.encode()))
    except OSError as error:
        for path in (remote.path, _cache_of(remote, digest)):
            path.unlink(missing_ok=True)
        raise unwritable(folder(), error) from None


def _lock_of(file: str) -> Lock:
    with _guard:
        return _locks.setdefault(file, Lock())
