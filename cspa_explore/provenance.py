"""Provenance: which program, compiled how and run where, computed some numbers. Every result carries it.

The same experiment gives the same numbers, bit for bit, where kernels, number libraries and processor are the same;
`is_stale` says where that cannot be expected, so that stored numbers can be computed again.
"""

import platform
from dataclasses import asdict, dataclass, fields
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from cspa_explore import __version__
from cspa_explore.core.kernel_cache import KERNEL_HASH, processor

UNKNOWN = "unknown"
# scipy: it brings the BLAS that kernel features are computed with.
DECISIVE = ("kernels", "numpy", "scipy", "processor", "features")


@dataclass(frozen=True)
class Provenance:
    """Versions as text; `kernels` is the kernel hash, which covers the compiler as well."""

    program: str
    kernels: str
    python: str
    numpy: str
    scipy: str
    numba: str
    llvmlite: str
    scikit_learn: str  # some data sets are files of it
    processor: str  # target and name, as Numba compiles for it
    features: str  # of the processor, separated by spaces

    @classmethod
    def from_fields(cls, values: dict[str, Any] | None) -> "Provenance | None":
        """Return the provenance that was written; None for a result that was written without one."""
        if values is None:
            return None
        return cls(**{field.name: str(values.get(field.name, UNKNOWN)) for field in fields(cls)})

    def to_fields(self) -> dict[str, str]:
        """Return what JSON takes."""
        return asdict(self)

    def same_numbers_as(self, other: "Provenance") -> bool:
        """Say whether the same experiment can be expected to give the same numbers, bit for bit."""
        return all(getattr(self, name) == getattr(other, name) for name in DECISIVE)


@cache
def current() -> Provenance:
    """Return the provenance of what this process computes."""
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
    """Say whether this process may compute other numbers than those of that provenance; None counts as stale.

    >>> is_stale(current()), is_stale(None)
    (False, True)
    """
    return provenance is None or not provenance.same_numbers_as(current())


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return UNKNOWN
