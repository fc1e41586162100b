"""How results are shown: lines for people, objects for programs, files."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import numpy as np

from cspa_explore.errors import UserError
from cspa_explore.learners.branch import AnyLearner
from cspa_explore.results.comparisons import paired_difference, references
from cspa_explore.results.run import LearnerResult, RunResult
from cspa_explore.results.sweep import SweepResult
from cspa_explore.streams.stream import Stream


def sweep_cell(result: SweepResult, i: int, j: int) -> str:
    """Return a mean in percent, with the number of trials where some are missing."""
    played = int((~np.isnan(result.ratio[i, j])).sum())
    if not played:
        return "–"
    return f"{100 * result.mean[i, j]:.2f}" + (f" ({played})" if played < len(result.seeds) else "")


def print_run(result: RunResult, full: LearnerResult | None) -> None:
    """Print means, paired differences and reference lines; `full` is SPA, if it played along."""
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
    best = f", best possible {100 * lines.best:.1f} % ({lines.best_name})" if lines.best is not None else ""
    told = f", SPA told every label {100 * full.mean:.1f} %" if full else ""
    print(f"\nchance {100 * lines.chance:.1f} %, most frequent class {100 * lines.majority:.1f} %{best}{told}")
    print(f"streams of the trials, Stream(seed=…): {', '.join(map(str, result.seeds))}")
    print_notes([r.learner for r in result.results])


def print_notes(learners: Sequence[AnyLearner]) -> None:
    """Print what must be known of some algorithms, such as an uncertain source."""
    for spec in dict.fromkeys(text.spec for text in learners if text.spec.note):
        print(f"{spec.key}: {spec.note}")


def mean_sd(mean: float, sd: float) -> str:
    """Return "94.00 ± 0.40 %", without a spread if there is none."""
    return f"{100 * mean:6.2f} %" if np.isnan(sd) else f"{100 * mean:6.2f} ± {100 * sd:.2f} %"


def run_object(result: RunResult, args: argparse.Namespace) -> dict[str, Any]:
    """Return the JSON object of a run."""
    settings = settings_of(args, result.words, result.stream)
    settings |= {"seeds": list(result.seeds), "partial": result.partial}
    return {"settings": settings, "results": [learner_object(r) for r in result.results]}


def learner_object(r: LearnerResult) -> dict[str, Any]:
    """Return a learner's ratios in percent."""
    trials = [percent(ratio) for ratio in r.ratio]
    return {"learner": str(r.learner), "mean": percent(r.mean), "sd": percent(r.sd), "trials": trials}


def settings_of(args: argparse.Namespace, words: str, stream: Stream) -> dict[str, Any]:
    """Return what was played, every value resolved."""
    return {"words": words, "trials": args.trials, "stream": asdict(stream)}


def percent(value: float | None) -> float | None:
    """Return a share in percent, NaN as None."""
    return None if value is None or np.isnan(value) else 100 * float(value)


def plain_number(value: Any) -> Any:
    """Return a number as JSON knows it, NaN as None."""
    return None if isinstance(value, float) and np.isnan(value) else value.item() if hasattr(value, "item") else value


def write_files(folder: str, contents: dict[str, str]) -> None:
    """Write the texts as files into the folder, which is made if need be."""
    path = Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=path):
            pass
        for name, text in contents.items():
            (path / name).write_text(text)
    except OSError as error:
        raise UserError(f"--out must be a folder that can be written, got '{folder}' ({error.strerror}).") from None
