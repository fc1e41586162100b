"""Data sets: `load` is the only way to get one; `registry.py` lists them."""

from functools import lru_cache
from threading import Lock

import numpy as np

from cspa_explore.calls import Call, parse_call
from cspa_explore.datasets.registry import DATASETS, FIGURE_2
from cspa_explore.datasets.spec import ORDERS, Dataset, DatasetSpec
from cspa_explore.errors import UserError, suggestion

SHAPE = ("A data set", "gaussians4 or circle(m=6)")


def spec_of(text: str) -> tuple[DatasetSpec, dict]:
    """Return the Spec that a text names, and its sizes: "circle(m=6)"; UserError says what is wrong.

    >>> spec, sizes = spec_of("circle(m=5)")
    >>> spec.name, sizes
    ('Gaussians on a circle', {'m': 5})
    """
    call = _parsed(text) if isinstance(text, str) else parse_call(text, *SHAPE)
    if call.key not in DATASETS:
        raise UserError(f"There is no data set '{call.key}'{suggestion(call.key, DATASETS)}")
    spec = DATASETS[call.key]
    if spec.key == "points":
        return spec, {"text": call.inside}
    given: dict[str, str] = {}
    for name, value in call.arguments():
        if name in given:
            raise UserError(f"{spec.key}: {name} is given twice.")
        given[name or value] = value
    return spec, spec.checked_sizes(given)


@lru_cache(maxsize=256)
def _parsed(text: str) -> Call:
    return parse_call(text, *SHAPE)


def canonical_text(text: str) -> str:
    """Return the one text of a data set: all its sizes are named.

    >>> canonical_text(" circle "), canonical_text("iris()")
    ('circle(m=6)', 'iris')
    """
    spec, sizes = spec_of(text)
    if spec.key == "points":
        return f"points({'; '.join(' '.join(p.split()) for p in sizes['text'].split(';') if p.strip())})"
    return f"{spec.key}({', '.join(f'{n}={v}' for n, v in sizes.items())})" if sizes else spec.key


def seed_of(text: str, seed: int) -> int:
    """Return the seed as far as the data set depends on it: 0 if its instances are always the same."""
    return seed if spec_of(text)[0].draws else 0


def load(text: str, seed: int = 0) -> Dataset:
    """Return the data set, read-only; toys that draw their points draw them from the seed. Cached."""
    with _LOCK:  # two threads must not both read the same file
        return _loaded(canonical_text(text), seed_of(text, seed))


@lru_cache(maxsize=16)
def _loaded(text: str, seed: int) -> Dataset:
    spec, sizes = spec_of(text)
    rng = () if spec.kind != "toy" or spec.key == "points" else (np.random.default_rng([seed, 0]),)
    data = spec.load(*rng, **sizes)
    for array in (data.y, *([] if data.is_sparse else [data.X])):
        array.setflags(write=False)
    return data


_LOCK = Lock()
__all__ = ["DATASETS", "FIGURE_2", "ORDERS", "Dataset", "DatasetSpec", "canonical_text", "load", "seed_of", "spec_of"]
