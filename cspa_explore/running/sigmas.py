"""Measure sensible σ values for a data set, by the rule of `datasets.spec.Sigmas`.

python -m cspa_explore.running.sigmas [KEY …]
"""

import sys

import numpy as np

from cspa_explore.datasets import DATASETS, describe
from cspa_explore.learners import LearnerText
from cspa_explore.running.play import play
from cspa_explore.streams.stream import Stream

LEARNER = LearnerText.of("cspa", beta="1/(2(K-1))")
ROUNDS = 15_000  # at most per trial; the ratio has settled by then
TRIALS = (10, 100)  # the fewest, for large data sets, and the most, for small ones


def margin(key: str, sigma: float) -> float:
    """Return CSPA's mean ratio of right proposals minus 1/K, at this noise."""
    shape = describe(key).shape
    rounds = min(ROUNDS, shape.n)
    trials = int(np.clip(2 * ROUNDS // rounds, *TRIALS))
    streams = [Stream(key, seed=seed, sigma=sigma, rounds=rounds) for seed in range(trials)]
    return float(np.mean([play([LEARNER], stream)[0].hit.mean() for stream in streams])) - 1 / shape.K


def halving(key: str) -> float:
    """Return the σ at which CSPA's margin over chance is half of the margin without noise."""
    half = margin(key, 0.0) / 2
    low, high = 0.0, 1.0
    while margin(key, high) > half:
        low, high = high, 2 * high
    for _ in range(7):
        middle = (low + high) / 2
        low, high = (middle, high) if margin(key, middle) > half else (low, middle)
    return (low + high) / 2


if __name__ == "__main__":
    for key in sys.argv[1:] or [k for k, spec in DATASETS.items() if spec.kind == "bundled"]:
        sigma = halving(key)
        four = ", ".join(f"{part * sigma:.2g}" for part in (0, 1 / 3, 2 / 3, 1))
        print(f"{key:10s} halves its margin at {sigma:.3g}: Sigmas({2 * sigma:.2g}, ({four}))", flush=True)
