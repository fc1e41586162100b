"""Pieces of work on a Dask cluster: in worker processes on this machine, or on others.

A worker plays a piece only if it computes the same numbers as this process: same kernels, numerical libraries and
processor. A worker that cannot, or that lacks the data set, ends the work with a sentence that names it. Dask gives the
pieces of a worker that dies to others.
"""

import importlib.util
import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from cspa_explore.errors import UserError
from cspa_explore.learners.kernels import cached, make_ready, units_of
from cspa_explore.provenance import DECISIVE, Provenance, current
from cspa_explore.streams.stream import Stream

PACKAGE = "cspa_explore"
POLL = 0.005  # seconds between two looks for results


def is_client(executor: Any) -> bool:
    """Say whether an executor is a `distributed.Client`; that package is not imported for it."""
    return type(executor).__module__.partition(".")[0] == "distributed"


def results_from(
    client: Any,
    work: Callable[..., tuple[Any, int]],
    pieces: Sequence[tuple],
    stopped: Callable[[], bool],
    wait: Callable[[], None],
) -> Iterator[tuple[int, tuple[Any, int]]]:
    """Yield (number of the piece, what work(*piece) returned) as the workers finish, until `stopped` returns True.

    `wait` is called again and again while no result is there.
    """
    from distributed import as_completed  # an optional package

    if not pieces:
        return
    expect_package(client)
    compile_here(pieces)
    packed = [pickle.dumps((work, piece)) for piece in pieces]
    futures = client.map(checked, packed, [current().to_fields()] * len(packed), pure=False, key="cspa-explore")
    waiting = {future: number for number, future in enumerate(futures)}
    try:
        arriving = as_completed(futures, loop=client.loop, with_results=True, raise_errors=False)
        while waiting and not stopped():
            batch = arriving.next_batch(block=False)
            for future, found in batch:
                yield waiting.pop(future), _result(future, found)
            if not batch:
                time.sleep(POLL)
                wait()
    finally:
        if waiting:
            client.cancel(list(waiting))


def checked(packed: bytes, wanted: dict[str, str]) -> tuple[Any, int]:
    """Do a piece of work in a worker process, after checking that the worker can do it."""
    from distributed import get_worker

    name = f"The worker {get_worker().address}"
    expect_same_numbers(name, current(), Provenance.from_fields(wanted))
    work, piece = pickle.loads(packed)
    for part in piece:
        if isinstance(part, Stream):
            expect_data(name, part)
    return work(*piece)


def expect_same_numbers(name: str, there: Provenance, here: Provenance | None) -> None:
    """Raise UserError if a worker may compute other numbers than the process that asks for them."""
    for field in DECISIVE:
        mine, theirs = getattr(here, field), getattr(there, field)
        if mine != theirs:
            what = {"kernels": "kernel hash", "features": "processor features"}.get(field, field)
            raise UserError(
                f"{name} must have the same {what} as this process, or its numbers may differ in the last digits: "
                f"{_short(theirs)} there, {_short(mine)} here."
            )


def expect_data(name: str, stream: Stream) -> None:
    """Raise UserError if the stream's data set is not on the worker's machine."""
    info = stream.info
    if info.present:
        return
    if info.kind == "own":
        raise UserError(f"{name} lacks the data set {info.title}: own files are not sent to a cluster.")
    raise UserError(
        f"{name} lacks the data set {info.title}: run 'python -m cspa_explore fetch {info.spec.key}' there, or set "
        f"CSPA_EXPLORE_DATA to a folder that all workers share."
    )


def expect_package(client: Any) -> None:
    """Raise UserError if there is no worker, or if a worker cannot import this package."""
    found = client.run(importlib.util.find_spec, PACKAGE)
    if not found:
        raise UserError("The Dask cluster has no workers: start some with 'dask worker ADDRESS'.")
    for address, spec in found.items():
        if spec is None:
            raise UserError(f"The worker {address} lacks the package {PACKAGE}: install it there.")


def compile_here(pieces: Sequence[tuple]) -> None:
    """Compile the kernels that the disk cache lacks, so that workers that share the cache only load them."""
    needed = {unit for learners, stream, *_ in pieces for unit in units_of([t.key for t in learners], stream.storage)}
    for unit in sorted(needed - cached()):
        make_ready(unit)


def _result(future: Any, found: Any) -> tuple[Any, int]:
    """Return what a finished piece returned, or raise what happened to it."""
    from distributed import KilledWorker

    if future.status == "finished":
        return found
    if future.status != "error":
        raise UserError("The connection to the Dask scheduler was lost; stored results are kept, so start again.")
    error = found[1]
    if isinstance(error, KilledWorker):
        raise UserError(
            f"A piece of work ended {error.allowed_failures + 1} worker processes, the last of them "
            f"{error.last_worker.address}: the workers may need more memory."
        )
    raise error


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}…"
