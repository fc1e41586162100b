"""Provenance of numbers: program version, kernel hash, package versions and processor. Every result carries it.

The same experiment gives the same numbers, bit for bit, if kernels, numerical libraries and processor are the same.
`is_stale` tells whether stored numbers may differ from those that this process would compute.
"""

import platform
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from cspa_explore import __version__
from cspa_explore.core.kernel_cache import KERNEL_HASH, processor

UNKNOWN = "unknown"
# The fields that decide about the last bit. SciPy brings the BLAS that computes kernel features.
DECISIVE = ("kernels", "numpy", "scipy", "processor", "features")


@dataclass(frozen=True)
class Provenance:
    """Versions as text; `kernels` is the kernel hash, which also covers the compiler."""

    program: str
    kernels: str
    python: str
    numpy: str
    scipy: str
    numba: str
    llvmlite: str
    scikit_learn: str  # some data sets are read from its files
    processor: str  # target and name that Numba compiles for
    features: str  # of the processor, separated by spaces

    @classmethod
    def from_fields(cls, values: dict[str, Any] | None) -> "Provenance | None":
        """Return the provenance of a stored result; None if the result has none. Missing fields are "unknown"."""
        if values is None:
            return None
        return cls(**{field.name: str(values.get(field.name, UNKNOWN)) for field in fields(cls)})

    def to_fields(self) -> dict[str, str]:
        """Return the fields as a dictionary for JSON."""
        return asdict(self)

    @property
    def words(self) -> str:
        """Return what computed the numbers: program, libraries and processor."""
        libraries = f"NumPy {self.numpy}, SciPy {self.scipy}, Numba {self.numba}, Python {self.python}"
        return f"CSPA Explorer {self.program} (kernels {self.kernels[:12]}) with {libraries} on {self.processor}"

    def same_numbers_as(self, other: "Provenance") -> bool:
        """Say whether the same experiment gives the same numbers, bit for bit, under both provenances."""
        return all(getattr(self, name) == getattr(other, name) for name in DECISIVE)


@cache
def current() -> Provenance:
    """Return the provenance of the numbers that this process computes."""
    target, name, features = processor()
    return Provenance(
        program=__version__,
        kernels=KERNEL_HASH,
        python=platform.python_version(),
        **{package: _version(package) for package in ("numpy", "scipy", "numba", "llvmlite", "scikit_learn")},
        processor=f"{target} {name}",
        features=" ".join(sorted(feature[1:] for feature in features.split(",") if feature.startswith("+"))),
    )


def is_stale(provenance: Provenance | None) -> bool:
    """Say whether this process may compute different numbers than that provenance did; None counts as stale.

    >>> is_stale(current()), is_stale(None)
    (False, True)
    """
    return provenance is None or not provenance.same_numbers_as(current())


def by_provenance(named: Iterable[tuple[str, Provenance | None]]) -> list[dict[str, Any]]:
    """Return each different provenance as a dictionary for JSON, with the names of the results that it belongs to.

    >>> [(one["of"], one["program"] == __version__) for one in by_provenance([("a", current()), ("b", current())])]
    [(['a', 'b'], True)]
    """
    found: dict[Provenance | None, list[str]] = {}
    for name, provenance in named:
        found.setdefault(provenance, []).append(name)
    return [{"of": names} | (provenance.to_fields() if provenance else {}) for provenance, names in found.items()]


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return UNKNOWN
