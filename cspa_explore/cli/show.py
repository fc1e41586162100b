"""Output of results: tables for people, JSON objects for programs, and files."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import numpy as np

from cspa_explore.errors import UserError
from cspa_explore.learners.branch import AnyLearner
from cspa_explore.learners.text import param_of
from cspa_explore.provenance import Provenance
from cspa_explore.results.comparisons import paired_difference, references
from cspa_explore.results.grid import HINDSIGHT, UNFINISHED, GridResult
from cspa_explore.results.run import LearnerResult, RunResult
from cspa_explore.results.sentences import truly_told
from cspa_explore.results.sweep import SweepResult
from cspa_explore.streams.stream import Stream
from cspa_explore.wording import counted


def sweep_cell(result: SweepResult, i: int, j: int) -> str:
    """Return the mean of a cell in percent, with the number of trials if some are missing."""
    played = int((~np.isnan(result.ratio[i, j])).sum())
    if not played:
        return "–"
    return f"{100 * result.mean[i, j]:.2f}" + (f" ({played})" if played < len(result.seeds) else "")


def print_run(result: RunResult, full: LearnerResult | None) -> None:
    """Print means, paired differences and reference lines; `full` is SPA's result if it played as a reference."""
    print(f"{result.words}\n")
    if not result.seeds:
        print("Nothing was played.")
        return
    print(f"  {'':40s} mean ± sd over trials")
    first = result.results[0]
    for r in result.results:
        note = f"   {paired_difference(r, first).words} against the first" if r is not first else ""
        print(f"  {r.learner!s:40s} {mean_sd(r.mean, r.sd)}{note}")
    lines = references(result, full)
    known = ", knowing the drift" if result.stream.drift_words else ""
    best = f", best possible {100 * lines.best:.1f} % ({lines.best_name}{known})" if lines.best is not None else ""
    told = f", SPA (told every label) {100 * full.mean:.1f} %" if full else ""
    print(f"\nchance {100 * lines.chance:.1f} %, most frequent class {100 * lines.majority:.1f} %{best}{told}")
    print(f"seeds of the trials, for Stream(seed=…): {', '.join(map(str, result.seeds))}")
    told_all = [r.learner for r in (*result.results, *([full] if full else []))]
    if sentence := truly_told(result.stream, told_all):
        print(sentence)
    print_notes([r.learner for r in result.results])


def print_notes(learners: Sequence[AnyLearner]) -> None:
    """Print the notes of the learners' algorithms, such as an uncertain source."""
    for spec in dict.fromkeys(text.spec for text in learners if text.spec.note):
        print(f"{spec.key}: {spec.note}")


def mean_sd(mean: float, sd: float) -> str:
    """Return "94.00 ± 0.40 %"; without the sd if it is NaN."""
    return f"{100 * mean:6.2f} %" if np.isnan(sd) else f"{100 * mean:6.2f} ± {100 * sd:.2f} %"


def run_object(result: RunResult, trials: int) -> dict[str, Any]:
    """Return the JSON object of a run; `trials` is the number that was asked for."""
    settings = settings_of(trials, result.words, result.stream)
    settings |= {"seeds": list(result.seeds), "partial": result.partial}
    return {"settings": settings, "results": [learner_object(r) for r in result.results]} | origin(result.provenance)


def learner_object(r: LearnerResult) -> dict[str, Any]:
    """Return a learner's ratios in percent."""
    trials = [percent(ratio) for ratio in r.ratio]
    return {"learner": str(r.learner), "mean": percent(r.mean), "sd": percent(r.sd), "trials": trials}


def grid_object(result: GridResult, trials: int) -> dict[str, Any]:
    """Return the JSON object of a grid search; "best" is None if an honest search was cancelled."""
    chosen = learner_object(result.chosen) | {"kernel": result.stream.kernel}
    found = [learner_object(r) | {"kernel": s.kernel} for s, r in result.candidates]
    settings = settings_of(trials, result.words, result.stream) | {"chosen": result.how, "partial": result.partial}
    best = None if result.how == UNFINISHED else chosen
    return {"settings": settings, "best": best, "results": found} | origin(result.provenance)


def print_grid(result: GridResult) -> None:
    """Print the candidates, best first, and how the best was chosen."""
    seeds = "trials" if result.how == HINDSIGHT else "the trials used for choosing"
    print(f"{result.words}\nmean ± sd over {seeds}\n")
    for row in result.to_frame().itertuples():
        kernel = f"  g={row.kernel:g}" if row.kernel else ""
        print(f"  {row.learner:40s}{kernel:10s} {mean_sd(row.mean, row.sd)}  ({counted(row.trials, 'trial')})")
    kernel = f", kernel g={result.stream.kernel:g}" if result.stream.kernel else ""
    winner = result.chosen
    print(f"\n{result.how}: {winner.learner}{kernel} {mean_sd(winner.mean, winner.sd)}")
    print_notes([r.learner for _, r in result.candidates])


def sweep_object(result: SweepResult) -> dict[str, Any]:
    """Return the JSON object of a sweep."""
    rows = [{k: plain_number(v) for k, v in row.items()} for row in result.to_frame().to_dict("records")]
    for row in rows:
        row["mean"], row["sd"] = percent(row["mean"]), percent(row["sd"])
    settings = settings_of(result.plan.trials, result.words, result.stream)
    settings |= {"seeds": result.seeds, "partial": result.partial}
    return {"settings": settings, "results": rows} | origin(result.provenance)


def print_sweep(result: SweepResult) -> None:
    """Print the table of means over parameter × σ."""
    symbol = param_of(result.learner.spec, result.param).symbol
    print(f"{result.words}\nmean ratio of right proposals in %, rows: {symbol}\n")
    print(" " * 10 + "".join(f"{f'σ={s:g}':>14s}" for s in result.sigmas))
    for j, value in enumerate(result.values):
        print(f"  {value:<8.4g}" + "".join(f"{sweep_cell(result, i, j):>14s}" for i in range(len(result.sigmas))))
    if result.partial:
        print("\n(n): only n trials were played; –: no trial")
    print(f"seeds of the trials: {', '.join(map(str, result.seeds))}")
    print_notes([result.learner])


def settings_of(trials: int, words: str, stream: Stream) -> dict[str, Any]:
    """Return the settings of a result, with defaults filled in."""
    return {"words": words, "trials": trials, "stream": asdict(stream)}


def origin(provenance: Provenance | None) -> dict[str, Any]:
    """Return the part of a JSON object that says what computed its numbers; None: unknown."""
    return {"provenance": provenance and provenance.to_fields()}


def percent(value: float | None) -> float | None:
    """Return a share in percent, NaN as None."""
    return None if value is None or np.isnan(value) else 100 * float(value)


def plain_number(value: Any) -> Any:
    """Return a number as a Python number for JSON, NaN as None."""
    return None if isinstance(value, float) and np.isnan(value) else value.item() if hasattr(value, "item") else value


def write_files(folder: str, contents: dict[str, str]) -> None:
    """Write the texts as files into the folder, which is created if it does not exist."""
    path = Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=path):
            pass
        for name, text in contents.items():
            (path / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(f"--out must be a writable folder, got '{folder}' ({error.strerror}).") from None
