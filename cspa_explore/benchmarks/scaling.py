"""How the cost of a round grows: µs per round for T = 10⁴ to 10⁷ rounds, and for K and d doubled, with exponents.

    python -m cspa_explore.benchmarks.scaling [--ship]

A round costs O(Kd), so the exponent of µs per round must be about 0 in T and at most about 1 in K and in d. With
--ship, the numbers are written into data/results, where the paper's claim about the cost takes them from.
"""

import json
import platform
import sys
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from cspa_explore.core.gate import as_rows
from cspa_explore.core.loop import Trace
from cspa_explore.core.memory import canonical
from cspa_explore.datasets.files import FOLDER
from cspa_explore.learners import make
from cspa_explore.running.contest import PAPERS

ROUNDS = (10**4, 10**5, 10**6, 10**7)
CLASSES = (16, 32, 64, 128)  # with FEATURES features
FEATURES = 256
DIMENSIONS = (128, 256, 512, 1024)  # with KINDS classes
KINDS = 16
SMALL = (10, 16)  # K and d while T grows
PART = 10_000  # rounds per call
REPEATS = 3


def scaling(learners: Sequence[str] = PAPERS, rounds: Sequence[int] = ROUNDS) -> dict[str, Any]:
    """Print and return µs per round and the fitted exponents of T, K and d for each learner."""
    print("\n\nGrowth of the cost: µs per round, and the exponent that fits it (O(Kd): 0 in T, 1 in K and d)\n")
    times: dict[str, dict[str, list[list[float]]]] = {}
    exponents: dict[str, dict[str, float]] = {}
    for key in learners:
        times[key] = {
            "T": [[T, micros(key, *SMALL, T)] for T in rounds],
            "K": [[K, _best(key, K, FEATURES)] for K in CLASSES],
            "d": [[d, _best(key, KINDS, d)] for d in DIMENSIONS],
        }
        exponents[key] = {letter: exponent(pairs) for letter, pairs in times[key].items()}
        for letter, pairs in times[key].items():
            shown = "  ".join(f"{letter}={size:,}: {value:.3f}" for size, value in pairs)
            print(f"  {key:10s} {shown}   exponent {exponents[key][letter]:+.2f}")
    machine = f"{platform.machine()}, Python {platform.python_version()}"
    return {"times": times, "exponents": exponents, "machine": machine}


def exponent(pairs: Sequence[Sequence[float]]) -> float:
    """Return the slope of the line that fits log(time) against log(size).

    >>> round(exponent([[1, 3.0], [2, 6.0], [4, 12.0]]), 6)
    1.0
    """
    size, value = np.log(np.array(pairs)).T
    return float(np.polyfit(size, value, 1)[0])


def _best(key: str, K: int, d: int) -> float:
    return min(micros(key, K, d, PART) for _ in range(REPEATS))


def micros(key: str, K: int, d: int, T: int) -> float:
    """Return µs per round of T rounds on unit rows whose labels are mostly linear in them."""
    rng = np.random.default_rng(0)
    centres, y = rng.normal(size=(K, d)), rng.integers(K, size=PART)
    X = centres[y] + 0.7 * rng.normal(size=(PART, d))
    rows, labels = as_rows(X / np.linalg.norm(X, axis=1, keepdims=True)), canonical(y, np.int64)
    orders = [canonical(rng.permutation(PART), np.int64) for _ in range(min(8, T // PART))]
    draws = canonical(rng.random(PART), np.float64)
    learner, trace = make(key, n_classes=K, n_features=d, sparse=False), Trace.new(PART)
    learner.advance(rows, labels, orders[0], draws, trace)  # loads the kernel
    start = time.thread_time()  # other work on the machine does not count
    for part in range(T // PART):
        learner.advance(rows, labels, orders[part % len(orders)], draws, trace)
    return 1e6 * (time.thread_time() - start) / T


if __name__ == "__main__":
    found = scaling()
    if "--ship" in sys.argv[1:]:
        target = FOLDER / "results" / "cost.json"
        target.parent.mkdir(exist_ok=True)
        target.write_text(json.dumps(found, indent=1))
        print(f"Wrote {target.name}.")
