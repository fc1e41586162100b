"""Where the time of a run goes: into kernels, into making the rows of the stream, or elsewhere."""

import time
from collections.abc import Iterator
from typing import Any

from cspa_explore.experiments import play as playing
from cspa_explore.experiments.stream import Stream
from cspa_explore.learners import LearnerText, learner

LEARNERS = [LearnerText.of(key) for key in ("cspa", "banditron", "confidit", "bpa")]
STREAMS = {
    "four Gaussians, noise": Stream("gaussians4", sigma=0.25, rounds=40_000),
    "pendigits": Stream("pendigits", rounds=40_000),
    "shuttle": Stream("shuttle"),
    "usps": Stream("usps", rounds=20_000),
    "usps, noise": Stream("usps", sigma=0.7, rounds=20_000),
    "segment, kernel": Stream("segment", kernel=0.01, rounds=20_000),
}


def shares() -> dict[str, dict[str, float]]:
    """Print and return the shares for four learners on streams of more than 10,000 rounds."""
    print("\n\nShares of the time of a run, four learners\n")
    found = {}
    for name, stream in STREAMS.items():
        playing.play(LEARNERS, stream)  # data and kernels are there
        found[name] = min((_measure(stream) for _ in range(5)), key=lambda share: share["elsewhere"])
        print(f"  {name:24s}" + "".join(f"  {part} {100 * share:5.1f} %" for part, share in found[name].items()))
    return found


def _measure(stream: Stream) -> dict[str, float]:
    """Play once with clocks around the kernels and around the making of rows."""
    clocks = {"kernels": 0.0, "rows": 0.0}
    kernel, chunks = learner.play, playing.chunks

    def timed_kernel(*args: Any) -> int:
        start = time.perf_counter()
        skipped = kernel(*args)
        clocks["kernels"] += time.perf_counter() - start
        return skipped

    def timed_chunks(*args: Any) -> Iterator[Any]:
        inner = chunks(*args)
        while True:
            start = time.perf_counter()
            block = next(inner, None)
            clocks["rows"] += time.perf_counter() - start
            if block is None:
                return
            yield block

    learner.play, playing.chunks = timed_kernel, timed_chunks  # type: ignore[assignment]
    try:
        start = time.perf_counter()
        playing.play(LEARNERS, stream)
        total = time.perf_counter() - start
    finally:
        learner.play, playing.chunks = kernel, chunks
    shares = {name: seconds / total for name, seconds in clocks.items()}
    return shares | {"elsewhere": 1 - sum(shares.values())}
