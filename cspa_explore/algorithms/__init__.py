"""The registry: one line an algorithm, in the order in which they are shown."""

from importlib import import_module

from cspa_explore.algorithms.spec import AlgorithmSpec, Param

NAMES = (
    "cspa",
    "banditron",
    "confidit",
    "bpa",
    "cwb",
    "exp_grad",
    "pnewtron",
    "pnewtron_greedy",
    "soba",
    "soba_adaptive",
    "spa",
    "perceptron",
    "pa",
    "pa1",
    "pa2",
    "spa1",
    "spa2",
    "arow",
    "cw",
    "scw1",
    "scw2",
    "uniform",
    "cspa_as_printed",
)


def _registry() -> dict[str, AlgorithmSpec]:
    found = {name: import_module(f"cspa_explore.algorithms.{name}").SPEC for name in NAMES}
    for name, spec in found.items():
        if spec.key != name:
            raise ValueError(f"algorithms/{name}.py: the key of its Spec must be '{name}', got '{spec.key}'.")
    return found


ALGORITHMS = _registry()

__all__ = ["ALGORITHMS", "AlgorithmSpec", "Param"]
