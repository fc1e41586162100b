"""The shipped replay, which the Arena shows on the first start, while the kernels are being compiled.

`make replays` recomputes it: `python -m cspa_explore.player.shipped`.
"""

import lzma
from functools import cache
from pathlib import Path

from cspa_explore.datasets.files import FOLDER
from cspa_explore.experiments.experiment import FIRST
from cspa_explore.player.replay import replay
from cspa_explore.results.comparisons import references
from cspa_explore.results.run import RunResult
from cspa_explore.running.run import run


def make() -> tuple[bytes, RunResult]:
    """Compute the shipped replay and its result."""
    result = run(FIRST)
    return replay(result, references(result)), result


@cache
def load() -> tuple[bytes, RunResult]:
    """Return the shipped replay and its result from their files."""
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
        print(f"Wrote {path.name}, {path.stat().st_size:,} bytes.")
