"""Answers to the browser's requests for the instances, the sampled regions and the details of a round."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np
import streamlit as st

from cspa_explore.inspection.rewind import Rewind
from cspa_explore.learners.branch import AnyLearner
from cspa_explore.player.details import Details
from cspa_explore.player.grids import grid_arrays, half_width
from cspa_explore.player.instances import instances_around, picture_of, run_id
from cspa_explore.player.packing import pack
from cspa_explore.player.replay import plane_of
from cspa_explore.sized_cache import SizedCache
from cspa_explore.streams.raw import raw_rows
from cspa_explore.streams.stream import Stream
from cspa_explore.ui.arena.runs import ArenaRun
from cspa_explore.ui.data.own_cache import OwnCache, kept_apart
from cspa_explore.ui.session.desk import desk

CACHE_BYTES = 2**28  # of all cached kernel runs


def offer_pictures(shown: ArenaRun) -> None:
    """Let the browser ask for the rounds of this run."""
    learners = tuple(r.learner for r in shown.result.results)
    stream = replace(shown.result.stream, seed=shown.result.seeds[0])
    cache = kept_apart(kernel_runs())
    desk().serve("pictures", partial(answer, stream, learners, cache=cache, details=shown.details))


def answer(
    stream: Stream,
    learners: tuple[AnyLearner, ...],
    query: Mapping[str, str],
    cache: OwnCache | None = None,
    details: Details | None = None,
) -> bytes:
    """Return the instances around the wanted round, or its sampled regions; nothing if another run is wanted.

    If the replay leaves details out, the answer holds those around the round, too. A query with `learner` gets nothing
    but a block of that learner's details, from the round on.
    """
    run, t, place = run_id(stream, learners), _number(query, "t") or 0, _number(query, "learner")
    if query.get("run") != run or not 1 <= t <= stream.n_rounds:
        return pack({"id": run, "t": None}, {})
    header = {"id": run, "t": t}
    if details is None:
        return pack(header, _pictures(stream, learners, t, cache))
    if place is not None:
        return pack(header | {"first": t - 1}, details.block(place, t - 1))
    first, rows = details.around(t)
    return pack(header | {"first": first}, rows | _pictures(stream, learners, t, cache))


def _number(query: Mapping[str, str], name: str) -> int | None:
    """Return a whole number of the query; None if there is none."""
    wanted = query.get(name, "")
    return int(wanted) if wanted.isascii() and wanted.isdecimal() and len(wanted) < 10 else None


def _pictures(
    stream: Stream, learners: tuple[AnyLearner, ...], t: int, cache: OwnCache | None
) -> dict[str, np.ndarray]:
    """Return the arrays of the instances around round t, or of its sampled regions."""
    plane, _ = plane_of(stream, list(learners))
    if plane == "grid":
        return _regions(stream, learners, t, cache)[0]
    picture = None if plane else picture_of(stream)
    return instances_around(stream, picture, t) if picture else {}


def sampled(
    stream: Stream,
    learners: tuple[AnyLearner, ...],
    query: Mapping[str, str],
    instances: bool,
    cache: OwnCache | None = None,
) -> bytes:
    """Return the sampled regions of a round and, if wanted, all instances; nothing if there is no such round."""
    t = _number(query, "t") or 0
    if not 1 <= t <= stream.n_rounds:
        return b""
    arrays, half = _regions(stream, learners, t, cache)
    if instances:
        arrays["raw"] = raw_rows(stream, range(1, stream.n_rounds + 1)).astype(np.float32)
    return pack({"t": t, "half": half}, arrays)


def _regions(
    stream: Stream, learners: tuple[AnyLearner, ...], t: int, cache: OwnCache | None
) -> tuple[dict[str, np.ndarray], float]:
    """Return the arrays of the regions with which round t is answered, and half the width of the sampled square."""
    runs = kernel_runs() if cache is None else cache
    rewind, half = runs.get_or_make((stream, learners), partial(_kernel_run, stream, learners))
    states = [[(t, rewind.at(place, t - 1).weights())] for place in range(len(learners))]
    return grid_arrays(stream, half, states), half


class KernelRun(NamedTuple):
    """A run that can be rewound, and half the width of the square that is drawn."""

    rewind: Rewind
    half: float

    @property
    def nbytes(self) -> int:
        """Return the bytes of the run."""
        return self.rewind.nbytes


@st.cache_resource(show_spinner=False)
def kernel_runs() -> SizedCache:
    """Return the cache of kernel runs, which all sessions share; what belongs to own files is `kept_apart`."""
    return SizedCache(4, CACHE_BYTES)


def _kernel_run(stream: Stream, learners: tuple[AnyLearner, ...]) -> KernelRun:
    raw = raw_rows(stream, range(1, stream.n_rounds + 1)).astype("float32")
    return KernelRun(Rewind(stream, learners), half_width(raw))
