"""The kernel cache: compiled kernels on disk, one file each, in a folder that is named by the kernel hash.

The hash of the sources, the kernel's name, its argument types and the processor identify a kernel; paths and dates of
the source files do not matter. Several processes may fill the cache at the same time: a file is written under a
temporary name and renamed, and no two kernels share a file. The kernel of a damaged or lost file is compiled again.
"""

import contextlib
import hashlib
import os
import pickle
import stat
import tempfile
import time
import uuid
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from numba.core.caching import Cache
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target
from numba.core.serialize import dumps

from cspa_explore.core.kernel_hash import kernel_hash, source_files
from cspa_explore.errors import UserError

CACHE_VARIABLE = "CSPA_EXPLORE_CACHE"
KEEP_SECONDS = 30 * 24 * 3600  # caches of other sources are removed when unused for so long


class KernelCache(Cache):
    """The cache of one entry point, as a Numba cache; this class uses private parts of Numba."""

    def __init__(self, function: Callable, folder: Path) -> None:
        self._py_func, self._cache_path = function, str(folder)
        self._prefix = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}"
        self.enable()

    def flush(self) -> None:
        """Remove the entry point's kernels."""
        for path in Path(self._cache_path).glob(f"{self._prefix}-*.nbc"):
            path.unlink(missing_ok=True)

    def _load_overload(self, sig: Any, target_context: Any) -> CompileResult | None:
        """Return the cached kernel for the argument types; None if it has to be compiled."""
        key = self._index_key(sig, target_context.codegen())
        if not (self._enabled and loaded_as_hashed()):
            return None
        try:
            with self._file(key).open("rb") as file:
                if pickle.load(file) != key:
                    return None
                return CompileResult._rebuild(target_context, *pickle.load(file))
        except Exception:  # no file; or a damaged pickle, which can raise anything
            return None

    def _save_overload(self, sig: Any, data: CompileResult) -> None:
        """Write a kernel; if that is impossible, the kernel stays in memory only."""
        if not (self._enabled and loaded_as_hashed()) or data.library.has_dynamic_globals:
            return
        key = self._index_key(sig, data.codegen)
        with contextlib.suppress(OSError):
            _write(self._file(key), dumps(key) + dumps(data._reduce()))

    def signatures(self, codegen: Any) -> list[tuple]:
        """Return the argument types for which the cache holds the kernel, without loading or compiling it."""
        if not (self._enabled and loaded_as_hashed()):
            return []
        machine = self._index_key((), codegen)[1:]
        found = (_key_in(path) for path in Path(self._cache_path).glob(f"{self._prefix}-*.nbc"))
        return [key[0] for key in found if key is not None and key[1:] == machine]

    def _file(self, key: tuple) -> Path:
        """Return the kernel's file; the file also holds the key, in case two keys have the same digest."""
        digest = hashlib.blake2b(repr(key).encode(), digest_size=16).hexdigest()
        return Path(self._cache_path) / f"{self._prefix}-{digest}.nbc"


def cached_signatures(kernel: Any) -> list[tuple]:
    """Return the argument types for which the disk cache holds the kernel, for this processor and these sources.

    Empty for a kernel without a cache.
    """
    cache = getattr(kernel, "_cache", None)
    return cache.signatures(kernel.targetctx.codegen()) if isinstance(cache, KernelCache) else []


def _key_in(path: Path) -> tuple | None:
    """Return the key that a kernel's file begins with; None if the file is damaged or gone."""
    try:
        with path.open("rb") as file:
            key = pickle.load(file)
    except Exception:  # a damaged pickle can raise anything
        return None
    return key if isinstance(key, tuple) else None


def _write(path: Path, content: bytes) -> None:
    """Write a file atomically: other processes see all of it, or none."""
    part = path.with_suffix(f".{uuid.uuid4().hex}.part")
    try:
        part.write_bytes(content)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


# The folder


def cache_folder() -> Path | None:
    """Return a private, writable folder for the kernels of these sources, or None if there is none.

    It tries $CSPA_EXPLORE_CACHE (UserError if that is not usable), else $XDG_CACHE_HOME or ~/.cache, then the temporary
    folder. Cached code is executed, so nobody else may be able to write into the folder.
    """
    name = f"kernels-{KERNEL_HASH}"
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen:
        folder = Path(chosen).expanduser().resolve() / name
        if not usable(folder):
            rule = "must be a folder that you, and nobody else, can write into"
            raise UserError(f"{CACHE_VARIABLE} {rule}, got '{chosen}'.")
        return folder
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    user = os.getuid() if hasattr(os, "getuid") else "user"
    for root in (Path(home) / "cspa-explore", Path(tempfile.gettempdir()) / f"cspa-explore-{user}"):
        if root.is_absolute() and usable(root / name):
            return root / name
    return None


def usable(folder: Path) -> bool:
    """Create the folder; return whether this user, and nobody else, can write into it and its parent."""
    try:
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        if not (_ours(folder) and _ours(folder.parent)):
            return False
        os.utime(folder)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _ours(folder: Path) -> bool:
    """Return whether the folder belongs to this user and nobody else can write into it."""
    if not hasattr(os, "getuid"):
        return True
    facts = folder.lstat()
    return stat.S_ISDIR(facts.st_mode) and facts.st_uid == os.getuid() and not facts.st_mode & 0o022


def processor() -> tuple[str, str, str]:
    """Return the target triple, the processor's name and its features, as Numba compiles for them."""
    return cpu_target.target_context.codegen().magic_tuple()


def processor_hash() -> str:
    """Return a short hash of the processor."""
    return hashlib.blake2b(repr(processor()).encode(), digest_size=8).hexdigest()


def remove_old_caches(folder: Path | None) -> None:
    """Remove the caches beside this folder that no process has opened for a month."""
    for other in folder.parent.glob("kernels-*") if folder is not None else ():
        try:
            if other != folder and time.time() - other.stat().st_mtime > KEEP_SECONDS:
                for path in sorted(other.rglob("*"), reverse=True):
                    path.rmdir() if path.is_dir() else path.unlink()
                other.rmdir()
        except OSError:
            continue  # in use or already gone: the next warm-up tries again


# Whether the loaded sources are the hashed ones


def _stamps() -> list[tuple[int, int]]:
    facts = [path.stat() for path in source_files()]
    return [(fact.st_mtime_ns, fact.st_size) for fact in facts]


@cache
def loaded_as_hashed() -> bool:
    """Return whether the sources have not changed between the hash and the first kernel, when all modules are loaded.

    If they have, this process may run other code than the hash identifies, so it neither reads nor writes the cache.
    """
    try:
        return _stamps() == _STAMPS
    except OSError:
        return False


_STAMPS = _stamps()  # taken before the hash is computed
KERNEL_HASH = kernel_hash()
FOLDER = cache_folder()
