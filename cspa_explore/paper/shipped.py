"""The shipped results in data/results: one file per table and data set, one JSON object per line and cell.

`pandas.read_json("data/results/table1_vehicle.jsonl.xz", lines=True)` reads one. `make results` recomputes them:
`python -m cspa_explore.paper.shipping`, for all data sets that are on this machine, or for those that flags name.
"""

import json
import lzma
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import numpy as np

from cspa_explore.datasets.files import FOLDER
from cspa_explore.errors import UserError
from cspa_explore.paper.cells import Cell
from cspa_explore.paper.protocol import BEYOND, VARIANTS
from cspa_explore.paper.published import LEARNERS, TABLES
from cspa_explore.results.sweep import SweepResult

RESULTS = FOLDER / "results"
_ORDER = {key: place for place, key in enumerate((*LEARNERS, *BEYOND))}


def path_of(table: int, dataset: str) -> Path:
    """Return the file of a data set's cells, which need not exist."""
    return RESULTS / f"table{table}_{dataset}.jsonl.xz"


@cache
def cells_of(table: int, dataset: str) -> tuple[Cell, ...]:
    """Return the shipped cells of a data set, the paper's learners first; none if they are not shipped."""
    path = path_of(table, dataset)
    if not path.exists():
        return ()
    try:
        lines = lzma.decompress(path.read_bytes()).decode().splitlines()
        return tuple(Cell.from_record(json.loads(line)) for line in lines)
    except (OSError, EOFError, ValueError, lzma.LZMAError) as error:
        raise UserError(f"{path} is damaged ({error}): 'make results' recomputes it.") from None


def cells(table: int) -> tuple[Cell, ...]:
    """Return the shipped cells of a table, in the order of its rows."""
    return tuple(cell for row in TABLES[table] for cell in cells_of(table, row.key))


def cell(table: int, dataset: str, learner: str, variant: str = "paper") -> Cell | None:
    """Return one shipped cell; None if it is not shipped."""
    name = (table, dataset, learner, variant)
    return next((one for one in cells_of(table, dataset) if one.name == name), None)


def write(found: Iterable[Cell]) -> list[Path]:
    """Write complete cells into their files, in place of earlier cells of the same name; return the files."""
    new: dict[tuple[int, str], dict[tuple, Cell]] = {}
    for one in found:
        if not one.partial:
            new.setdefault(one.name[:2], {})[one.name] = one
    paths = []
    for (table, dataset), mine in new.items():
        kept = {old.name: old for old in cells_of(table, dataset)}
        kept |= {name: one for name, one in mine.items() if name not in kept or not _same(kept[name], one)}
        ordered = sorted(kept.values(), key=lambda one: (list(VARIANTS).index(one.variant), _ORDER[one.learner]))
        text = "".join(json.dumps(one.to_record(), separators=(",", ":")) + "\n" for one in ordered)
        paths.append(_write(path_of(table, dataset), text))
    cells_of.cache_clear()
    return paths


def _same(old: Cell, new: Cell) -> bool:
    """Say whether both have the same numbers and the new cell, read from the store, has no timings."""
    same = (old.candidates, old.seeds, old.provenance) == (new.candidates, new.seeds, new.provenance)
    return same and not new.seconds and np.array_equal(old.hits, new.hits) and np.array_equal(old.windows, new.windows)


def sweep_path(figure: int, dataset: str) -> Path:
    """Return the file of a figure's sweep, which need not exist."""
    return RESULTS / f"figure{figure}_{dataset}.json.xz"


@cache
def sweep_of(figure: int, dataset: str) -> SweepResult | None:
    """Return the shipped sweep of Figure 1 or 2; None if it is not shipped."""
    path = sweep_path(figure, dataset)
    if not path.exists():
        return None
    try:
        return SweepResult.from_json(lzma.decompress(path.read_bytes()).decode())
    except (OSError, EOFError, ValueError, lzma.LZMAError) as error:
        raise UserError(f"{path} is damaged ({error}): 'make results' recomputes it.") from None


def write_sweep(figure: int, result: SweepResult) -> Path:
    """Write the sweep of a figure; return the file."""
    sweep_of.cache_clear()
    return _write(sweep_path(figure, result.stream.dataset), result.to_json())


def _write(path: Path, text: str) -> Path:
    """Compress the text and replace the file atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    part.replace(path)
    return path
