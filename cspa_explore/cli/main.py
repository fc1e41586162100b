"""The commands. Results go to standard output, progress and refusals to standard error.

Exit codes: 0 done, 2 a value was refused, 130 cancelled with Ctrl-C (what was done is still printed).
"""

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.benchmarks.__main__ import main as bench
from cspa_explore.cli import flags
from cspa_explore.cli.flags import Parser
from cspa_explore.cli.work import working
from cspa_explore.datasets import DATASETS
from cspa_explore.errors import UserError
from cspa_explore.experiments.grid import grid
from cspa_explore.experiments.result import LearnerResult, RunResult
from cspa_explore.experiments.run import estimate, run
from cspa_explore.experiments.summary import paired_difference, references
from cspa_explore.experiments.sweep import sweep
from cspa_explore.learners import LearnerText
from cspa_explore.learners.text import param_of
from cspa_explore.learners.warmup import warm_up

CANCELLED = 130
HOW = ("command", "parser", "json", "out", "jobs")  # flags that change no number


def main(arguments: list[str] | None = None) -> int:
    """Run a command; return the exit code."""
    try:
        args, rest = _parser().parse_known_args(arguments)
        if rest:
            args.parser.error(f"unrecognized arguments: {rest[0]}")
        return args.command(args)
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _parser() -> Parser:
    parser = Parser(prog="cspa-explore", description="Online multiclass learners that are told only right or wrong.")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND", parser_class=Parser)

    def add(name: str, function: Any, help: str) -> Parser:
        command = commands.add_parser(name, help=help, description=help)
        command.set_defaults(command=function, parser=command)
        return command

    add("list", do_list, "List algorithms and data sets.").add_argument("--json", action="store_true")
    one = add("run", do_run, "Play learners on a data set, trial by trial.")
    flags.add_stream(one)
    flags.add_learners(one, several=True)
    flags.add_output(one)
    search = add("grid", do_grid, "Find the best parameters, as the paper does or honestly.")
    flags.add_stream(search)
    flags.add_learners(search, several=False)
    search.add_argument("--honest", action="store_true", help="choose on other seeds than those reported")
    flags.add_output(search)
    wide = add("sweep", do_sweep, "Play every value of a parameter for several σ.")
    flags.add_stream(wide)
    flags.add_learners(wide, several=True)
    wide.add_argument("--param", help="which parameter (the algorithm's first)")
    wide.add_argument("--values", type=flags.numbers, help="its values, with commas; may contain K (its grid)")
    wide.add_argument("--sigmas", type=flags.numbers, help="σ values, with commas (those of the data set)")
    flags.add_output(wide)
    add("warmup", do_warmup, "Compile or load all kernels.")
    add("bench", do_bench, "Measure the speed, as ratios in one run.").add_argument(
        "file", nargs="?", default="bench.json"
    )
    return parser


def do_list(args: argparse.Namespace) -> int:
    """Print algorithms with their parameters, and data sets with their shapes."""
    algorithms: list[dict[str, Any]] = [
        {
            "key": key,
            "label": spec.label,
            "feedback": spec.feedback,
            "default": str(LearnerText.of(key)),
            "parameters": [
                {"name": p.name, "symbol": p.symbol, "range": p.interval, "default": p.default} for p in spec.params
            ],
        }
        for key, spec in ALGORITHMS.items()
    ]
    sets = [
        {"key": s.key, "name": s.name, "K": s.K, "n": s.n, "d": s.d, "kind": s.kind, "state": "ready"}
        for s in DATASETS.values()
    ]
    if args.json:
        print(json.dumps({"algorithms": algorithms, "datasets": sets}))
        return 0
    print("Algorithms")
    for a in algorithms:
        ranges = ", ".join(f"{p['name']} ({p['symbol']}) in {p['range']}" for p in a["parameters"])
        print(f"  {a['default']:32s} {a['label']:22s} {a['feedback']:8s} {ranges}")
    print("\nData sets")
    for s in sets:
        print(
            f"  {s['key']:12s} {s['name']:26s} K={s['K']:<4} n={s['n']:<8,} d={s['d']:<6} {s['kind']:8s} {s['state']}"
        )
    return 0


def do_run(args: argparse.Namespace) -> int:
    """Play, print means and spreads, paired differences and reference lines."""
    learners, (stream, *more) = flags.learners_of(args), flags.streams_of(args)
    if more:
        raise UserError("run takes one --kernel; grid takes several.")
    for learner in learners:
        learner.hyper(stream.n_classes)
    with working(args, lambda: estimate(learners, stream, args.trials)) as work:
        result = run(learners, stream, args.trials, **work)
    if args.out:
        _write(args.out, {"result.json": result.to_json(), "trials.csv": result.to_frame().to_csv(index=False)})
        _write(args.out, {"curves.csv": result.curves_frame().to_csv(index=False)})
    if args.json:
        print(json.dumps(_run_object(result, args)))
    else:
        _print_run(result)
    return CANCELLED if result.partial else 0


def do_grid(args: argparse.Namespace) -> int:
    """Print the candidates, best first, and how the best was chosen."""
    streams = flags.streams_of(args)
    learners = flags.candidates_of(args, streams[0].n_classes)
    with working(args, lambda: sum(estimate(learners, s, args.trials) for s in streams)) as work:
        result = grid(learners, streams, args.trials, honest=args.honest, **work)
    frame = result.to_frame()
    if args.out:
        _write(args.out, {"grid.json": result.to_json(), "grid.csv": frame.to_csv(index=False)})
    if args.json:
        chosen = _learner_object(result.chosen) | {"kernel": result.stream.kernel}
        found = [_learner_object(r) | {"kernel": s.kernel} for s, r in result.candidates]
        settings = _settings(args, str(result.stream)) | {"chosen": result.how, "partial": result.partial}
        print(json.dumps({"settings": settings, "best": chosen, "results": found}))
    else:
        print(f"{result.stream}\n{result.how}\n")
        for row in frame.itertuples():
            kernel = f"  g={row.kernel:g}" if any(s.kernel for s in streams) else ""
            print(f"  {row.learner:40s}{kernel:10s} {100 * row.mean:6.2f} ± {100 * row.sd:.2f} %")
        print(f"\nchosen: {result.chosen.learner} {result.chosen.words}")
    return CANCELLED if result.partial else 0


def do_sweep(args: argparse.Namespace) -> int:
    """Print the table of means over parameter × σ."""
    learners, (stream, *more) = flags.learners_of(args), flags.streams_of(args)
    if len(learners) > 1 or more:
        raise UserError("sweep takes one learner and one --kernel.")
    (learner,) = learners
    if not learner.spec.params:
        raise UserError(f"{learner.key} has no parameter to sweep.")
    param = param_of(learner.spec, args.param or learner.spec.params[0].name)
    K = stream.n_classes
    values = flags.values_of(args.values, K) if args.values else list(param.values(K))
    sigmas = flags.values_of(args.sigmas, K) if args.sigmas else list(stream.spec.sigmas.figure)
    texts = [learner.replace(**{param.name: value}) for value in values]
    with working(args, lambda: estimate(texts, stream, args.trials, len(sigmas))) as work:
        result = sweep(learner, param.name, values, sigmas, stream, args.trials, **work)
    frame = result.to_frame()
    if args.out:
        _write(args.out, {"sweep.json": result.to_json(), "sweep.csv": frame.to_csv(index=False)})
    if args.json:
        rows = [{k: _number(v) for k, v in row.items()} for row in frame.to_dict("records")]
        for row in rows:
            row["mean"], row["sd"] = _percent(row["mean"]), _percent(row["sd"])
        print(json.dumps({"settings": _settings(args, str(stream)) | {"partial": result.partial}, "results": rows}))
    else:
        print(f"{stream}\n{param.symbol} of {learner.spec.label}, % right, mean over {args.trials} trials\n")
        print(" " * 10 + "".join(f"{f'σ={s:g}':>12s}" for s in sigmas))
        for j, value in enumerate(result.values):
            cells = (f"{100 * result.mean[i, j]:.2f}" for i in range(len(sigmas)))
            print(f"  {value:<8.4g}" + "".join(f"{cell:>12s}" for cell in cells))
    return CANCELLED if result.partial else 0


def do_warmup(args: argparse.Namespace) -> int:
    """Have all kernels ready and say what it took."""
    done = warm_up()
    print(f"{done.kernels} kernels ready in {done.seconds:.1f} s, {done.compiled} of them compiled now.")
    return 0


def do_bench(args: argparse.Namespace) -> int:
    """Measure the speed."""
    bench(Path(args.file))
    return 0


def _print_run(result: RunResult) -> None:
    print(f"{result.words}\n")
    first = result.results[0]
    for r in result.results:
        note = f"   {paired_difference(r, first).words} to the first" if r is not first else ""
        print(f"  {r.learner!s:40s} {100 * r.mean:6.2f} ± {100 * r.sd:.2f} %{note}")
    lines = references(result)
    best = f", best possible {100 * lines.best:.1f} % ({lines.best_name})" if lines.best is not None else ""
    print(
        f"\nchance {100 * lines.chance:.1f} %, most frequent class {100 * lines.majority:.1f} %{best}, "
        f"SPA told every label {100 * (lines.full or 0):.1f} %"
    )
    print(f"seeds of the trials: {', '.join(map(str, result.seeds))}")


def _run_object(result: RunResult, args: argparse.Namespace) -> dict[str, Any]:
    settings = _settings(args, result.words) | {"seeds": list(result.seeds), "partial": result.partial}
    return {"settings": settings, "results": [_learner_object(r) for r in result.results]}


def _learner_object(r: LearnerResult) -> dict[str, Any]:
    trials = [_percent(ratio) for ratio in r.ratio]
    return {"learner": str(r.learner), "mean": _percent(r.mean), "sd": _percent(r.sd), "trials": trials}


def _settings(args: argparse.Namespace, words: str) -> dict[str, Any]:
    given = {k: v for k, v in vars(args).items() if k not in HOW and v not in (None, [])}
    return {"words": words} | given


def _percent(value: float | None) -> float | None:
    return None if value is None or np.isnan(value) else 100 * float(value)


def _number(value: Any) -> Any:
    return None if isinstance(value, float) and np.isnan(value) else value.item() if hasattr(value, "item") else value


def _write(folder: str, contents: dict[str, str]) -> None:
    path = Path(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
        for name, text in contents.items():
            (path / name).write_text(text)
    except OSError as error:
        raise UserError(f"--out must be a folder that can be written, got '{folder}' ({error.strerror}).") from None
