"""Shares of a run's time: learning, making rows, drawing order and uniforms, and everything outside the kernels.

Kernels are the compiled functions, ours and NumPy's, that loop over all rounds.
"""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.core import preprocessing
from cspa_explore.learners import LearnerText, learner
from cspa_explore.running.play import play
from cspa_explore.streams import blocks, order, tables
from cspa_explore.streams.stream import Stream

LEARNERS = [LearnerText.of(key) for key in ("cspa", "banditron", "confidit", "bpa")]
STREAMS = {
    "four Gaussians, noise": Stream("gaussians4", sigma=0.25, rounds=40_000),
    "pendigits": Stream("pendigits", rounds=40_000),
    "shuttle": Stream("shuttle"),
    "usps": Stream("usps", rounds=20_000),
    "usps, noise": Stream("usps", sigma=0.7, rounds=20_000),
    "segment, kernel": Stream("segment", kernel=0.01, rounds=20_000),
}
# The shortest runs to which MOST applies: a learner alone takes less than a millisecond.
SHORTEST = {
    "four Gaussians": Stream("gaussians4", rounds=10_001),
    "four Gaussians, noise": Stream("gaussians4", sigma=0.25, rounds=10_001),
    "iris": Stream("iris", rounds=10_001),
    "pendigits": Stream("pendigits", rounds=10_001),
}
MOST = 0.10  # target: the share outside kernels in runs of more than 10,000 rounds
KERNELS = {
    "learning": [(learner, "play")],
    "rows": [*((preprocessing, name) for name in ("_preprocess", "_multiply", "_radial")), (blocks, "labels_of")],
    # NumPy's compiled generators and their seeding; our own compiled version was half as fast.
    "draws": [(blocks, "instance_order"), (blocks, "uniforms"), (order, "generator"), (tables, "generator")],
}


def shares() -> dict[str, dict[str, float]]:
    """Print and return the shares for four learners on several streams, and for every learner alone on short ones."""
    print("\n\nWhere the time of four learners goes: kernels for learning, rows and draws, and outside (medians)\n")
    found = {}
    for name, stream in STREAMS.items():
        found[name] = measure(LEARNERS, stream)
        print(f"  {name:26s}{_words(found[name])}")
    print("\nThe learner with the largest share outside kernels, each alone on 10,001 rounds\n")
    for name, stream in SHORTEST.items():
        alone = {key: measure([LearnerText.of(key)], stream, repeats=101) for key in ALGORITHMS}
        worst = max(alone, key=lambda key: alone[key]["outside"])
        found[f"{worst} alone, {name}"] = alone[worst]
        print(f"  {name + ': ' + worst:40s}{_words(alone[worst])}")
    most = max(share["outside"] for share in found.values())
    verdict = "holds" if most < MOST else "DOES NOT HOLD"
    print(f"\nAt most {100 * most:.1f} % is outside kernels: wanted < {100 * MOST:g} %, {verdict}.")
    return found


def measure(learners: list[LearnerText], stream: Stream, repeats: int = 31) -> dict[str, float]:
    """Return the share of each part in the time of a run, from medians.

    Runs with a clock around each kernel alternate with runs without clocks; the difference is the cost of the clocks.
    """
    play(learners, stream)  # load data and kernels before timing
    pairs = [(_seconds(learners, stream), _clocked(learners, stream)) for _ in range(repeats)]
    parts = {part: float(np.median([seconds[part] for _, seconds in pairs])) for part in (*KERNELS, "outside")}
    clocks = float(np.median([sum(seconds.values()) - total for total, seconds in pairs]))
    parts["outside"] = max(0.0, parts["outside"] - max(0.0, clocks))  # on a loaded machine the difference is noise
    whole = sum(parts.values())
    return {part: seconds / whole for part, seconds in parts.items()}


def _seconds(learners: list[LearnerText], stream: Stream) -> float:
    """Return the seconds of a run, without the time to free its traces."""
    start = time.perf_counter()
    traces = play(learners, stream)
    seconds = time.perf_counter() - start
    del traces
    return seconds


def _clocked(learners: list[LearnerText], stream: Stream) -> dict[str, float]:
    """Play once with a clock around every kernel; return the seconds of each part and those outside all kernels."""
    clocks = dict.fromkeys(KERNELS, 0.0)
    running: list[str] = []  # the kernel being timed; nested calls are part of it

    def timed(part: str, kernel: Callable) -> Callable:
        def call(*args: Any) -> Any:
            if running:
                return kernel(*args)
            running.append(part)
            start = time.perf_counter()
            answer = kernel(*args)
            clocks[part] += time.perf_counter() - start
            running.pop()
            return answer

        return call

    places = [(part, module, name, getattr(module, name)) for part, found in KERNELS.items() for module, name in found]
    for part, module, name, kernel in places:
        setattr(module, name, timed(part, kernel))
    try:
        total = _seconds(learners, stream)
    finally:
        for _, module, name, kernel in places:
            setattr(module, name, kernel)
    return clocks | {"outside": total - sum(clocks.values())}


def _words(shares: dict[str, float]) -> str:
    return "".join(f"  {part} {100 * share:5.1f} %" for part, share in shares.items())
