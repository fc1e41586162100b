"""Data sets: `load` is the only way to get one; `registry.py` lists them."""

from functools import lru_cache

import numpy as np

from cspa_explore.calls import parse_call
from cspa_explore.datasets.registry import DATASETS
from cspa_explore.datasets.spec import ORDERS, Dataset, DatasetSpec
from cspa_explore.errors import UserError, suggestion


def spec_of(text: str) -> tuple[DatasetSpec, dict]:
    """Return the Spec that a text names, and its sizes: "circle(m=6)"; UserError says what is wrong.

    >>> spec, sizes = spec_of("circle(m=5)")
    >>> spec.name, sizes
    ('Gaussians on a circle', {'m': 5})
    """
    call = parse_call(text, "A data set", "gaussians4 or circle(m=6)")
    if call.key not in DATASETS:
        raise UserError(f"There is no data set '{call.key}'{suggestion(call.key, DATASETS)}")
    spec = DATASETS[call.key]
    if spec.key == "points":
        return spec, {"text": call.inside}
    return spec, spec.checked_sizes({name or value: value for name, value in call.arguments()})


def load(text: str, seed: int = 0) -> Dataset:
    """Return the data set; toys are drawn from the seed, other sets do not depend on it. Cached."""
    spec, sizes = spec_of(text)
    return _toy(text, seed) if spec.kind == "toy" and "text" not in sizes else _fixed(text)


@lru_cache(maxsize=64)
def _toy(text: str, seed: int) -> Dataset:
    spec, sizes = spec_of(text)
    return spec.load(np.random.default_rng([seed, 0]), **sizes)


@lru_cache(maxsize=8)
def _fixed(text: str) -> Dataset:
    spec, sizes = spec_of(text)
    return spec.load(**sizes)


__all__ = ["DATASETS", "ORDERS", "Dataset", "DatasetSpec", "load", "spec_of"]
