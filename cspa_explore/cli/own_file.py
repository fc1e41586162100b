"""`--file PATH [--label COL] [--raw] [--binary]`: an own file as the data set."""

import argparse
import sys
from typing import Any

from cspa_explore.cli.parser import Once, Parser, some_text
from cspa_explore.datasets import own
from cspa_explore.datasets.readers.names import file_name
from cspa_explore.datasets.readers.whole_file import file_content, read_file
from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment


def add_own_file(parser: Parser) -> None:
    """Add the flags."""
    group = parser.add_argument_group("own file, instead of --data")
    formats = "CSV, TSV, svmlight (also .gz, .bz2, .xz) or Parquet"
    group.add_argument("--file", action=Once, type=some_text, metavar="PATH", help=f"a file: {formats}")
    text = "the name or the number (from 1) of a table's label column (guessed)"
    group.add_argument("--label", action=Once, type=some_text, metavar="COL", help=text)
    group.add_argument("--raw", action="store_true", help="do not scale a table's numbers to [-1, 1]")
    text = "replace every value of svmlight but 0 by 1, as the paper did with 20News"
    group.add_argument("--binary", action="store_true", help=text)


def own_file(args: argparse.Namespace, settings: Experiment | None) -> dict[str, Any]:
    """Return the data set of --file as a setting, and say on standard error what was understood; {} without the flag.

    If the settings file plays this very file, its label column and scaling are taken from there.
    """
    if args.file is None:
        given = {"--label": args.label, "--raw": args.raw, "--binary": args.binary}
        if flag := next((flag for flag, value in given.items() if value), ""):
            raise UserError(f"{flag} says how a file is read: add --file PATH.")
        return {}
    if args.dataset is not None:
        raise UserError("Give --data or --file, not both.")
    content, name = file_content(args.file), file_name(args.file)
    label, raw, binary = args.label or "", args.raw, args.binary
    if settings and not (label or raw or binary):
        label, raw, binary = _as_in(settings, content)
    reading = read_file(content, name, label, False if raw else None, binary=binary)
    text = own.add(content, name, reading.data, reading)
    print(f"{name}: {reading.words}", file=sys.stderr)
    for column in reading.columns:
        if column.use == "left out":
            print(f"{name}: column '{column.name}' is left out: {column.words}.", file=sys.stderr)
    if settings and settings.stream.info.kind == "own" and settings.stream.dataset == text:
        return {}
    return {"dataset": text}


def _as_in(settings: Experiment, content: bytes) -> tuple[str, bool, bool]:
    """Return the label column and the scaling of the settings, if they play the file with this content."""
    info = settings.stream.info
    if info.kind != "own" or info.arguments["sha256"] != own.digest_of(content):
        return "", False, False
    given = info.arguments
    return str(given["label"] or ""), bool(given["raw"]), bool(given["binary"])
