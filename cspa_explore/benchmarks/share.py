"""Where the time of a run goes: learning, making rows, drawing order and uniforms, or outside all kernels.

Kernels are what is compiled and goes through all rounds, ours and NumPy's.
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
# About the shortest runs that the rule speaks of: a learner alone, less than a millisecond.
SHORTEST = {
    "four Gaussians": Stream("gaussians4", rounds=10_001),
    "four Gaussians, noise": Stream("gaussians4", sigma=0.25, rounds=10_001),
    "iris": Stream("iris", rounds=10_001),
    "pendigits": Stream("pendigits", rounds=10_001),
}
MOST = 0.10  # of the time of a run of more than 10,000 rounds
KERNELS = {
    "learning": [(learner, "play")],
    "rows": [*((preprocessing, name) for name in ("_dress", "_multiply", "_radial")), (blocks, "take")],
    # NumPy's compiled generators and their seeding: a compiled twin was half as fast.
    "draws": [(blocks, "instance_order"), (blocks, "uniforms"), (order, "generator"), (tables, "generator")],
}


def shares() -> dict[str, dict[str, float]]:
    """Print and return the shares for four learners on several streams, and for every learner alone on short ones."""
    print("\n\nWhere the time of four learners goes: kernels for learning, rows and draws, and outside (medians)\n")
    found = {}
    for name, stream in STREAMS.items():
        found[name] = measure(LEARNERS, stream)
        print(f"  {name:26s}{_words(found[name])}")
    print("\nThe one with the most outside, of all learners alone on 10,001 rounds\n")
    for name, stream in SHORTEST.items():
        alone = {key: measure([LearnerText.of(key)], stream, repeats=101) for key in ALGORITHMS}
        worst = max(alone, key=lambda key: alone[key]["outside"])
        found[f"{worst} alone, {name}"] = alone[worst]
        print(f"  {name + ': ' + worst:40s}{_words(alone[worst])}")
    most = max(share["outside"] for share in found.values())
    verdict = "holds" if most < MOST else "DOES NOT HOLD"
    print(f"\nAt most {100 * most:.1f} % is outside: wanted < {100 * MOST:g} %, {verdict}.")
    return found


def measure(learners: list[LearnerText], stream: Stream, repeats: int = 31) -> dict[str, float]:
    """Return the share of each part in the time of a run, from medians.

    Runs with clocks around the kernels take turns with runs without, which tell what the clocks themselves take.
    """
    play(learners, stream)  # data and kernels are there
    pairs = [(_seconds(learners, stream), _clocked(learners, stream)) for _ in range(repeats)]
    parts = {part: float(np.median([seconds[part] for _, seconds in pairs])) for part in (*KERNELS, "outside")}
    clocks = float(np.median([sum(seconds.values()) - total for total, seconds in pairs]))
    parts["outside"] -= max(0.0, clocks)
    whole = sum(parts.values())
    return {part: seconds / whole for part, seconds in parts.items()}


def _seconds(learners: list[LearnerText], stream: Stream) -> float:
    """Return how long a run takes; giving the memory of its traces back is the caller's time."""
    start = time.perf_counter()
    traces = play(learners, stream)
    seconds = time.perf_counter() - start
    del traces
    return seconds


def _clocked(learners: list[LearnerText], stream: Stream) -> dict[str, float]:
    """Play once with a clock around every kernel; return the seconds of each part, and of what is outside."""
    clocks = dict.fromkeys(KERNELS, 0.0)
    running: list[str] = []  # a call inside another one is part of it

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

    places = [(part, module, name, getattr(module, name)) for part, all_ in KERNELS.items() for module, name in all_]
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
