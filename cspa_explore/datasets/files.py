"""The files in data/: one data set per file, an npz inside xz, in the smallest dtypes that hold the values exactly."""

import hashlib
import io
import lzma
import zipfile
from pathlib import Path
from typing import NamedTuple

import numpy as np

from cspa_explore.errors import UserError

PACKAGE = Path(__file__).resolve().parents[1]
# Inside the package when installed, beside it in a checkout.
FOLDER = PACKAGE / "bundled" if (PACKAGE / "bundled").is_dir() else PACKAGE.parent / "data"


class Arrays(NamedTuple):
    """A data set as it is stored."""

    X: np.ndarray  # (n, d), any dtype
    y: np.ndarray  # (n,) uint8, labels 0..K−1
    names: np.ndarray  # (K,) the names of the classes


def digest(arrays: Arrays) -> str:
    """Return a short hash of the arrays' dtypes, shapes and values. It does not depend on the file format."""
    h = hashlib.blake2b(digest_size=8)
    for array in arrays:
        h.update(f"{array.dtype.str} {array.shape};".encode())
        h.update(np.ascontiguousarray(array).tobytes())
    return h.hexdigest()


def path_of(key: str) -> Path:
    """Return the path of the data set's file, which need not exist."""
    return FOLDER / f"{key}.npz.xz"


def write(key: str, arrays: Arrays) -> Path:
    """Write the data set and return its path; the same arrays give the same bytes."""
    plain = io.BytesIO()
    np.savez(plain, **arrays._asdict())
    path = path_of(key)
    part = path.with_suffix(".part")
    part.write_bytes(lzma.compress(plain.getvalue(), preset=9 | lzma.PRESET_EXTREME))
    part.replace(path)
    return path


def read(key: str) -> Arrays:
    """Return the data set's arrays; UserError if the file is missing or damaged."""
    path = path_of(key)
    try:
        with np.load(io.BytesIO(lzma.decompress(path.read_bytes()))) as stored:
            return Arrays(**{name: stored[name] for name in Arrays._fields})
    except FileNotFoundError:
        raise UserError(f"The data set '{key}' needs {path}, which is missing: 'make data' builds it.") from None
    except (OSError, EOFError, lzma.LZMAError, zipfile.BadZipFile, ValueError, KeyError) as error:
        raise UserError(f"{path} is damaged ({error}): 'make data' rebuilds it.") from None
