"""What is played: a data set, a seed, and what is done to its rows. A frozen description, no arrays.

Its rows are computed by `blocks.py`.
"""

from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np

from cspa_explore.core.rows import CSR, Dense
from cspa_explore.datasets import ORDERS, Dataset, DatasetSpec, canonical_text, load, spec_of
from cspa_explore.errors import UserError, suggestion
from cspa_explore.settings import MOST_ROUNDS

LEAST_KERNEL = 1e-9
ORDER_WORDS = {
    "shuffled": "shuffled",
    "file": "as in the file",
    "class": "class by class",
    "cyclic": "cyclic by class",
}


@dataclass(frozen=True)
class Stream:
    """One trial's data: which instances come in which order, with which noise and features.

    >>> stream = Stream("gaussians4", seed=7, sigma=0.25)
    >>> print(stream)
    Four Gaussians · σ=0.25 (variance) · seed 7 · 4,000 rounds · shuffled · rows of norm 1
    >>> stream.n_classes, stream.n_features, f"{stream.best:.3f}"
    (4, 2, '0.955')
    """

    dataset: str = "gaussians4"
    seed: int = 0
    rounds: int = 0  # 0: each instance once
    order: str = ""  # shuffled, file, class, cyclic; empty: what the data set is made for
    sigma: float = 0.0  # Gaussian noise before normalising: variance on toys, sd on real sets
    normalise: bool = True  # rows of norm 1
    bias: bool = False  # a constant feature 1, added before normalising
    kernel: float = 0.0  # g of k(x, b) = exp(−‖x−b‖²/g); 0: the features themselves
    support: int = 700  # how many of the first instances the kernel features refer to
    flip: float = 0.0  # share of instances whose label is replaced by another class
    imbalance: float = 1.0  # class k is thinned to imbalance^(−k/(K−1)) of its instances

    def __post_init__(self) -> None:
        """Check every value, make them plain, and fill in the order if it was left open."""
        spec, _ = spec_of(self.dataset)
        if self.order not in ("", *ORDERS):
            raise UserError(f"There is no order '{self.order}'{suggestion(self.order, ORDERS)}")
        plain = {
            "dataset": canonical_text(self.dataset),
            "order": self.order or spec.order,
            "seed": _whole("seed", self.seed, 0, 2**63 - 1),
            "rounds": _whole("rounds", self.rounds, 0, MOST_ROUNDS),
            "support": _whole("support", self.support, 1, 20_000),
            "sigma": _between("sigma", self.sigma, 0.0, 1e6),
            "kernel": _between("kernel", self.kernel, 0.0, 1e9),
            "flip": _between("flip", self.flip, 0.0, 1.0),
            "imbalance": _between("imbalance", self.imbalance, 1.0, 1e6),
            "normalise": _yes_or_no("normalise", self.normalise),
            "bias": _yes_or_no("bias", self.bias),
        }
        if 0 < self.kernel < LEAST_KERNEL:
            raise UserError(f"kernel must be 0, for none, or {LEAST_KERNEL:g} to 1e+09, got {self.kernel!r}.")
        if self.bias and self.kernel:
            raise UserError("bias and kernel exclude each other: kernel features have no constant.")
        for name, value in plain.items():
            object.__setattr__(self, name, value)

    @cached_property
    def spec(self) -> DatasetSpec:
        """Return the data set's Spec."""
        return spec_of(self.dataset)[0]

    @cached_property
    def data(self) -> Dataset:
        """Return the data set itself."""
        return load(self.dataset, self.seed)

    @property
    def n_classes(self) -> int:
        """Return K."""
        return self.data.n_classes

    @cached_property
    def storage(self) -> type:
        """Return Dense or CSR: noise and kernel features are dense whatever the data set is."""
        return CSR if self.data.is_sparse and not self.sigma and not self.kernel else Dense

    @cached_property
    def n_features(self) -> int:
        """Return the width of the rows that learners see."""
        return self.support_used if self.kernel else self.data.d + self.bias

    @property
    def support_used(self) -> int:
        """Return how many kernel features there are: no more than there are instances."""
        return min(self.support, self.n_kept)

    @property
    def best(self) -> float | None:
        """Return the best possible ratio of right proposals, where it can be computed."""
        spec, sizes = spec_of(self.dataset)
        if self.imbalance != 1 or self.kernel or spec.key == "points" or self.flip > 1 - 1 / self.n_classes:
            return None
        clean = spec.best(self.sigma, **sizes)
        if clean is None:
            return None
        return (1 - self.flip) * clean + self.flip * (1 - clean) / (self.n_classes - 1)

    @cached_property
    def kept_per_class(self) -> np.ndarray:
        """Return how many instances of each class are kept: imbalance^(−k/(K−1)) of class k."""
        K = self.n_classes
        counts = np.bincount(self.data.y, minlength=K)
        return np.ceil(counts * self.imbalance ** -(np.arange(K) / (K - 1)) - 1e-9).astype(int)

    @property
    def n_kept(self) -> int:
        """Return how many instances are kept in all."""
        return len(self.data.y) if self.imbalance == 1 else int(self.kept_per_class.sum())

    @property
    def n_rounds(self) -> int:
        """Return the number of rounds: as asked for, or one pass over the instances."""
        return self.rounds or self.n_kept

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields alone: the data set is found again, not sent along."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __str__(self) -> str:
        return self.words()

    def words(self, sigma: bool = True) -> str:
        """Return the stream in words; without σ where several are played.

        >>> Stream("iris", seed=3).words(sigma=False)
        'Iris · seed 3 · 150 rounds · shuffled · rows of norm 1'
        """
        spec, sizes = spec_of(self.dataset)
        shown = ", ".join(f"{name}={value}" for name, value in sizes.items() if name != "text")
        parts = [spec.name + (f" ({shown})" if shown else "")]
        if sigma and (self.sigma or spec.kind == "toy"):
            parts.append(f"σ={self.sigma:g} ({spec.noise})")
        parts += [f"seed {self.seed}", f"{self.n_rounds:,} rounds", ORDER_WORDS[self.order]]
        parts.append("rows of norm 1" if self.normalise else "rows as they are")
        if self.bias:
            parts.append("with a constant feature")
        if self.kernel:
            parts.append(f"Gaussian kernel g={self.kernel:g} on the first {self.support_used} instances")
        if self.flip:
            parts.append(f"{100 * self.flip:g} % of labels flipped")
        if self.imbalance != 1:
            parts.append(f"classes thinned out, the last to 1/{self.imbalance:g} of its instances")
        return " · ".join(parts)


def _whole(name: str, value: Any, low: int, high: int) -> int:
    if not isinstance(value, int | np.integer) or isinstance(value, bool) or not low <= value <= high:
        raise UserError(f"{name} must be a whole number {low} to {high}, got {repr(value)[:60]}.")
    return int(value)


def _between(name: str, value: Any, low: float, high: float) -> float:
    number = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
    if not number or not low <= value <= high:  # neither holds for NaN
        raise UserError(f"{name} must be a number {low:g} to {high:g}, got {repr(value)[:60]}.")
    return float(value)


def _yes_or_no(name: str, value: Any) -> bool:
    if not isinstance(value, bool | np.bool_):
        raise UserError(f"{name} must be True or False, got {value!r}.")
    return bool(value)
