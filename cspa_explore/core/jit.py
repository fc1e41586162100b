"""How functions are compiled: three decorators are all that the package uses of Numba's.

* `kernel`: an entry point called from Python; compiled once per argument types, cached on disk, nogil.
* `jitable`: a plain Python function that kernels may call; called from Python it stays plain Python.
* `dispatched(n)`: a function whose body is chosen by the types of its first n arguments, in compiled
  code at compile time. That is how an algorithm (a NamedTuple type) selects its rules without
  function arguments or closures, either of which would defeat the disk cache.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numba
from numba.extending import overload, register_jitable

from cspa_explore.core.kernel_cache import FOLDER, KernelCache
from cspa_explore.core.kernel_hash import expect_hashed

# Not nnan/ninf: a NaN must stay visible.
FASTMATH = {"contract", "reassoc", "nsz", "arcp"}
# error_model: x / 0 is inf, as in NumPy, no hidden branch. _nrt: kernels allocate nothing, and counting
# references to the arrays they are handed took half of a small round.
OPTIONS = {"error_model": "numpy", "_nrt": False}
INLINE = {**OPTIONS, "forceinline": True}  # a call would pass about sixty machine words for its arrays


def kernel(function: Callable | None = None, *, counting: bool = False) -> Any:
    """Compile an entry point: nogil, cached in our folder.

    `counting` is for kernels that take a generator or call BLAS: they need Numba to count references.
    """
    if function is None:
        return partial(kernel, counting=counting)
    expect_hashed(function.__qualname__, function.__code__.co_filename)
    compiled = numba.njit(nogil=True, **OPTIONS | {"_nrt": counting})(function)
    if FOLDER is not None and not numba.config.DISABLE_JIT:
        compiled._cache = KernelCache(function, FOLDER)
    return compiled


def jitable(function: Callable) -> Callable:
    """Let kernels call a plain Python function; no fast-math, so both give the same bits.

    Explicit, because callees inherit the caller's fastmath flags.
    """
    expect_hashed(function.__qualname__, function.__code__.co_filename)
    return register_jitable(**INLINE, fastmath=False)(function)


def dispatched(n: int, fastmath: bool = False) -> Callable[[Callable], Any]:
    """Return a decorator: the function calls `function.table[types of its first n arguments]`."""

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
