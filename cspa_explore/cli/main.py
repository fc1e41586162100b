"""The commands. Results go to standard output, progress and error messages to standard error.

Exit codes: 0 done, 1 standard output could not be written, 2 a value was refused, 130 cancelled with Ctrl-C (partial
results are still printed).
"""

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from cspa_explore.benchmarks.__main__ import main as bench
from cspa_explore.cli import flags
from cspa_explore.cli.compare import add_compare, do_compare
from cspa_explore.cli.dashboard import add_dashboard, do_dashboard
from cspa_explore.cli.fetching import add_fetch, do_fetch
from cspa_explore.cli.listing import do_list
from cspa_explore.cli.own_file import add_own_file
from cspa_explore.cli.paper import add_figure, add_table, do_figure, do_table
from cspa_explore.cli.parser import Parser
from cspa_explore.cli.playing import do_grid, do_run, do_sweep
from cspa_explore.cli.recommend import add_recommend, do_recommend
from cspa_explore.cli.replaying import add_replay, do_replay
from cspa_explore.cli.results import add_results, do_results
from cspa_explore.cli.show import write_files
from cspa_explore.cli.theory import add_theory, do_theory
from cspa_explore.cli.work import CANCELLED, between_steps
from cspa_explore.errors import CancelledError, UserError
from cspa_explore.learners.warmup import warm_up

UNWRITABLE = 1


def main(arguments: list[str] | None = None) -> int:
    """Run a command; return the exit code."""
    if sys.stdout is None:
        return _unwritable("a closed stream")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that cannot encode β still shows the rest
    try:
        args, rest = parser().parse_known_args(arguments)
        if rest:
            args.parser.error(f"unrecognized arguments: {rest[0]}")
        if getattr(args, "out", None):
            write_files(args.out, {})  # refuse a bad folder now, not after the work
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
        if isinstance(error, BrokenPipeError):  # the reader closed the pipe, as head does
            return 0
        return _unwritable(f"'{error.strerror}'")


def _unwritable(what: str) -> int:
    print(f"Standard output must be writable, got {what}.", file=sys.stderr)
    return UNWRITABLE


def parser() -> Parser:
    """Return the parser of all commands."""
    top = Parser(prog="cspa-explore", description="Online multiclass learners that are told only right or wrong.")
    commands = top.add_subparsers(title="commands", required=True, metavar="COMMAND", parser_class=Parser)

    def add(name: str, function: Any, help: str) -> Parser:
        command = commands.add_parser(name, help=help, description=help)
        command.set_defaults(command=function, parser=command)
        return command

    add("list", do_list, "List algorithms and data sets.").add_argument("--json", action="store_true")
    one = add("run", do_run, "Play learners on a data set, trial by trial.")
    search = add("grid", do_grid, "Search the best parameters, in hindsight as in the paper or honestly.")
    wide = add("sweep", do_sweep, "Play every value of a parameter for several σ.")
    advice = add("recommend", do_recommend, "Choose a value of a parameter, and a learner, with honest scores.")
    flags.add_settings(advice)
    add_own_file(advice)
    add_recommend(advice)
    flags.add_file(advice)
    flags.add_output(advice)
    add_compare(add("compare", do_compare, "Compare all learners on the bundled data sets, each at its own best."))
    for command in (one, search, wide):
        flags.add_settings(command, kernels=command is search)
        add_own_file(command)
        flags.add_learners(command, several=command is not search)
        if command is not search:
            flags.add_file(command)
        flags.add_output(command)
    search.add_argument("--honest", action="store_true", help="choose on other seeds than the reported ones")
    flags.add_log(one)
    flags.add_sweep(wide)
    proof = add("theory", do_theory, "Say whether the paper's theorem covers a run, or run the paper's errata.")
    flags.add_settings(proof)
    add_own_file(proof)
    flags.add_learners(proof, several=True)
    flags.add_file(proof)
    add_theory(proof)
    add_table(add("table", do_table, "Reproduce the paper's Table 1 or 2 beside its published numbers."))
    add_figure(add("figure", do_figure, "Reproduce one of the paper's Figures 1 to 4."))
    add_results(add("results", do_results, "List or delete the stored results of runs, sweeps and comparisons."))
    film = add("replay", do_replay, "Write a run as one HTML file that plays without Python.")
    flags.add_settings(film)
    add_own_file(film)
    flags.add_learners(film, several=True)
    flags.add_file(film)
    add_replay(film)
    add_fetch(add("fetch", do_fetch, "Download data sets that are not bundled."))
    add("warmup", do_warmup, "Compile or load all kernels.")
    add("bench", do_bench, "Measure the speed, as ratios within one run.").add_argument(
        "file", nargs="?", default="bench.json"
    )
    add_dashboard(add("dashboard", do_dashboard, "Start the dashboard on this machine."))
    return top


def do_warmup(args: argparse.Namespace) -> int:
    """Compile or load all kernels and print how long it took."""
    with between_steps() as step:
        done = warm_up(step, lambda sentence: print(sentence, file=sys.stderr))
    print(f"{done.kernels} kernels ready in {done.seconds:.1f} s, {done.compiled} of them compiled now.")
    return 0


def do_bench(args: argparse.Namespace) -> int:
    """Measure the speed."""
    target = Path(args.file)
    if target.is_dir() or not target.resolve().parent.is_dir():
        raise UserError(f"bench needs a file to write, in a folder that exists, got '{args.file}'.")
    bench(target)
    return 0
