"""`results`: list and delete the stored results."""

import argparse
import json
import time

from cspa_explore.cli.parser import Parser
from cspa_explore.errors import UserError
from cspa_explore.store import OFF, VARIABLE, Entry, Store, default_store
from cspa_explore.store.store import CURRENT, MB
from cspa_explore.wording import counted

KINDS = {"moments": "sweeps and contests", "runs": "runs and grids", "windows": "tables and their curves"}
OTHER = "another kind"  # of another version, or unreadable


def add_results(parser: Parser) -> None:
    """Add the actions `list` and `delete`."""
    actions = parser.add_subparsers(title="actions", dest="action", metavar="ACTION", parser_class=Parser)
    text = "List the stored files, the last used first; every row is checked."
    shown = actions.add_parser("list", help=text, description=text)
    shown.add_argument("--json", action="store_true", help="print one JSON object")
    text = "Delete stored files by name."
    gone = actions.add_parser("delete", help=text, description=text)
    gone.add_argument("names", nargs="*", metavar="NAME", help="a file's name, see 'results list'")
    gone.add_argument("--all", action="store_true", help="all files")
    gone.add_argument("--stale", action="store_true", help="stale and damaged files, which would be computed again")
    for action in (shown, gone):
        action.set_defaults(parser=action)


def do_results(args: argparse.Namespace) -> int:
    """List or delete."""
    store = default_store()
    if store is None:
        raise UserError(f"No results are stored: {VARIABLE} is '{OFF}', or the user's cache folder is not writable.")
    if args.action == "delete":
        return _delete(store, args)
    return _list(store, getattr(args, "json", False))


def _list(store: Store, as_json: bool) -> int:
    found = store.entries()
    if as_json:
        print(json.dumps({"folder": str(store.folder), "files": [entry._asdict() for entry in found]}))
        return 0
    for entry in found:
        print(_words(entry))
    total = sum(entry.nbytes for entry in found)
    sizes = f"{total / MB:.1f} MB of at most {store.most_bytes / MB:g} MB"
    print(f"{counted(len(found), 'file')}, {sizes}, in {store.folder}")
    return 0


def _words(entry: Entry) -> str:
    """Return two lines: name, size, age and state; what it holds."""
    used = time.strftime("%Y-%m-%d %H:%M", time.localtime(entry.used))
    state = "" if entry.state == CURRENT else f"  {entry.state}"
    first = f"{entry.name:48s} {entry.nbytes / 1000:9,.1f} kB  {used}{state}"
    return f"{first}\n    {counted(entry.rows, 'trial')} of {KINDS.get(entry.kind, OTHER)} · {entry.words}"


def _delete(store: Store, args: argparse.Namespace) -> int:
    if bool(args.names) + args.all + args.stale != 1:
        raise UserError("results delete needs the names of files, --all or --stale.")
    if args.all:
        names = [path.name for path in store.files()]
    elif args.stale:
        names = [entry.name for entry in store.entries() if entry.state != CURRENT]
    else:
        names = list(dict.fromkeys(args.names))
    freed = store.delete(names)
    print(f"{counted(len(names), 'file')} deleted, {freed / MB:.1f} MB.")
    return 0
