"""The replay that comes with the program: shown on a first start while the kernels are being compiled.

`make replays` recomputes it: `python -m cspa_explore.player.shipped`.
"""

import lzma
from functools import cache
from pathlib import Path

from cspa_explore.datasets.files import FOLDER
from cspa_explore.experiments.run import run
from cspa_explore.learners import LearnerText
from cspa_explore.player.replay import replay
from cspa_explore.results.comparisons import references
from cspa_explore.results.run import RunResult
from cspa_explore.streams.stream import Stream

LEARNERS = ("cspa(beta=1/6)", "cspa(beta=1)", "banditron(gamma=0.05)")
STREAM = Stream("gaussians4", seed=7, sigma=0.25)
TRIALS = 10


def make() -> tuple[bytes, RunResult]:
    """Compute the shipped replay and the result it belongs to."""
    result = run([LearnerText.parse(text) for text in LEARNERS], STREAM, TRIALS)
    return replay(result, references(result)), result


@cache
def load() -> tuple[bytes, RunResult]:
    """Return the shipped replay and the result it belongs to."""
    data, result = (lzma.decompress(path.read_bytes()) for path in _paths())
    return data, RunResult.from_json(result.decode())


def _paths() -> tuple[Path, Path]:
    folder = FOLDER / "replays"
    return folder / "arena.replay.xz", folder / "arena.result.xz"


if __name__ == "__main__":
    data, result = make()
    for path, content in zip(_paths(), (data, result.to_json().encode()), strict=True):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(lzma.compress(content, preset=9))
        print(f"written: {path.name}, {path.stat().st_size:,} bytes")
