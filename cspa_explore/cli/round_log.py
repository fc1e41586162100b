"""`run --log FILE`: one row per round as CSV, Parquet, or the text of Vowpal Wabbit's contextual bandits."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.results.csv_form import csv_of
from cspa_explore.running.round_log import LogPart, round_log
from cspa_explore.wording import counted

TABLES, TEXTS = (".csv", ".parquet"), (".vw", ".txt")


def expect_log(path: str, experiment: Experiment) -> None:
    """Refuse a file name with another ending, a file that cannot be written, and a text log of several runs."""
    kind = Path(path).suffix.lower()
    if kind not in (*TABLES, *TEXTS):
        raise UserError(f"--log must be a file that ends in {', '.join((*TABLES, *TEXTS))}, got '{path}'.")
    played, trials = len(experiment.learners), experiment.trials
    if kind in TEXTS and (played, trials) != (1, 1):
        raise UserError(
            f"--log FILE{kind} holds one learner and one trial, got {counted(played, 'learner')} and "
            f"{counted(trials, 'trial')}: give one --learner and --trials 1, or a .csv or .parquet file."
        )
    try:
        with open(path, "wb"):
            pass
    except OSError as error:
        raise UserError(f"--log must be a writable file, got '{path}' ({error.strerror}).") from None


def write_log(path: str, experiment: Experiment, should_stop: Callable[[], bool] = lambda: False) -> None:
    """Play the experiment once more and write every round; say on standard error what was written."""
    rows = 0
    kind = Path(path).suffix.lower()
    writer = {".csv": _csv, ".parquet": _parquet}.get(kind, _vowpal)
    try:
        with writer(path) as write:
            for part in round_log(experiment, should_stop):
                write(part)
                rows += len(part.table)
    except OSError as error:
        raise UserError(f"--log could not be written to '{path}' ({error.strerror or error}).") from None
    whole = rows == experiment.trials * len(experiment.learners) * experiment.stream.n_rounds
    print(f"{counted(rows, 'round')} written to {path}{'' if whole else ' before it was stopped'}.", file=sys.stderr)
    certain = [str(learner) for learner in experiment.learners if not learner.spec.draws]
    if certain:
        does, whose = ("propose", "their") if len(certain) > 1 else ("proposes", "its")
        note = f"{does} with probability 1: {whose} rounds have no support for off-policy evaluation."
        print(f"{', '.join(certain)} {note}", file=sys.stderr)


@contextmanager
def _csv(path: str) -> Iterator[Callable[[LogPart], None]]:
    with open(path, "w", encoding="utf-8", newline="") as file:

        def write(part: LogPart) -> None:
            file.write(csv_of(part.table, header=file.tell() == 0))

        yield write


@contextmanager
def _parquet(path: str) -> Iterator[Callable[[LogPart], None]]:
    import pyarrow
    from pyarrow.parquet import ParquetWriter

    writer: Any = None

    def write(part: LogPart) -> None:
        nonlocal writer
        table = pyarrow.Table.from_pandas(part.table, preserve_index=False)
        writer = writer or ParquetWriter(path, table.schema)
        writer.write_table(table)

    try:
        yield write
    finally:
        if writer is not None:
            writer.close()


@contextmanager
def _vowpal(path: str) -> Iterator[Callable[[LogPart], None]]:
    """Write lines "action:cost:probability | feature:value …": actions and features are counted from 1.

    The cost is 0 if the learner was told ✓, and 1 if it was told ✗: a log holds what was observed.
    """
    with open(path, "w", encoding="ascii") as file:
        yield lambda part: _lines(file, part)


def _lines(file: TextIO, part: LogPart) -> None:
    table, rows, order = part.table, part.block.rows, part.block.order
    seen = zip(table["y_tilde"] + 1, 1 - table["told_right"], table["probability"], order, strict=True)
    for action, cost, probability, i in seen:
        features = " ".join(f"{r + 1}:{value:.9g}" for r, value in _features(rows, i))
        file.write(f"{action}:{cost}:{probability:.9g} | {features}\n")


def _features(rows: Any, i: int) -> Iterator[tuple[int, float]]:
    """Yield the features of row i that are not 0, dense or sparse."""
    if hasattr(rows, "indptr"):
        here = slice(rows.indptr[i], rows.indptr[i + 1])
        yield from zip(rows.indices[here], rows.data[here], strict=True)
        return
    for r in np.flatnonzero(rows.X[i]):
        yield int(r), rows.X[i, r]
