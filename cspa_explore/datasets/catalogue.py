"""Look up data sets by their text: `describe` opens no file, `load` reads the data.

A text is a registered key, with arguments if it takes any: `iris`, `circle(m=6)`, `points(0 1 0; 1 0 1)`,
`file(sha256=…, name=…, K=3, n=150, d=4)`.
"""

from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import numpy as np

from cspa_explore.calls import Call, parse_call
from cspa_explore.datasets.registry import DATASETS
from cspa_explore.datasets.spec import Dataset, DatasetSpec, Shape, Sigmas
from cspa_explore.errors import UserError, suggestion
from cspa_explore.sized_cache import SizedCache

SHAPE = ("A data set", "gaussians4 or circle(m=6)")
MOST_LOADED = 16
MOST_BYTES = 2**29
loaded_sets = SizedCache(MOST_LOADED, MOST_BYTES)


@dataclass(frozen=True, eq=False)
class Info:
    """What the text and the registry say about a data set."""

    text: str  # canonical: all arguments are named
    spec: DatasetSpec
    arguments: MappingProxyType[str, Any]
    shape: Shape

    @property
    def title(self) -> str:
        """Return the name with the sizes: "Gaussians on a circle (m=6)"."""
        return self.spec.grammar.title(self.spec.name, self.arguments)

    @property
    def kind(self) -> str:
        """Return "toy", "bundled", "fetched" or "own"."""
        return self.spec.kind

    @property
    def sigmas(self) -> Sigmas:
        """Return sensible values of σ: those of the data, once they are known, otherwise the Spec's."""
        return self.spec.sigmas_found(**self.arguments) or self.spec.sigmas

    @property
    def present(self) -> bool:
        """Say whether the data are on this machine; no file is opened."""
        return self.spec.present(**self.arguments)

    def best(self, sigma: float) -> float | None:
        """Return the best possible ratio of right proposals at this noise, or None if it is not known."""
        return self.spec.best(sigma, **self.arguments)


def describe(text: str) -> Info:
    """Return what is known without opening a file: K, n, d, storage and classes; UserError says what is wrong.

    >>> info = describe(" circle(m=5) ")
    >>> info.text, info.title, info.shape.K, info.shape.n, info.kind, info.present
    ('circle(m=5)', 'Gaussians on a circle (m=5)', 5, 5000, 'toy', True)
    """
    call = parse_call(text, *SHAPE)
    if call.key not in DATASETS:
        # Nobody types the hash of a file; LIBSVM's originals would make the list long.
        known = [key for key, spec in DATASETS.items() if spec.kind != "own" and not key.endswith("_libsvm")]
        raise UserError(f"There is no data set '{call.key}'{suggestion(call.key, known)}")
    return _described(call, DATASETS[call.key])


@lru_cache(maxsize=256)
def _described(call: Call, spec: DatasetSpec) -> Info:
    arguments = spec.grammar.read(call)
    inside = spec.grammar.write(arguments)
    return Info(
        f"{spec.key}({inside})" if inside else spec.key, spec, MappingProxyType(arguments), spec.shape(**arguments)
    )


def load(text: str, seed: int = 0) -> Dataset:
    """Return the data set with read-only arrays. Only toys that draw their points use the seed.

    The most recently used data sets are cached. Loading one data set does not block loading another.
    """
    return load_described(describe(text), seed)


def load_described(info: Info, seed: int = 0) -> Dataset:
    """Return the data set as `load` does, without reading its text again."""
    if info.kind == "own":
        return _read(info, seed)  # its owner keeps it in memory
    seed = seed if info.spec.draws else 0
    return loaded_sets.get_or_make((info.text, seed), lambda: _read(info, seed))


def _read(info: Info, seed: int) -> Dataset:
    rng = (np.random.default_rng([seed, 0]),) if info.kind == "toy" else ()
    data = info.spec.load(*rng, **info.arguments)
    if (data.n_classes, len(data.y), data.d) != (info.shape.K, info.shape.n, info.shape.d):
        found = f"K={data.n_classes}, n={len(data.y)}, d={data.d}"
        raise UserError(f"{info.title} must have the shape that its text states, {info.text}, got {found}.")
    for array in (data.y, *([] if data.is_sparse else [data.X])):
        array.setflags(write=False)
    return data
