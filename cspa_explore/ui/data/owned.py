"""The shelf of a session, which holds its files, and which data sets the session may use.

An upload is on the shelf of its session and nowhere else. A session without the file cannot reach what other sessions
have computed from it: the frame around the pages runs no page before the file is given. With the file, it computes all
results again: see `own_cache.py`. Sessions that gave the same bytes share prepared rows, measured σ and time estimates:
none of these says whose they are. Rows and σ are forgotten with the last session that has the file; an estimate is a
number of seconds that may stay.
"""

from collections.abc import Hashable
from functools import partial
from typing import Any, NamedTuple

import streamlit as st

from cspa_explore.datasets import Info, describe, own
from cspa_explore.datasets.own import HERE, Shelf, place_of
from cspa_explore.datasets.readers.reading import Reading
from cspa_explore.datasets.spec import Sigmas
from cspa_explore.errors import CancelledError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.learners.kernels import units_of
from cspa_explore.running.own_sigmas import sigmas_of
from cspa_explore.streams.stream import Stream
from cspa_explore.ui.session import state
from cspa_explore.ui.work.follow import beside
from cspa_explore.ui.work.job import LongWork, Show, Stop, Tell
from cspa_explore.ui.work.pool import pool

SHELF = "shelf"


def shelf() -> Shelf:
    """Return the session's shelf."""
    if SHELF not in st.session_state:
        st.session_state[SHELF] = Shelf()
    return st.session_state[SHELF]


def usable(info: Info) -> bool:
    """Say whether this session may play the data set: it is here, and an own file was given in this session."""
    if info.kind != "own":
        return info.present
    place = place_of(**info.arguments)
    return shelf().get(place) is not None or HERE.get(place) is not None


def lacking(*played: Experiment | None) -> Info | None:
    """Return the first data set of these experiments that the session may not play, or None."""
    infos = [one.stream.info for one in played if one is not None]
    return next((info for info in infos if not usable(info)), None)


class _Kept:
    """The shelf as the cache of a reading: a complete reading is put on the shelf."""

    def __init__(self, kept: Shelf, content: bytes, name: str) -> None:
        self.kept, self.content, self.name = kept, content, name

    def get(self, key: Any) -> str | None:
        """Return the text of the data set that was read from this content in this way."""
        return next((text for text in self.kept.texts if _asked(text, *key[1:])), None)

    def __setitem__(self, key: Hashable, reading: Reading) -> None:
        self.kept.add(self.content, self.name, reading.data, reading)


def _asked(text: str, *place: object) -> bool:
    return place_of(**describe(text).arguments) == place


class Choices(NamedTuple):
    """How the user wants the file to be read."""

    label: int = 0  # the label column, counted from 1
    raw: bool = False  # numbers are not scaled
    binary: bool = False  # every value but 0 becomes 1


def reading_work(content: bytes, sha256: str, name: str, how: Choices, kept: Shelf | None = None) -> LongWork:
    """Return the reading of a file as long work; its result is cached on the shelf, as the data set's text.

    Without `kept` that is the session's own shelf. A file for another shelf is read beside the session's own one.
    """
    return LongWork(
        kind="read" if kept is None else "read_shared",
        key=("read", sha256, *map(int, how)),
        work=partial(_read, content, name, how),
        cache=_Kept(kept if kept is not None else shelf(), content, name),
        stays=True,
    )


def _read(content: bytes, name: str, how: Choices, tell: Tell, show: Show, stop: Stop) -> Reading | None:
    from cspa_explore.datasets.readers.whole_file import read_file  # imported here because it is slow

    def share(done: float) -> None:
        tell(done)  # type: ignore[arg-type]
        if stop():
            raise CancelledError("Cancelled.")

    try:
        return read_file(content, name, str(how.label or ""), False if how.raw else None, share, how.binary)
    except CancelledError:
        return None


def say_dropped() -> None:
    """Say which files were dropped from the shelf to make room."""
    kept = shelf()
    while kept.dropped:
        room = kept.most_bytes // 2**20
        state.tell(f"{kept.dropped.pop(0)} was dropped: your files may need at most {room} MB of memory together.")


class _Measured(NamedTuple):
    """The σ values that an own file remembers, as the cache of their measurement."""

    info: Info

    def get(self, key: Hashable) -> Sigmas | None:
        """Return the σ values, or None."""
        return own.sigmas(**self.info.arguments)

    def __setitem__(self, key: Hashable, found: Sigmas) -> None:
        """Do nothing: `sigmas_of` keeps what it has measured."""


def sigmas_work(info: Info) -> LongWork:
    """Return the measurement of an own file's σ values as long work; it is one piece of work for the server's pool."""

    def measure(tell: Tell, show: Show, stop: Stop) -> Sigmas:
        with pool().share() as share:
            found: Sigmas = share.submit(sigmas_of, info).result()
        return found

    return LongWork(
        kind="sigmas",
        key=info.text,
        work=measure,
        cache=_Measured(info),
        kernels=lambda: units_of(["cspa"], Stream(info.text, sigma=1.0).storage),
    )


def measure_sigmas(info: Info) -> None:
    """Measure the σ values of an own file in the background."""
    if info.kind == "own":
        beside("sigmas").status(sigmas_work(info))
