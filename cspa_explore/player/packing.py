"""A binary format with a header and arrays, which the browser reads without conversion.

    magic "CSPA" · length of the header (uint32) · header (JSON, padded to 8 bytes) · arrays, each padded to 8

Everything is little-endian. The header states the version and lists the dtype, shape and start of each array.
"""

import json
from math import prod
from typing import Any

import numpy as np

from cspa_explore.errors import UserError

MAGIC = b"CSPA"
VERSION = 1
DTYPES = {"u1": np.uint8, "u2": np.uint16, "i4": np.int32, "f4": np.float32, "f8": np.float64}
NAMES = {np.dtype(kind): name for name, kind in DTYPES.items()}


def pack(header: dict[str, Any], arrays: dict[str, np.ndarray]) -> bytes:
    """Return header and arrays as bytes; header values must be JSON values, arrays must have one of the five dtypes."""
    places, body = {}, bytearray()
    for name, array in arrays.items():
        places[name] = {"dtype": NAMES[array.dtype], "shape": array.shape, "start": len(body)}
        data = np.ascontiguousarray(array, array.dtype.newbyteorder("<")).tobytes()
        body += data + bytes(-len(data) % 8)
    text = json.dumps({"version": VERSION, **header, "arrays": places}, ensure_ascii=False, allow_nan=False).encode()
    text += b" " * (-len(text) % 8)
    return MAGIC + len(text).to_bytes(4, "little") + text + bytes(body)


def unpack(data: bytes) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Return header and arrays; UserError if the bytes are not a complete replay of this version.

    >>> header, arrays = unpack(pack({"K": 4}, {"y": np.array([1, 2], np.uint8)}))
    >>> header["K"], arrays["y"].tolist()
    (4, [1, 2])
    """
    if data[:4] != MAGIC:
        raise UserError(f"A replay starts with {MAGIC!r}, got {bytes(data[:4])!r}.")
    length = int.from_bytes(data[4:8], "little")
    try:
        header = json.loads(data[8 : 8 + length])
        version = header["version"]
        places = {name: _place(**place) for name, place in header.pop("arrays").items()} if version == VERSION else {}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise UserError("The replay's header cannot be read: the file is damaged.") from None
    if version != VERSION:
        raise UserError(f"The replay has version {version}; this program reads version {VERSION}.")
    arrays = {}
    for name, (kind, shape, start) in places.items():
        start += 8 + length
        count = prod(shape)
        if start + count * kind.itemsize > len(data):
            raise UserError(f"The replay ends within its array {name}: the file is cut off.")
        arrays[name] = np.frombuffer(data, kind, count, start).reshape(shape).astype(kind.newbyteorder("="))
    return header, arrays


def _place(dtype: str, shape: list[int], start: int) -> tuple[np.dtype, tuple[int, ...], int]:
    """Return dtype, shape and start of an array; ValueError if a size is not a whole number."""
    if not all(type(n) is int and n >= 0 for n in (*shape, start)):
        raise ValueError("sizes are whole numbers")
    return np.dtype(DTYPES[dtype]).newbyteorder("<"), tuple(shape), start
