"""How functions are compiled, and a disk cache that survives restarts and never serves stale code.

Three decorators and one hint are all the package uses of Numba, but for two vector instructions in `lanes.py`:

* `kernel`: an entry point called from Python; compiled once per argument types, cached on disk, nogil.
* `jitable`: a plain Python function that kernels may call; called from Python it stays plain Python.
* `dispatched(n)`: a function whose body is chosen by the types of its first n arguments, in compiled
  code at compile time. That is how an algorithm (a NamedTuple type) selects its rules without
  function arguments or closures, either of which would defeat the disk cache.
* `expect(array, at)`: the number there is wanted soon; memory may begin to bring it.

Numba's own cache looks only at the file of the entry point, not at what it calls. So the cache folder
is named by a hash of every source file that can end up in a kernel.
"""

import contextlib
import hashlib
import os
import stat
import sys
import tempfile
import time
import uuid
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import llvmlite
import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload, register_jitable

from cspa_explore.core.kernel_index import only_one_writer
from cspa_explore.errors import UserError

PACKAGE = Path(__file__).resolve().parents[1]
SOURCES = ("core", "algorithms")  # folders whose functions are compiled into kernels
CACHE_VARIABLE = "CSPA_EXPLORE_CACHE"

# Not nnan/ninf: a NaN must stay visible.
FASTMATH = {"contract", "reassoc", "nsz", "arcp"}
# error_model: x / 0 is inf, as in NumPy, no hidden branch. _nrt: kernels allocate nothing, and counting
# references to the arrays they are handed took half of a small round.
OPTIONS = {"error_model": "numpy", "_nrt": False}
INLINE = {**OPTIONS, "forceinline": True}  # a call would pass some sixty words for its arrays
KEEP_SECONDS = 30 * 24 * 3600  # caches of older sources are removed after this


def source_hash() -> str:
    """Return a hash of all kernel sources and of what compiles them."""
    digest = hashlib.blake2b(digest_size=8)
    switches = [getattr(numba.config, name, None) for name in ("BOUNDSCHECK", "OPT", "DEBUG")]
    digest.update(f"{numba.__version__} {llvmlite.__version__} {sys.version_info[:2]} {switches}".encode())
    for folder in SOURCES:
        for path in sorted((PACKAGE / folder).glob("*.py")):
            digest.update(f"\0{folder}/{path.name}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def cache_folder() -> Path | None:
    """Return a private, writable folder for this version's kernels, or None if there is no such place.

    The places tried: $CSPA_EXPLORE_CACHE (refused with a sentence if it cannot be written),
    $XDG_CACHE_HOME or ~/.cache, and the temporary folder. Cached code is executed, so nobody else may
    be able to write there.
    """
    name = f"kernels-{source_hash()}"
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen:
        folder = Path(chosen).expanduser().resolve() / name
        if not _usable(folder):
            rule = "must be a folder that you, and nobody else, can write into"
            raise UserError(f"{CACHE_VARIABLE} {rule}, got '{chosen}'.")
        return folder
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    user = os.getuid() if hasattr(os, "getuid") else "user"
    for root in (Path(home) / "cspa-explore", Path(tempfile.gettempdir()) / f"cspa-explore-{user}"):
        if root.is_absolute() and _usable(root / name):
            return root / name
    return None


def _usable(folder: Path) -> bool:
    """Make the folder; say whether it and its parent are ours alone and can be written."""
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
    """Say whether the folder belongs to this user and nobody else may write into it."""
    if not hasattr(os, "getuid"):
        return True
    facts = folder.lstat()
    return stat.S_ISDIR(facts.st_mode) and facts.st_uid == os.getuid() and not facts.st_mode & 0o022


def _remove_old(folder: Path) -> None:
    """Remove sibling caches that no process has opened for a month."""
    for other in folder.parent.glob("kernels-*"):
        try:
            if other != folder and time.time() - other.stat().st_mtime > KEEP_SECONDS:
                for path in sorted(other.rglob("*"), reverse=True):
                    path.rmdir() if path.is_dir() else path.unlink()
                other.rmdir()
        except OSError:
            continue  # in use or already gone: another time


FOLDER = cache_folder()
if FOLDER is not None:
    _remove_old(FOLDER)


def kernel(function: Callable | None = None, *, counting: bool = False) -> Any:
    """Compile an entry point: nogil, cached in our folder (Numba's global setting is left alone).

    `counting` is for kernels that take a generator or call BLAS: they need Numba to count references.
    """
    if function is None:
        return partial(kernel, counting=counting)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(FOLDER or "")
    try:
        options = OPTIONS | {"_nrt": counting}
        compiled = numba.njit(nogil=True, cache=FOLDER is not None, **options)(function)
    finally:
        numba.config.CACHE_DIR = before
    if FOLDER is not None and not numba.config.DISABLE_JIT:
        _harden(compiled._cache)
    return compiled


def _harden(cache: Any) -> None:
    """Keep a cache file usable when processes race and when the disk fails.

    Numba numbers its data files without a lock, so two processes could write different kernels under one
    name: here every file has a name of its own. Nor does it lock the index: here one process writes at a time. A
    damaged or lost cache is a miss, not an error.
    """
    file = cache._cache_file
    load, save = file.load, cache._save_overload

    def load_or_miss(key: Any) -> Any:
        try:
            return load(key)
        except Exception:  # whatever a damaged pickle does
            with contextlib.suppress(OSError):
                Path(file._index_path).unlink()
            return None

    def save_if_possible(*kernel: Any) -> None:
        with contextlib.suppress(OSError), only_one_writer(Path(str(FOLDER))):  # otherwise it lives in memory
            save(*kernel)

    file._data_name = lambda number: f"{uuid.uuid4().hex}.nbc"
    file.load, cache._save_overload = load_or_miss, save_if_possible


def jitable(function: Callable) -> Callable:
    """Let kernels call a plain Python function; no fast-math, so both give the same bits.

    It is said, not left out: a function would take over the setting of its caller.
    """
    return register_jitable(**INLINE, fastmath=False)(function)


def dispatched(n: int, fastmath: bool = False) -> Callable[[Callable], Any]:
    """Make a function that hands over to `function.table[types of its first n arguments]`."""

    def decorate(stub: Callable) -> Any:
        table: dict[tuple[type, ...], Callable] = {}

        def call(*args: Any) -> Any:
            return table[tuple(map(type, args[:n]))](*args)

        def choose(*args: Any) -> Callable:
            return table[tuple(arg.instance_class for arg in args[:n])]

        options = {**INLINE, "fastmath": FASTMATH} if fastmath else INLINE
        overload(call, jit_options=options, strict=False)(choose)
        call.__name__, call.__doc__ = stub.__name__, stub.__doc__
        call.table = table  # type: ignore[attr-defined]
        return call

    return decorate


def expect(array: Any, at: Any) -> None:
    """Say that array[at] is wanted soon; it changes no number, and in plain Python it does nothing."""


def pointer(context: Any, builder: Any, array: tuple[Any, Any], at: list[tuple[Any, Any]]) -> Any:
    """Return the address of array[at] in code that is being generated; array and indices are (type, value) each."""
    kind, value = array
    made = context.make_array(kind)(context, builder, value)
    places = [context.cast(builder, index, given, types.intp) for given, index in at]
    return cgutils.get_item_pointer(context, builder, kind, made, places, wraparound=False)


def parts(builder: Any, kind: Any, value: Any) -> list[tuple[Any, Any]]:
    """Return the (type, value) of each part of a tuple; of anything else, its own alone."""
    if not isinstance(kind, types.BaseTuple):
        return [(kind, value)]
    return [(part, builder.extract_value(value, m)) for m, part in enumerate(kind)]


@intrinsic
def _prefetch(typing: Any, array: Any, at: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind, place = signature.args
        place = pointer(context, builder, (kind, args[0]), parts(builder, place, args[1]))
        word, address = ir.IntType(32), ir.IntType(8).as_pointer()
        hint = ir.FunctionType(ir.VoidType(), [address, word, word, word])
        function = builder.module.declare_intrinsic("llvm.prefetch", [address], hint)
        to_read, second_level, data = word(0), word(2), word(1)
        builder.call(function, [builder.bitcast(place, address), to_read, second_level, data])
        return context.get_dummy_value()

    return types.void(array, at), generate


@overload(expect, jit_options=INLINE)
def _expect(array, at):
    return lambda array, at: _prefetch(array, at)
