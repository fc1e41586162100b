"""The measured cost of a round: µs for growing T, K and d, with fitted exponents. `make bench` measures it."""

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

import pandas as pd

from cspa_explore.learners.text import spec_of
from cspa_explore.paper.shipped import RESULTS

PATH = RESULTS / "cost.json"
TOLERANCE = 0.15  # by which a fitted exponent of µs per round may exceed 0 (T) or 1 (K, d)
LIMITS = {"T": 0.0, "K": 1.0, "d": 1.0}  # exponents of µs per round, if a round costs O(Kd)


@dataclass(frozen=True)
class Cost:
    """times[learner][letter] is a list of (size, µs per round); exponents[learner][letter] is fitted to it."""

    times: dict[str, dict[str, list[list[float]]]]
    exponents: dict[str, dict[str, float]]
    machine: str

    @property
    def holds(self) -> bool:
        """Say whether no exponent exceeds that of O(Kd) by more than the tolerance."""
        return all(
            value <= LIMITS[letter] + TOLERANCE for mine in self.exponents.values() for letter, value in mine.items()
        )

    @property
    def words(self) -> str:
        """Return the exponents as a sentence."""
        found = {letter: max(mine[letter] for mine in self.exponents.values()) for letter in LIMITS}
        worst = {letter: round(value, 2) + 0.0 for letter, value in found.items()}  # without a negative zero
        rounds = next(iter(self.times.values()))["T"]
        return (
            f"µs per round grow at most as T^{worst['T']:.2f}, K^{worst['K']:.2f} and d^{worst['d']:.2f} "
            f"(fitted; T from {rounds[0][0]:,.0f} to {rounds[-1][0]:,.0f} rounds), on {self.machine}."
        ).replace("-", "−")

    def to_frame(self) -> pd.DataFrame:
        """Return one row per learner and size."""
        rows = [
            (spec_of(key).label, letter, int(size), micros, self.exponents[key][letter])
            for key, mine in self.times.items() for letter, pairs in mine.items() for size, micros in pairs
        ]  # fmt: skip
        return pd.DataFrame(rows, columns=["learner", "varied", "size", "µs per round", "fitted exponent"])


@cache
def shipped_cost() -> Cost | None:
    """Return the shipped measurement; None if there is none."""
    if not PATH.exists():
        return None
    record: dict[str, Any] = json.loads(PATH.read_text())
    return Cost(record["times"], record["exponents"], record["machine"])
