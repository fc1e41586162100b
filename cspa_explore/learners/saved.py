"""A learner as a file: an npz of its arrays and a header in JSON. Reading it executes nothing.

A file is written under another name and renamed when it is complete, so nobody sees a partial file. A file that is
damaged, truncated or of another kind is refused.
"""

import json
import os
import uuid
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cspa_explore.core.gate import as_row
from cspa_explore.core.rows import CSR, Dense, dense_row
from cspa_explore.errors import UserError
from cspa_explore.learners.text import LearnerText
from cspa_explore.provenance import current

if TYPE_CHECKING:
    from cspa_explore.learners.learner import Learner

FORMAT, VERSION = "cspa-explore learner", 1
STORAGES = {"dense": Dense, "sparse": CSR}


def store(learner: "Learner", path: str | os.PathLike) -> None:
    """Write the learner to the path; a file that was there is replaced in one step, or left alone on failure."""
    target = _path(path)
    part = target.with_name(f".{target.name}.{uuid.uuid4().hex}.part")
    try:
        with part.open("xb") as file:
            np.savez(file, allow_pickle=False, **_contents(learner))
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    except OSError as error:
        raise UserError(f"A learner is saved to a file that can be written, got '{path}' ({error.strerror}).") from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def restore(kind: type["Learner"], path: str | os.PathLike) -> "Learner":
    """Return the learner in the file, ready to continue where it was saved."""
    target = _path(path)
    try:
        with target.open("rb") as file:
            arrays = _read(file)
        return _from_contents(kind, arrays)
    except FileNotFoundError:
        raise UserError(f"A learner is loaded from a file that exists, got '{path}'.") from None
    except OSError as error:
        raise UserError(f"A learner is loaded from a file that can be read, got '{path}' ({error.strerror}).") from None
    except _RefusalError as reason:
        raise UserError(f"'{path}' must be a file written by Learner.save, got {reason}.") from None


class _RefusalError(Exception):
    """The file can be read but is no saved learner; the message says what was found."""


def _path(path: str | os.PathLike) -> Path:
    if not isinstance(path, str | os.PathLike) or not os.fspath(path):
        raise UserError(f"The path of a learner is a text like 'learner.npz', got {path!r}.")
    return Path(path)


def _contents(learner: "Learner") -> dict[str, np.ndarray]:
    header: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "learner": str(learner.text),
        "n_classes": learner.n_classes,
        "n_features": learner.n_features,
        "storage": next(name for name, storage in STORAGES.items() if storage is learner.storage),
        "rounds": learner.rounds,
        "skipped": learner.skipped,
        "random": learner._rng.bit_generator.state,
        "provenance": current().to_fields(),
    }
    arrays = {f"{part}.{name}": array for part, named in _parts(learner).items() for name, array in named.items()}
    if learner._last is not None:
        seen, told, loss = learner._last
        header["last"] = {"y_hat": seen.y_hat, "y_tilde": seen.y_tilde, "told": told, "loss": loss}
        arrays["last.x"] = dense_row(seen.rows, seen.i)
    return {"header": np.array(json.dumps(header)), **arrays}


def _read(file: Any) -> dict[str, np.ndarray]:
    if not zipfile.is_zipfile(file):
        raise _RefusalError("a file that is truncated or of another kind")
    file.seek(0)
    try:
        with np.load(file, allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}  # reading a member checks its CRC
    except Exception as error:  # a damaged archive can raise anything
        raise _damaged(error) from None
    if "header" not in arrays:
        raise _RefusalError(f"an archive of {', '.join(list(arrays)[:5]) or 'nothing'}")
    return arrays


def _damaged(error: Exception) -> _RefusalError:
    what = str(error).splitlines()[0].rstrip(".") if str(error) else type(error).__name__
    return _RefusalError(f"a damaged file ({what})")


def _from_contents(kind: type["Learner"], arrays: dict[str, np.ndarray]) -> "Learner":
    try:
        return _rebuilt(kind, arrays)
    except KeyError as missing:
        raise _RefusalError(f"a file without {missing}") from None
    except (ValueError, TypeError, OverflowError, RecursionError) as error:  # of JSON, the generator or a number
        raise _damaged(error) from None


def _rebuilt(kind: type["Learner"], arrays: dict[str, np.ndarray]) -> "Learner":
    header = json.loads(str(arrays.pop("header")))
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise _RefusalError("a file with another header")
    if header["version"] != VERSION:
        raise _RefusalError(f"version {header['version']} where this program reads version {VERSION}")
    try:
        text = LearnerText.parse(header["learner"])
        _expect_size(text, header, arrays)
        learner = kind(text, header["n_classes"], header["n_features"], STORAGES[header["storage"]])
    except UserError as error:
        raise _RefusalError(f"a file whose learner is refused: {str(error).rstrip('.')}") from None
    for part in ("geometry", "round"):
        _fill(learner, part, arrays)
    learner.rounds, learner.skipped = (_whole(header, name, 2**63) for name in ("rounds", "skipped"))
    learner._rng.bit_generator.state = header["random"]
    if (last := header.get("last")) is not None:
        row = as_row(arrays.pop("last.x"), learner.n_features, learner.storage)
        y_hat, y_tilde = (_whole(last, name, learner.n_classes) for name in ("y_hat", "y_tilde"))
        told = _whole(last, "told", learner.n_classes) if text.spec.feedback == "full" else last["told"] is True
        learner._recall(row, y_hat, y_tilde, told, float(last["loss"]))
    if arrays:
        raise _RefusalError(f"a file with the unknown array '{next(iter(arrays))}'")
    return learner


def _expect_size(text: LearnerText, header: dict[str, Any], arrays: dict[str, np.ndarray]) -> None:
    """Refuse a size that the arrays do not have, before memory is allocated for it."""
    first = arrays[f"geometry.{text.spec.geometry._fields[0]}"]  # type: ignore[attr-defined]
    size = (header["n_classes"], header["n_features"])
    if first.shape != (size if header["storage"] == "dense" else size[::-1]):
        raise _RefusalError(f"weights of shape {first.shape} for {size[0]} classes and {size[1]} features")


def _whole(header: dict[str, Any], name: str, end: int) -> int:
    value = header[name]
    if type(value) is not int or not 0 <= value < end:
        raise _RefusalError(f"{name} = {value!r} where a whole number below {end} is expected")
    return value


def _fill(learner: "Learner", part: str, arrays: dict[str, np.ndarray]) -> None:
    """Copy the stored arrays into the new learner; each must have its shape and type."""
    for name, new in _parts(learner)[part].items():
        array = arrays.pop(f"{part}.{name}")
        if (array.shape, array.dtype) != (new.shape, new.dtype):
            raise _RefusalError(f"{part}.{name} as {array.dtype} of shape {array.shape}")
        # An infinite peak makes the next update compute Z from scratch.
        sound = ~np.isnan(array) if name == "peak" else np.isfinite(array)
        if not sound.all() or (name == "active" and not ((array >= 0) & (array < len(array))).all()):
            raise _RefusalError(f"{part}.{name} with impossible numbers")
        new[...] = array


def _parts(learner: "Learner") -> dict[str, dict[str, np.ndarray]]:
    """Return the learner's arrays by part and name; without the padding of a feature's classes."""
    by_feature = learner.storage is CSR
    geometry = {
        name: array[:, : learner.n_classes] if by_feature and array.ndim == 2 else array
        for name, array in learner._geometry._asdict().items()
    }
    return {"geometry": geometry, "round": learner._round._asdict()}
