"""The commands. Results go to standard output, progress and refusals to standard error.

Exit codes: 0 done, 1 standard output could not be written, 2 a value was refused, 130 cancelled with Ctrl-C (what was
done is still printed).
"""

import argparse
import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.benchmarks.__main__ import main as bench
from cspa_explore.cli import flags
from cspa_explore.cli.flags import Parser
from cspa_explore.cli.from_file import add_settings, defaults_of
from cspa_explore.cli.show import (
    learner_object,
    mean_sd,
    percent,
    plain_number,
    print_notes,
    print_run,
    run_object,
    settings_of,
    sweep_cell,
    write_files,
)
from cspa_explore.cli.work import between_steps, working
from cspa_explore.datasets import DATASETS
from cspa_explore.datasets.files import path_of
from cspa_explore.errors import CancelledError, UserError
from cspa_explore.experiments.grid import grid
from cspa_explore.experiments.run import estimate, run
from cspa_explore.experiments.sweep import sweep
from cspa_explore.learners import LearnerText
from cspa_explore.learners.branch import Branch, expect_a_future
from cspa_explore.learners.text import param_of
from cspa_explore.learners.warmup import warm_up
from cspa_explore.results.grid import UNFINISHED

UNWRITABLE, CANCELLED = 1, 130


def main(arguments: list[str] | None = None) -> int:
    """Run a command; return the exit code."""
    if sys.stdout is None:
        return _unwritable("a closed one")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without β still shows the rest
    try:
        parser = _parser()
        args, rest = parser.parse_known_args(arguments)
        if getattr(args, "settings", None):
            args.parser.set_defaults(**defaults_of(args))
            args, rest = parser.parse_known_args(arguments)
        if rest:
            args.parser.error(f"unrecognized arguments: {rest[0]}")
        if getattr(args, "out", None):
            write_files(args.out, {})  # refused now, not after the work
        code = args.command(args)
        sys.stdout.flush()
        return code
    except UserError as error:
        print(error, file=sys.stderr)
        return CANCELLED if isinstance(error, CancelledError) else 2
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return CANCELLED
    except OSError as error:
        if error.filename is not None:  # not standard output
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):  # whoever read it has seen enough
            return 0
        return _unwritable(f"'{error.strerror}'")


def _unwritable(what: str) -> int:
    print(f"Standard output must be writable, got {what}.", file=sys.stderr)
    return UNWRITABLE


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
    add_settings(one)
    flags.add_output(one)
    search = add("grid", do_grid, "Find the best parameters, as the paper does or honestly.")
    flags.add_stream(search)
    flags.add_learners(search, several=False)
    search.add_argument("--honest", action="store_true", help="choose on other seeds than those reported")
    flags.add_output(search)
    wide = add("sweep", do_sweep, "Play every value of a parameter for several σ.")
    flags.add_stream(wide)
    flags.add_learners(wide, several=True)
    add_settings(wide)
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
            "summary": spec.summary,
            "note": spec.note,
            "parameters": [
                {"name": p.name, "symbol": p.symbol, "range": p.interval, "default": p.default} for p in spec.params
            ],
        }
        for key, spec in ALGORITHMS.items()
    ]
    sets = [
        {
            "key": s.key,
            "name": s.name,
            "K": s.K,
            "n": s.n,
            "d": s.d,
            "kind": s.kind,
            "state": "missing" if s.digest and not path_of(s.key).exists() else "ready",
            "sizes": {size.name: [size.low, size.high] for size in s.sizes},
            "sigmas": list(s.sigmas.figure),
            "note": s.note,
        }
        for s in DATASETS.values()
    ]
    if args.json:
        print(json.dumps({"algorithms": algorithms, "datasets": sets}))
        return 0
    print("Algorithms")
    for a in algorithms:
        ranges = (f"{p['name']} ({p['symbol']}) in {p['range']}, default {p['default']}" for p in a["parameters"])
        print(f"  {a['key']:16s} {a['label']:27s} {a['feedback']:8s} {'; '.join(ranges) or 'no parameters'}")
        if a["note"]:
            print(f"{'':19s}{a['note']}")
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
        expect_a_future(learner, stream.n_rounds)
    # Unless only numbers are wanted, SPA plays along: the line that full feedback draws.
    extra = [] if args.json or any(text.key == "spa" for text in learners) else [LearnerText.of("spa")]
    with working(args, lambda: estimate([*learners, *extra], stream, args.trials)) as work:
        everyone = run([*learners, *extra], stream, args.trials, **work)
    if everyone.complete.seeds:
        everyone = everyone.complete  # of a run that was cancelled: trials of one length
    result = replace(everyone, results=everyone.results[: len(learners)])
    if args.out:
        write_files(args.out, {"result.json": result.to_json(), "trials.csv": result.to_frame().to_csv(index=False)})
        write_files(args.out, {"curves.csv": result.curves_frame().to_csv(index=False)})
    if args.json:
        print(json.dumps(run_object(result, args), ensure_ascii=False))
    else:
        print_run(result, everyone.results[-1] if extra else None)
    return CANCELLED if result.partial else 0


def do_grid(args: argparse.Namespace) -> int:
    """Print the candidates, best first, and how the best was chosen."""
    streams = flags.streams_of(args)
    learners = flags.candidates_of(args, streams[0].n_classes)
    with working(args, lambda: sum(estimate(learners, s, args.trials) for s in streams)) as work:
        result = grid(learners, streams, args.trials, honest=args.honest, **work)
    frame = result.to_frame()
    if args.out:
        write_files(args.out, {"grid.json": result.to_json(), "grid.csv": frame.to_csv(index=False)})
    if args.json:
        chosen = learner_object(result.chosen) | {"kernel": result.stream.kernel}
        found = [learner_object(r) | {"kernel": s.kernel} for s, r in result.candidates]
        settings = settings_of(args, result.words, result.stream) | {"chosen": result.how, "partial": result.partial}
        best = None if result.how == UNFINISHED else chosen
        print(json.dumps({"settings": settings, "best": best, "results": found}, ensure_ascii=False))
    else:
        print(f"{result.words}\nmean ± sd over trials\n")
        for row in frame.itertuples():
            kernel = f"  g={row.kernel:g}" if row.kernel else ""
            print(f"  {row.learner:40s}{kernel:10s} {mean_sd(row.mean, row.sd)}  ({row.trials} trials)")
        kernel = f", kernel g={result.stream.kernel:g}" if result.stream.kernel else ""
        winner = result.chosen
        print(f"\n{result.how}: {winner.learner}{kernel} {mean_sd(winner.mean, winner.sd)}")
        print_notes(learners)
    return CANCELLED if result.partial else 0


def do_sweep(args: argparse.Namespace) -> int:
    """Print the table of means over parameter × σ."""
    learners, (stream, *more) = flags.learners_of(args), flags.streams_of(args)
    if len(learners) > 1:
        raise UserError(f"sweep takes one learner, got {len(learners)}.")
    if more:
        raise UserError(f"sweep takes one --kernel, got {1 + len(more)}.")
    if args.sigma is not None and args.sigmas:
        raise UserError("Give --sigma or --sigmas, not both.")
    (learner,) = learners
    if isinstance(learner, Branch):
        raise UserError(f"sweep takes a learner that keeps its parameters, got {learner}.")
    if not learner.spec.params:
        raise UserError(f"{learner.key} has no parameter to sweep.")
    param = param_of(learner.spec, args.param or learner.spec.params[0].name)
    K = stream.n_classes
    if getattr(args, param.name) is not None:
        raise UserError(f"--{param.name} is what is swept: give its values with --values.")
    values = flags.values_of("--values", args.values, K) if args.values else list(param.values(K))
    sigmas = flags.values_of("--sigmas", args.sigmas, K) if args.sigmas else list(stream.spec.sigmas.figure)
    if args.sigma is not None:
        sigmas = [args.sigma]
    if len(values) == 1 and not args.values:
        raise UserError(f"{learner.key}: {param.name} has no grid to sweep, give --values.")
    texts = [learner.replace(**{param.name: value}) for value in values]
    loudest = replace(stream, sigma=max(sigmas))
    with working(args, lambda: estimate(texts, loudest, args.trials, len(sigmas))) as work:
        result = sweep(learner, param.name, values, sigmas, stream, args.trials, **work)
    frame = result.to_frame()
    if args.out:
        write_files(args.out, {"sweep.json": result.to_json(), "sweep.csv": frame.to_csv(index=False)})
    if args.json:
        rows = [{k: plain_number(v) for k, v in row.items()} for row in frame.to_dict("records")]
        for row in rows:
            row["mean"], row["sd"] = percent(row["mean"]), percent(row["sd"])
        settings = settings_of(args, result.words, stream) | {"seeds": result.seeds, "partial": result.partial}
        print(json.dumps({"settings": settings, "results": rows}, ensure_ascii=False))
    else:
        print(f"{result.words}\nmean ratio of right proposals in %, rows: {param.symbol}\n")
        print(" " * 10 + "".join(f"{f'σ={s:g}':>14s}" for s in sigmas))
        for j, value in enumerate(result.values):
            print(f"  {value:<8.4g}" + "".join(f"{sweep_cell(result, i, j):>14s}" for i in range(len(sigmas))))
        if result.partial:
            print("\n(n): only n trials were played; –: none")
        print(f"seeds of the trials: {', '.join(map(str, result.seeds))}")
        print_notes([learner])
    return CANCELLED if result.partial else 0


def do_warmup(args: argparse.Namespace) -> int:
    """Have all kernels ready and say what it took."""
    with between_steps() as step:
        done = warm_up(step, lambda sentence: print(sentence, file=sys.stderr))
    print(f"{done.kernels} kernels ready in {done.seconds:.1f} s, {done.compiled} of them compiled now.")
    return 0


def do_bench(args: argparse.Namespace) -> int:
    """Measure the speed."""
    target = Path(args.file)
    if target.is_dir() or not target.resolve().parent.is_dir():
        raise UserError(f"bench writes its figures into a file, in a folder that exists, got '{args.file}'.")
    bench(target)
    return 0
