"""Units of kernels that are compiled together, and which of them the disk cache holds."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.core.gate import as_labels, as_order, as_uniforms
from cspa_explore.core.kernel_cache import FOLDER, cached_signatures
from cspa_explore.core.loop import learn_one, play, propose_one, record
from cspa_explore.core.preprocessing import KERNELS, multiply, preprocessed, radial
from cspa_explore.core.rows import CSR, Dense
from cspa_explore.learners.learner import make

ROW_TYPES = (np.float64, np.int16, np.uint8)  # in which data sets are stored
N_KERNELS = 7 * len(ALGORITHMS) + len(ROW_TYPES) + len(KERNELS) - 1  # `record` is for dense rows only
_ENTRIES = (play, propose_one, learn_one)
_ONE_ROUND = (as_labels([0], 1, 2), as_order([0], 1), as_uniforms([0.5], 1))  # y, order, u


class Unit(NamedTuple):
    """The kernels of one algorithm for one storage; without an algorithm, the kernels that make rows."""

    algorithm: str = ""
    sparse: bool = False

    def __str__(self) -> str:
        return f"{self.algorithm}, {'sparse' if self.sparse else 'dense'}" if self.algorithm else "rows"


ROWS = Unit()


def units() -> list[Unit]:
    """Return all units, ordered by how soon they are likely to be needed.

    >>> [str(unit) for unit in units()[:3]]
    ['rows', 'cspa, dense', 'banditron, dense']
    """
    return [ROWS, *(Unit(key, sparse) for sparse in (False, True) for key in ALGORITHMS)]


def units_of(algorithms: Iterable[str], storage: type) -> frozenset[Unit]:
    """Return the units that these algorithms need to play rows of the storage.

    >>> sorted(map(str, units_of(["spa", "spa"], Dense)))
    ['rows', 'spa, dense']
    """
    return frozenset({ROWS, *(Unit(key, storage is CSR) for key in algorithms)})


def make_ready(unit: Unit) -> None:
    """Load the unit's kernels from the cache, or compile them, by playing one round."""
    if unit == ROWS:
        for kind in ROW_TYPES:
            rows = preprocessed(np.ones((1, 1), kind), np.zeros(1, np.int64))
        radial(multiply(rows.X, rows.X), np.ones(1), np.ones(1), 1.0, 0)
        return
    learner = make(unit.algorithm, n_classes=2, n_features=1, sparse=unit.sparse)
    trace = learner.run([[1.0]], [0])
    if not unit.sparse:
        learner.record(preprocessed(np.ones((1, 1)), np.zeros(1, np.int64)), *_ONE_ROUND, trace)
    if learner.spec.feedback == "full":
        learner.teach([1.0], 0)
    else:
        learner.propose([1.0])
        learner.feedback(True)


def cached() -> set[Unit]:
    """Return the units whose kernels are all in the disk cache; loading them takes milliseconds."""
    if FOLDER is None:
        return set()
    found = [{_types_in(signature) for signature in cached_signatures(entry)} for entry in _ENTRIES]
    recorded = {_types_in(signature) for signature in cached_signatures(record)}
    learners = {
        unit
        for unit in units()[1:]
        if all(_types_of(unit) in types for types in found) and (unit.sparse or _types_of(unit) in recorded)
    }
    return learners | ({ROWS} if _rows_cached() else set())


def compiled() -> int:
    """Return how many kernels this process has compiled or is compiling: the number of cache misses."""
    entries = (*_ENTRIES, record, *KERNELS)
    return sum(entry.stats.cache_misses.total() for entry in entries if hasattr(entry, "stats"))


def _types_of(unit: Unit) -> tuple[type, type]:
    """Return the types of the unit's hyper-parameters and of its storage."""
    return ALGORITHMS[unit.algorithm].hyper, CSR if unit.sparse else Dense


def _types_in(signature: tuple) -> tuple[type, type]:
    """Return the types of hyper-parameters and storage: the first and the fourth argument of these kernels."""
    return signature[0].instance_class, signature[3].instance_class


def _rows_cached() -> bool:
    dress, *others = KERNELS
    stored = {str(types[0].dtype) for types in cached_signatures(dress)}
    return stored >= {np.dtype(kind).name for kind in ROW_TYPES} and all(map(cached_signatures, others))
