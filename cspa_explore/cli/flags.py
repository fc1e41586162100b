"""The flags, derived from the table of settings and the Specs of algorithms, and what they ask for."""

import argparse
from pathlib import Path
from typing import Any

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.algorithms.expression import Expression
from cspa_explore.cli.parser import Once, Parser, numbers, reader, some_text
from cspa_explore.datasets import describe
from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment, parsed
from cspa_explore.experiments.plan import Plan
from cspa_explore.experiments.settings_file import read_settings
from cspa_explore.learners import LearnerText
from cspa_explore.learners.branch import AnyLearner
from cspa_explore.learners.text import param_of
from cspa_explore.learners.text import spec_of as algorithm_of
from cspa_explore.running.grid import candidates
from cspa_explore.setting_kinds import Whole, YesNo
from cspa_explore.settings import TABLE, Setting

PARAMS = {param.name: param for spec in ALGORITHMS.values() for param in spec.params}
JOBS = Whole(1, 256)


def add_settings(parser: Parser, kernels: bool = False) -> None:
    """Add the flags of the stream and the trials; `kernels` lets --kernel be given several times."""
    group = parser.add_argument_group("what is played")
    for setting in TABLE:
        if setting.name == "learners":
            continue
        if isinstance(setting.kind, YesNo):
            text = f"do not: {_first_small(setting.help)}" if setting.default else setting.help
            group.add_argument(setting.flag, dest=setting.name, action=Once, nargs=0, default=None, help=text)
            continue
        several = kernels and setting.name == "kernel"
        group.add_argument(
            setting.flag,
            dest=setting.name,
            type=reader(setting.kind.read),
            action="append" if several else Once,
            default=None,
            metavar=setting.metavar,
            help=_help(setting) + (" May be given several times." if several else ""),
        )


def _help(setting: Setting) -> str:
    usual = "0.25 on Gaussians, 0 elsewhere" if setting.name == "sigma" else setting.default
    return f"{setting.help} ({usual})".replace("%", "%%") if usual != "" else setting.help


def _first_small(text: str) -> str:
    return text[0].lower() + text[1:]


def add_learners(parser: Parser, several: bool) -> None:
    """Add the flags that name learners, with one flag per parameter of the Specs."""
    group = parser.add_argument_group("who plays")
    if several:
        text = "e.g. 'cspa(beta=1/6)', or 'cspa(beta=1/6)@600(beta=1)' to go on with β=1; may be repeated (cspa)"
        group.add_argument("--learner", action="append", default=[], metavar="TEXT", help=text)
    group.add_argument(
        "--algo", action="append", default=[], metavar="KEY", help="algorithm, see 'list'; may be repeated"
    )
    for name in PARAMS:
        keys: dict[str, list[str]] = {}
        for key, spec in ALGORITHMS.items():
            for param in spec.params:
                if param.name == name:
                    keys.setdefault(param.symbol, []).append(key)
        used = "; ".join(f"{symbol} of {', '.join(users)}" for symbol, users in keys.items())
        group.add_argument(f"--{name}", action=Once, metavar="VALUE", help=f"{used}; may contain K")


def add_file(parser: Parser) -> None:
    """Add --settings."""
    text = (
        "a page's 'Settings as JSON'; flags given beside it come first, and with another --data, σ and the order "
        "are that data set's own unless they are given"
    )
    parser.add_argument("--settings", action=Once, type=some_text, metavar="FILE", help=text)


def add_output(parser: Parser) -> None:
    """Add the flags that say how it is done and where results go."""
    group = parser.add_argument_group("how")
    group.add_argument(
        "--jobs", action=Once, type=reader(JOBS.read), default=0, metavar="N", help="threads (one per core)"
    )
    group.add_argument("--json", action="store_true", help="print one JSON object")
    group.add_argument(
        "--out", action=Once, type=some_text, metavar="DIR", help="also write the results as files into DIR"
    )


def add_sweep(parser: Parser) -> None:
    """Add the flags of a sweep."""
    parser.add_argument("--param", action=Once, help="which parameter (the algorithm's first)")
    listed = "with commas; may contain K"
    parser.add_argument("--values", action=Once, type=numbers, help=f"its values, {listed} (its grid)")
    parser.add_argument("--sigmas", action=Once, type=numbers, help=f"σ values, {listed} (those of the data set)")


def file_of(args: argparse.Namespace) -> tuple[Experiment | None, Plan | None]:
    """Return what the file of --settings says."""
    path = getattr(args, "settings", None)
    if path is None:
        return None, None
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise UserError(f"--settings must be a file that can be read, got '{path}' ({reason}).") from None
    return read_settings(text)


def experiment_of(args: argparse.Namespace, file: Experiment | None, learners: list[AnyLearner]) -> Experiment:
    """Return the experiment that the flags ask for; what they leave open, the file or the table says."""
    values: dict[str, Any] = {}
    for setting in TABLE:
        given = getattr(args, setting.name, None) if setting.name != "learners" else None
        if given is not None and not isinstance(given, list):
            values[setting.name] = not setting.default if isinstance(setting.kind, YesNo) else given
    if args.support and not args.kernel and not (file and file.stream.kernel):
        raise UserError(f"--support belongs to a kernel: add --kernel G, got --support {args.support} alone.")
    if file is None:
        return Experiment.of(**values, learners=learners or ["cspa"])
    if "dataset" in values and "sigma" not in values:
        values["sigma"] = describe(values["dataset"]).spec.sigmas.default
    players = learners or list(dict.fromkeys(file.learners))  # a page may show one twice
    return file.but(**values, learners=players)


def learners_of(args: argparse.Namespace) -> list[AnyLearner]:
    """Return the learners that flags name, each once."""
    texts = list(parsed(args.learner))
    texts += [LearnerText.of(key, **params_of(args, key)) for key in args.algo]
    if not args.algo and (loose := [name for name in PARAMS if getattr(args, name) is not None]):
        raise UserError(f"--{loose[0]} belongs to an algorithm: add --algo KEY, or write it into --learner.")
    for text in texts:
        if texts.count(text) > 1:
            raise UserError(f"Each learner is named once, got {text} twice.")
    return texts


def params_of(args: argparse.Namespace, key: str) -> dict[str, str]:
    """Return the parameters given for an algorithm; one that it does not have is refused."""
    given = {name: getattr(args, name) for name in PARAMS if getattr(args, name) is not None}
    spec = algorithm_of(key)
    for name in given:
        param_of(spec, name)
    return given


def candidates_of(args: argparse.Namespace, n_classes: int) -> list[AnyLearner]:
    """Return the candidates of a grid search."""
    keys = args.algo or ["cspa"]
    return [text for key in keys for text in candidates(key, n_classes, **params_of(args, key))]


def values_of(flag: str, texts: list[str], n_classes: int) -> tuple[float, ...]:
    """Return expressions in K as numbers, ascending."""
    try:
        return tuple(sorted({Expression.parse(text)(n_classes) for text in texts}))
    except UserError as error:
        raise UserError(f"{flag}: {error}") from None
