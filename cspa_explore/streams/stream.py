"""A stream: a data set, a seed, and the processing of its rows. A frozen description that holds no arrays.

`blocks.py` computes its rows.
"""

from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np

from cspa_explore.core.rows import CSR, Dense
from cspa_explore.datasets import Dataset, DatasetSpec, Info, describe, load_described
from cspa_explore.errors import UserError
from cspa_explore.settings import SETTINGS, TABLE, default
from cspa_explore.wording import counted


@dataclass(frozen=True)
class Stream:
    """The data of one trial: its instances, their order, their noise and their features.

    The table in `settings.py` gives the meaning, the range and the default of each field.

    >>> stream = Stream("gaussians4", seed=7, sigma=0.25)
    >>> print(stream)
    Four Gaussians · σ=0.25 (variance) · seed 7 · 4,000 rounds · shuffled · inputs scaled to length 1
    >>> stream.n_classes, stream.n_features, f"{stream.best:.3f}"
    (4, 2, '0.955')
    """

    dataset: str = default("dataset")
    seed: int = default("seed")
    rounds: int = default("rounds")  # 0: each instance once
    order: str = default("order")  # empty: the data set's default order
    sigma: float = default("sigma")
    normalise: bool = default("normalise")
    bias: bool = default("bias")
    kernel: float = default("kernel")  # 0: the features themselves
    support: int = default("support")
    flip: float = default("flip")
    imbalance: float = default("imbalance")  # class k is thinned to imbalance^(−k/(K−1)) of its instances
    drift: str = default("drift")
    drift_at: float = default("drift_at")  # a share of the rounds
    turn: float = default("turn")  # degrees
    noisy: float = default("noisy")
    ties: str = default("ties")

    def __post_init__(self) -> None:
        """Check every value, convert it to a plain Python value, and fill in the default order."""
        info = describe(self.dataset)
        plain = {name: SETTINGS[name].kind.check(name, getattr(self, name)) for name in FIELDS}
        plain |= {"dataset": info.text, "order": plain["order"] or info.spec.order}
        plain |= {name: plain[name] or default(name) for name in ("drift", "ties")}
        if plain["drift"] == "turn" and not can_turn(info):
            raise UserError(f"drift=turn needs a toy data set in the plane, got {info.title}.")
        if self.bias and self.kernel:
            raise UserError("bias and kernel exclude each other: kernel features have no constant feature.")
        for name, value in plain.items():
            object.__setattr__(self, name, value)

    @cached_property
    def info(self) -> Info:
        """Return what is known about the data set without opening a file."""
        return describe(self.dataset)

    @property
    def spec(self) -> DatasetSpec:
        """Return the data set's Spec."""
        return self.info.spec

    def load(self) -> Dataset:
        """Load the data set, or return it from the catalogue's cache."""
        return load_described(self.info, self.seed)

    @property
    def n_classes(self) -> int:
        """Return K."""
        return self.info.shape.K

    @cached_property
    def storage(self) -> type:
        """Return Dense or CSR. Noise and kernel features make rows dense, even those of a sparse data set."""
        return CSR if self.info.shape.sparse and not self.sigma and not self.kernel else Dense

    @cached_property
    def n_features(self) -> int:
        """Return the width of the rows that learners see."""
        return self.support_used if self.kernel else self.info.shape.d + self.bias

    @property
    def support_used(self) -> int:
        """Return the number of kernel features: at most the number of kept instances."""
        return min(self.support, self.n_kept)

    @property
    def best(self) -> float | None:
        """Return the best possible ratio of right proposals, or None if it cannot be computed."""
        if self.imbalance != 1 or self.kernel or self.flip > 1 - 1 / self.n_classes:
            return None
        clean = self.info.best(self.sigma)
        if clean is None:
            return None
        return (1 - self.flip) * clean + self.flip * (1 - clean) / (self.n_classes - 1)

    @property
    def lesson(self) -> str:
        """Return the data set's lesson; "" if a setting changes rows, labels or order, as it may not hold then."""
        changed = self.sigma or self.noisy or self.flip or self.kernel or self.bias or self.imbalance != 1
        own = self.order == self.spec.order and self.ties == default("ties") and self.drift == "none"
        return self.spec.lesson if own and not changed else ""

    @property
    def before_drift(self) -> int:
        """Return the number of rounds before the drift; all of them if there is none.

        >>> Stream("gaussians4", drift="labels").before_drift, Stream("gaussians4").before_drift
        (2000, 4000)
        """
        return self.n_rounds if self.drift == "none" else round(self.drift_at * self.n_rounds)

    @property
    def drift_words(self) -> str:
        """Return what the drift does, and its first round; empty if there is no round with drift.

        >>> Stream("gaussians4", drift="turn").drift_words
        'points turn by 45° at round 2,001'
        """
        if self.before_drift == self.n_rounds:
            return ""
        what = f"points turn by {self.turn:g}°" if self.drift == "turn" else "labels rotate"
        return f"{what} at round {self.before_drift + 1:,}"

    def kept_per_class(self) -> np.ndarray:
        """Return the number of kept instances per class: a share imbalance^(−k/(K−1)) of class k.

        This loads the data if the catalogue does not know the class counts (drawn labels, own files).
        """
        K, counts = self.n_classes, self.info.shape.counts
        known = np.bincount(self.load().y, minlength=K) if counts is None else np.array(counts)
        return np.ceil(known * self.imbalance ** -(np.arange(K) / (K - 1)) - 1e-9).astype(int)

    @property
    def n_kept(self) -> int:
        """Return the total number of kept instances."""
        return self.info.shape.n if self.imbalance == 1 else int(self.kept_per_class().sum())

    @property
    def n_rounds(self) -> int:
        """Return the number of rounds: the setting, or one pass over the kept instances."""
        return self.rounds or self.n_kept

    @property
    def known_rounds(self) -> int | None:
        """Return the number of rounds, or None if the data must be loaded to count the labels."""
        unknown = self.imbalance != 1 and self.info.shape.counts is None and not self.rounds
        return None if unknown else self.n_rounds

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields without the cached properties."""
        return fields_of(self)

    def __str__(self) -> str:
        return self.words()

    def words(self, sigma: bool = True) -> str:
        """Return the stream in words; `sigma=False` leaves σ out, for a sweep over several σ.

        >>> Stream("iris", seed=3).words(sigma=False)
        'Iris · seed 3 · 150 rounds · shuffled · inputs scaled to length 1'
        """
        parts = [self.info.title]
        if sigma and (self.sigma or self.spec.kind == "toy"):
            parts.append(f"σ={self.sigma:g} ({self.spec.noise})")
        parts += [f"seed {self.seed}", counted(self.n_rounds, "round")]
        for name in FIELDS:
            if name == "kernel" and self.kernel:
                first = counted(self.support_used, "instance")
                parts.append(f"Gaussian kernel g={self.kernel:g} on the first {first}")
            else:
                parts.append(self.drift_words if name == "drift" else SETTINGS[name].words(getattr(self, name)))
        return " · ".join(part for part in parts if part)


def can_turn(info: Info) -> bool:
    """Say whether drift can turn the points: of a toy in the plane."""
    return info.kind == "toy" and info.shape.d == 2


FIELDS: tuple[str, ...] = tuple(
    setting.name for setting in TABLE if setting.name in {field.name for field in fields(Stream)}
)


def fields_of(stream: Stream) -> dict[str, Any]:
    """Return the stream's values by name, in the order of the table."""
    return {name: getattr(stream, name) for name in FIELDS}
