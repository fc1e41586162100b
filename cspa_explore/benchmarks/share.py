"""Where the time of a run goes: learning, making rows, drawing order and uniforms, or outside all kernels.

Kernels are what is compiled and goes through all rounds, ours and NumPy's.
"""

import time
from collections.abc import Callable
from typing import Any

from cspa_explore.core import dress
from cspa_explore.experiments import blocks
from cspa_explore.experiments.play import play
from cspa_explore.experiments.stream import Stream
from cspa_explore.learners import LearnerText, learner

LEARNERS = [LearnerText.of(key) for key in ("cspa", "banditron", "confidit", "bpa")]
ALONE = "CSPA alone, 10,001 rounds"  # about the shortest run that the rule speaks of: a millisecond
STREAMS = {
    ALONE: Stream("gaussians4", sigma=0.25, rounds=10_001),
    "four Gaussians, noise": Stream("gaussians4", sigma=0.25, rounds=40_000),
    "pendigits": Stream("pendigits", rounds=40_000),
    "shuttle": Stream("shuttle"),
    "usps": Stream("usps", rounds=20_000),
    "usps, noise": Stream("usps", sigma=0.7, rounds=20_000),
    "segment, kernel": Stream("segment", kernel=0.01, rounds=20_000),
}
KERNELS = {
    "learning": [(learner, "play")],
    "rows": [*((dress, name) for name in ("_dress", "_multiply", "_radial")), (blocks, "_taken")],
    # NumPy's compiled generators and their seeding: a compiled twin was half as fast.
    "draws": [(blocks, "_order"), (blocks, "_uniforms"), (blocks, "_rng")],
}


def shares() -> dict[str, dict[str, float]]:
    """Print and return the shares for four learners, and one, on streams of more than 10,000 rounds."""
    print("\n\nWhere the time of four learners goes: kernels for learning, rows and draws, and outside (medians)\n")
    found = {}
    for name, stream in STREAMS.items():
        learners = LEARNERS[:1] if name == ALONE else LEARNERS
        play(learners, stream)  # data and kernels are there
        found[name] = sorted((_measure(learners, stream) for _ in range(31)), key=lambda share: share["outside"])[15]
        print(f"  {name:26s}" + "".join(f"  {part} {100 * share:5.1f} %" for part, share in found[name].items()))
    return found


def _measure(learners: list[LearnerText], stream: Stream) -> dict[str, float]:
    """Play once with a clock around every kernel."""
    clocks = dict.fromkeys(KERNELS, 0.0)
    running: list[str] = []  # a call inside another one is part of it

    def timed(part: str, kernel: Callable) -> Callable:
        def call(*args: Any) -> Any:
            running.append(part)
            start = time.perf_counter()
            answer = kernel(*args)
            took = time.perf_counter() - start
            running.pop()
            clocks[part] += 0.0 if running else took
            return answer

        return call

    places = [(part, module, name, getattr(module, name)) for part, all_ in KERNELS.items() for module, name in all_]
    for part, module, name, kernel in places:
        setattr(module, name, timed(part, kernel))
    try:
        start = time.perf_counter()
        traces = play(learners, stream)  # kept: giving their memory back is the caller's time
        total = time.perf_counter() - start
    finally:
        for _, module, name, kernel in places:
            setattr(module, name, kernel)
    del traces
    shares = {part: seconds / total for part, seconds in clocks.items()}
    return shares | {"outside": 1 - sum(shares.values())}
