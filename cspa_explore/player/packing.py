"""A binary format with a header and arrays, which the browser reads without conversion.

    magic "CSPA" · length of the header (uint32) · header (JSON, padded to 8 bytes) · arrays, each padded to 8

Everything is little-endian. The header states the version and lists the dtype, shape and start of each array. Small
whole numbers may be packed with fewer bits than their dtype has: the header then states how many; the lowest is first.
"""

import json
from collections.abc import Mapping
from math import prod
from typing import Any

import numpy as np

from cspa_explore.errors import UserError

MAGIC = b"CSPA"
VERSION = 1
DTYPES = {"u1": np.uint8, "u2": np.uint16, "i4": np.int32, "f4": np.float32, "f8": np.float64}
NAMES = {np.dtype(kind): name for name, kind in DTYPES.items()}
MOST_BITS = 16


def pack(header: dict[str, Any], arrays: dict[str, np.ndarray], bits: Mapping[str, int] | None = None) -> bytes:
    """Return header and arrays as bytes; header values must be JSON values, arrays must have one of the five dtypes.

    `bits` names arrays of u1 or u2 whose values take only so many bits.
    """
    places, body = {}, bytearray()
    for name, array in arrays.items():
        places[name] = {"dtype": NAMES[array.dtype], "shape": array.shape, "start": len(body)}
        if bits and name in bits:
            places[name]["bits"] = bits[name]
            array = _to_bits(array, bits[name])
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
    for name, (kind, shape, start, bits) in places.items():
        start += 8 + length
        count = prod(shape)
        size = -(-count * bits // 8)
        if start + size > len(data):
            raise UserError(f"The replay ends within its array {name}: the file is cut off.")
        if bits < 8 * kind.itemsize:
            found = _from_bits(np.frombuffer(data, np.uint8, size, start), count, bits)
        else:
            found = np.frombuffer(data, kind, count, start)
        arrays[name] = found.reshape(shape).astype(kind.newbyteorder("="))
    return header, arrays


def _place(dtype: str, shape: list[int], start: int, bits: int = 0) -> tuple[np.dtype, tuple[int, ...], int, int]:
    """Return dtype, shape, start and bits per number of an array; ValueError if a size is not a whole number."""
    if not all(type(n) is int and n >= 0 for n in (*shape, start, bits)) or bits > MOST_BITS:
        raise ValueError("sizes are whole numbers")
    kind = np.dtype(DTYPES[dtype]).newbyteorder("<")
    return kind, tuple(shape), start, bits or 8 * kind.itemsize


def _to_bits(values: np.ndarray, bits: int) -> np.ndarray:
    """Return the lowest bits of each value, one after the other, as bytes."""
    each = (values.reshape(-1, 1) >> np.arange(bits, dtype=values.dtype)) & 1
    return np.packbits(each.astype(np.uint8), bitorder="little")


def _from_bits(data: np.ndarray, count: int, bits: int) -> np.ndarray:
    """Return so many values, each of so many bits."""
    each = np.unpackbits(data, count=count * bits, bitorder="little").reshape(count, bits)
    return (each.astype(np.uint16) << np.arange(bits, dtype=np.uint16)).sum(axis=1, dtype=np.uint16)
