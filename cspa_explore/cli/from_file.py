"""`--settings FILE`: what a page wrote as JSON stands in for the flags that are not given."""

import argparse
from pathlib import Path
from typing import Any

from cspa_explore.cli.flags import Parser, some_text
from cspa_explore.errors import UserError
from cspa_explore.experiments.settings_file import read_settings


def add_settings(parser: Parser) -> None:
    """Add the flag."""
    text = "a page's 'Settings as JSON'; flags given beside it come first"
    parser.add_argument("--settings", type=some_text, metavar="FILE", help=text)


def defaults_of(args: argparse.Namespace) -> dict[str, Any]:
    """Return what the file says as defaults of the flags; lists that were given as flags are left out."""
    values = read_settings(_read(args.settings))
    plan = values.get("plan") if "sigmas" in args else None  # a sweep's
    kept = {name: values[name] for name in ("seed", "rounds", "order", "sigma", "bias", "flip", "imbalance", "trials")}
    kept |= {"data": values["dataset"], "no_normalise": not values["normalise"]}
    own = bool(args.learner or args.algo)
    if not own:
        kept["learner"] = list(dict.fromkeys(values["learners"]))  # a page may show one twice
    if values["kernel"] or args.kernel:
        kept["support"] = values["support"]
    if values["kernel"] and not args.kernel:
        kept["kernel"] = [values["kernel"]]
    if "sigmas" in args:
        kept.pop("sigma")
    if plan:
        kept["trials"] = plan["trials"]
        kept |= {} if args.sigma is not None else {"sigmas": [repr(value) for value in plan["sigmas"]]}
        if not own:
            kept["learner"] = [plan["learner"]]
            kept |= {} if args.param else {"param": plan["param"], "values": [repr(v) for v in plan["values"]]}
    return kept


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise UserError(f"--settings must be a file that can be read, got '{path}' ({reason}).") from None
