"""Arrays aligned to 64 bytes (a cache line, an AVX-512 register) whose memory is padded to whole lines."""

import math
from ctypes import addressof, c_char

import numpy as np

LINE = 64


def aligned(shape: int | tuple[int, ...], dtype: type = np.float64, fill: float | None = 0) -> np.ndarray:
    """Return a new C-ordered array of the shape on a 64-byte boundary; filled, unless `fill` is None.

    The padding behind its end belongs to it, and is 0 if the array was filled.
    """
    size = shape if type(shape) is int else math.prod(shape)  # type: ignore[arg-type]
    kind = np.dtype(dtype)
    # `whole_lines` and `_address` inlined by hand: every run calls this several times, and some take 0.3 ms.
    raw = (np.empty if fill is None else np.zeros)(-(-size * kind.itemsize // LINE) * LINE + LINE, np.uint8)
    array: np.ndarray = np.ndarray(shape, kind, raw, -addressof(c_char.from_buffer(raw)) % LINE)  # type: ignore[arg-type]
    if fill:
        array.fill(fill)
    return array


def whole_lines(size: int) -> int:
    """Return the size rounded up to whole lines: 64 bytes, or 64 numbers of any kind."""
    return -(-size // LINE) * LINE


def duplicate(array: np.ndarray) -> np.ndarray:
    """Return a copy with memory of its own, as `aligned` gives it."""
    copy = aligned(array.shape, array.dtype.type)
    copy[...] = array
    return copy


def _address(array: np.ndarray) -> int:
    return addressof(c_char.from_buffer(array))  # type: ignore[arg-type]  # five times as fast as array.ctypes.data


def is_canonical(array: np.ndarray, dtype: type) -> bool:
    """Say whether kernels take the array without a copy: dtype, order, alignment, writable.

    Any other array would silently compile a second version of a kernel.
    """
    flags = array.flags
    fits = array.dtype == dtype and flags.c_contiguous and flags.writeable
    return bool(fits and (array.size == 0 or _address(array) % LINE == 0))


def canonical(array: np.ndarray, dtype: type) -> np.ndarray:
    """Return the array itself if kernels can take it, else an aligned copy."""
    if type(array) is np.ndarray and is_canonical(array, dtype):
        return array
    copy = aligned(array.shape, dtype, fill=None)
    copy[...] = array
    return copy
