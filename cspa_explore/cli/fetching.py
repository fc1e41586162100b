"""`fetch KEY…`: download data sets that are not bundled."""

import argparse
import sys

from cspa_explore.cli.parser import Parser
from cspa_explore.cli.work import bar
from cspa_explore.datasets import DATASETS
from cspa_explore.datasets.remote import fetch, folder
from cspa_explore.errors import UserError, suggestion


def add_fetch(parser: Parser) -> None:
    """Add the keys of the data sets."""
    parser.add_argument("keys", nargs="*", metavar="KEY", help="data sets, see 'list'; without one, list them")


def do_fetch(args: argparse.Namespace) -> int:
    """Fetch the data sets, or list those that can be fetched."""
    known = {key: spec for key, spec in DATASETS.items() if spec.kind == "fetched"}
    for key in args.keys:
        if key not in known:
            raise UserError(f"There is no data set '{key[:60]}' to fetch{suggestion(key[:60], known)}")
    if not args.keys:
        print(f"Data sets that can be fetched into {folder()}:")
        for key, spec in known.items():
            state = "ready" if spec.present() else "missing"
            print(f"  {key:18s} {spec.name:26s} {state:8s} {spec.remote.url}")
    for key in args.keys:
        print(fetch(known[key].remote, known[key].name, _show))
    return 0


def _show(done: int, total: int) -> None:
    if not sys.stderr.isatty():
        return
    size = f"{done / 2**20:.1f} MB"
    if total:
        bar(done, total, f"{size} of {total / 2**20:.1f} MB" + "\n" * (done == total))
    else:  # the server did not state the length
        print(f"\r{size} ", end="", file=sys.stderr, flush=True)
