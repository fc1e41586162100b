"""Arrays that start on a 64-byte boundary: one cache line, one AVX-512 register."""

import math
from collections.abc import Sequence
from ctypes import addressof, c_char

import numpy as np

LINE = 64


def aligned(shape: int | tuple[int, ...], dtype: type = np.float64, fill: float | None = 0) -> np.ndarray:
    """Return a new C-ordered array of the shape on a 64-byte boundary; filled, unless `fill` is None."""
    shape = (shape,) if isinstance(shape, int) else shape
    size = math.prod(shape) * np.dtype(dtype).itemsize
    raw = (np.empty if fill is None else np.zeros)(size + LINE, np.uint8)
    array: np.ndarray = np.ndarray(shape, dtype, raw, -_address(raw) % LINE)
    if fill:
        array.fill(fill)
    return array


def side_by_side(length: int, dtypes: Sequence[type]) -> list[np.ndarray]:
    """Return an array of the length for each dtype, not filled, all in one piece of memory and each on a boundary."""
    sizes = [-(-length * np.dtype(dtype).itemsize // LINE) * LINE for dtype in dtypes]
    raw = np.empty(sum(sizes) + LINE, np.uint8)
    at, arrays = -_address(raw) % LINE, []
    for dtype, size in zip(dtypes, sizes, strict=True):
        arrays.append(np.ndarray(length, dtype, raw, at))
        at += size
    return arrays


def _address(array: np.ndarray) -> int:
    return addressof(c_char.from_buffer(array))  # type: ignore[arg-type]  # five times as fast as asking NumPy


def is_canonical(array: np.ndarray, dtype: type) -> bool:
    """Say whether kernels take the array as it is: dtype, order, alignment, writable.

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
