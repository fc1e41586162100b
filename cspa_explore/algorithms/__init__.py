"""The registry: one line per algorithm, in the order in which they are shown."""

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
    "cspa_averaged",
    "cspa_kappa",
    "bpa_averaged",
    "linucb",
    "k_perceptrons",
    "rdue",
    "squarecb",
    "bit_likelihood",
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


def checked(found: dict[str, AlgorithmSpec]) -> dict[str, AlgorithmSpec]:
    """Return the Specs by name; refuse a key that is not the name, and a look that another algorithm has."""
    looks: dict[int, str] = {}
    for name, spec in found.items():
        if spec.key != name:
            raise ValueError(f"algorithms/{name}.py: the key of its Spec must be '{name}', got '{spec.key}'.")
        if spec.look in looks:
            free = min(set(range(len(found))) - {other.look for other in found.values()})
            raise ValueError(f"{name}: look={spec.look} belongs to {looks[spec.look]}, the next free one is {free}.")
        looks[spec.look] = name
    return found


ALGORITHMS = checked({name: import_module(f"cspa_explore.algorithms.{name}").SPEC for name in NAMES})

__all__ = ["ALGORITHMS", "AlgorithmSpec", "Param"]
