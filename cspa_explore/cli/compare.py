"""`compare`: every learner with partial feedback on the bundled data sets, each at its own best, against CSPA."""

import argparse
import json
from math import nan

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.cli import flags
from cspa_explore.cli.own_file import add_own_file, own_file
from cspa_explore.cli.parser import Once, Parser, reader
from cspa_explore.cli.show import origin, plain_number, print_notes, write_files
from cspa_explore.cli.work import CANCELLED, working
from cspa_explore.datasets import describe
from cspa_explore.errors import UserError
from cspa_explore.learners import LearnerText
from cspa_explore.learners.text import spec_of
from cspa_explore.provenance import current
from cspa_explore.results.comparison import Comparison, interval, long_table, percent, short_table
from cspa_explore.results.contest import ContestResult
from cspa_explore.results.csv_form import csv_of
from cspa_explore.running.comparison import BUNDLED, MOST_ROUNDS, PARTIAL, compare, comparison_plans
from cspa_explore.running.contest import ContestPlan
from cspa_explore.running.run import estimate
from cspa_explore.setting_kinds import Whole
from cspa_explore.settings import SETTINGS

EARLIER = "* measured earlier: no round of this learner was played now, because all were stored."


def add_compare(parser: Parser) -> None:
    """Add the flags."""
    group = parser.add_argument_group("what is compared")
    text = f"data set; may be repeated (all bundled ones: {', '.join(BUNDLED)})"
    group.add_argument("--data", dest="dataset", action="append", default=None, metavar="TEXT", help=text)
    text = "algorithm, see 'list'; may be repeated (all with partial feedback; CSPA always takes part)"
    group.add_argument("--algo", action="append", default=[], metavar="KEY", help=text)
    for name in ("seed", "trials"):
        setting = SETTINGS[name]
        group.add_argument(
            setting.flag, dest=name, action=Once, type=reader(setting.kind.read), default=setting.default,
            metavar=setting.metavar, help=f"{setting.help} ({setting.default})",
        )  # fmt: skip
    rounds = Whole(1, MOST_ROUNDS)
    text = f"most rounds per data set and trial ({MOST_ROUNDS}, which is also the largest)"
    group.add_argument("--rounds", action=Once, type=reader(rounds.read), default=MOST_ROUNDS, metavar="T", help=text)
    add_own_file(parser)
    flags.add_output(parser)


def do_compare(args: argparse.Namespace) -> int:
    """Print one table per data set, a summary, and the time that it took."""
    datasets = [*own_file(args, None).values()] or args.dataset or BUNDLED
    for name, values in (("--data", datasets), ("--algo", args.algo)):
        if len(set(values)) < len(values):
            raise UserError(f"Each {name} may be named once, got {', '.join(values)}.")
    for key in args.algo:
        if spec_of(key).feedback != "partial":
            raise UserError(f"--algo must be an algorithm with partial feedback, got {key}, which is told the label.")
    for text in datasets:
        describe(text)
    keys = list(dict.fromkeys(["cspa", *args.algo])) if args.algo else list(PARTIAL)
    plans = comparison_plans(datasets, keys, seed=args.seed, trials=args.trials, rounds=args.rounds)

    def guess() -> float:
        return sum(estimate(list(plan.candidates), plan.stream, plan.experiment.trials) for plan in plans)

    with working(args, guess) as work:
        found = compare(plans, **work, on_set=(lambda *_: None) if args.json else print_set)
    frame = found.to_frame()
    rows = [{name: plain_number(value) for name, value in row.items()} for row in frame.to_dict("records")]
    played, stored = found.rounds
    record = {"trials": args.trials, "seconds": found.seconds, "rounds played": played, "rounds stored": stored,
              "partial": found.partial, "results": rows}  # fmt: skip
    record |= origin(current())
    if args.out:
        tables = f"{short_table(frame)}\n\n{long_table(frame)}\n"
        text = json.dumps(record, ensure_ascii=False)
        write_files(args.out, {"compare.csv": csv_of(frame), "compare.md": tables, "compare.json": text})
    if args.json:
        print(json.dumps(record, ensure_ascii=False))
    else:
        print_summary(found, keys)
    return CANCELLED if found.partial or len(found.contests) < len(plans) else 0


def print_set(plan: ContestPlan, result: ContestResult) -> None:
    """Print the table of one data set."""
    frame = Comparison((result,), (plan.left_out,), nan).to_frame()
    print(f"\n{result.words}")
    head = f"{'chosen on other seeds':>22s}{'in hindsight':>16s}{'minus CSPA (95 %)':>28s}{'µs per round':>14s}"
    print(f"  {'':22s}{head}   value in hindsight")
    for _, row in frame.iterrows():
        honest = percent(row["honest mean"], row["honest sd"])
        hindsight = percent(row["hindsight mean"], row["hindsight sd"])
        micros, value = row["µs per round"], row["hindsight value"]
        mark = EARLIER[0] if row["timed"] == "earlier" else " "
        last = f"{micros:13.2f}{mark}   {value}" if micros == micros else f"{'–':>14s}"
        print(f"  {ALGORITHMS[row['learner']].label[:22]:22s}{honest:>22s}{hindsight:>16s}{interval(row):>28s}{last}")
    if (frame["timed"] == "earlier").any():
        print(EARLIER)
    if plan.absence:
        print(plan.absence)


def print_summary(found: Comparison, keys: list[str]) -> None:
    """Print on how many data sets each learner is above and below CSPA, and the total time."""
    if len(found.contests) > 1:
        print(
            "\nAgainst CSPA, each at its own best, chosen on other seeds; by the 95 % interval of the paired difference"
        )
        print(f"  {'':22s}{'above':>8s}{'undecided':>12s}{'below':>8s}{'mean difference':>18s}")
        for row in found.wins().itertuples(index=False):
            label, points = ALGORITHMS[row.learner].label[:22], f"{100 * row[4]:+.1f} points".replace("-", "−")
            print(f"  {label:22s}{row.above:8d}{row.undecided:12d}{row.below:8d}{points:>18s}")
    print(f"\n{time_words(*found.rounds, found.seconds)}")
    print_notes([LearnerText.of(key) for key in keys])


def time_words(played: int, stored: int, seconds: float) -> str:
    """Return how many rounds were played in which time, and how many were stored.

    >>> time_words(1000, 0, 1.23), time_words(1000, 500, 1.23)
    ('1,000 rounds in 1.2 s in all.', '1,000 rounds played in 1.2 s in all; 500 more were stored.')
    >>> time_words(0, 500, 0.04)
    'No round was played: all 500 were stored, and read in 0.0 s.'
    """
    if not stored:
        return f"{played:,} rounds in {seconds:.1f} s in all."
    if not played:
        return f"No round was played: all {stored:,} were stored, and read in {seconds:.1f} s."
    return f"{played:,} rounds played in {seconds:.1f} s in all; {stored:,} more were stored."
