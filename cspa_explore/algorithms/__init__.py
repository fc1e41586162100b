"""The registry: one line an algorithm, in the order in which they are shown."""

from importlib import import_module

from cspa_explore.algorithms.spec import AlgorithmSpec, Param

NAMES = (
    "cspa",
    "banditron",
    "confidit",
    "bpa",
    "spa",
    "uniform",
    "cspa_as_printed",
)

ALGORITHMS: dict[str, AlgorithmSpec] = {
    name: import_module(f"cspa_explore.algorithms.{name}").SPEC for name in NAMES
}

__all__ = ["ALGORITHMS", "AlgorithmSpec", "Param"]
