"""The flags, derived from the table of settings and from the Specs of algorithms, and the experiment they describe."""

import argparse
from pathlib import Path
from typing import Any

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.algorithms.expression import Expression
from cspa_explore.cli.own_file import own_file
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
from cspa_explore.running.connect import RULE, cluster_address
from cspa_explore.running.grid import candidates
from cspa_explore.setting_kinds import Choice, Whole, YesNo
from cspa_explore.settings import TABLE, Setting

PARAMS = {param.name: param for spec in ALGORITHMS.values() for param in spec.params}
JOBS = Whole(1, 256)


def add_settings(parser: Parser, kernels: bool = False) -> None:
    """Add the flags of the stream and the trials; with `kernels`, --kernel may be repeated."""
    group = parser.add_argument_group("stream and trials")
    for setting in TABLE:
        if setting.name == "learners":
            continue
        if isinstance(setting.kind, YesNo):
            text = f"Do not {_first_small(setting.help)}" if setting.default else setting.help
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
            help=_help(setting) + (" May be repeated." if several else ""),
        )


def _help(setting: Setting) -> str:
    usual = "0.25 on Gaussians, 0 elsewhere" if setting.name == "sigma" else setting.kind.write(setting.default)
    usual = setting.kind.rule if isinstance(setting.kind, Choice) else usual
    return f"{setting.help} ({usual})".replace("%", "%%")


def _first_small(text: str) -> str:
    return text[0].lower() + text[1:]


def add_learners(parser: Parser, several: bool) -> None:
    """Add the flags that name learners, with one flag per parameter of the Specs."""
    group = parser.add_argument_group("learners")
    if several:
        text = "'cspa(beta=1/6)', or 'cspa(beta=1/6)@600(beta=1)' to set β=1 after round 600; may be repeated (cspa)"
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
        "a file from a page's 'Settings as JSON'; other flags override it, and --data resets σ and the order to that "
        "data set's defaults unless they are given too"
    )
    parser.add_argument("--settings", action=Once, type=some_text, metavar="FILE", help=text)


def add_execution(parser: Parser) -> argparse._ArgumentGroup:
    """Add the flags for threads, cluster and store; return their group."""
    group = parser.add_argument_group("execution and output")
    group.add_argument(
        "--jobs", action=Once, type=reader(JOBS.read), default=0, metavar="N", help="threads (one per core)"
    )
    text = f"play on a Dask cluster: {RULE}; 'local' starts --jobs worker processes"
    group.add_argument("--cluster", action=Once, type=reader(cluster_address), metavar="WHERE", help=text)
    text = "play everything, and store no result (results are stored, and what is stored is not played again)"
    group.add_argument("--no-store", action="store_true", help=text)
    return group


def add_output(parser: Parser) -> None:
    """Add the flags for execution and output."""
    group = add_execution(parser)
    group.add_argument("--json", action="store_true", help="print one JSON object")
    group.add_argument(
        "--out", action=Once, type=some_text, metavar="DIR", help="also write the results as files into DIR"
    )


def add_log(parser: Parser) -> None:
    """Add --log."""
    text = (
        "also write one row per round: t, instance, ŷ, ỹ, right, the probability of ỹ and the loss, as .csv or "
        ".parquet; as .vw or .txt, Vowpal Wabbit's action:cost:probability | features of one learner and one trial"
    )
    parser.add_argument("--log", action=Once, type=some_text, metavar="FILE", help=text)


def add_sweep(parser: Parser) -> None:
    """Add the flags of a sweep."""
    parser.add_argument("--param", action=Once, help="the parameter to sweep (the algorithm's first)")
    listed = "separated by commas; may contain K"
    parser.add_argument("--values", action=Once, type=numbers, help=f"its values, {listed} (the parameter's grid)")
    parser.add_argument("--sigmas", action=Once, type=numbers, help=f"σ values, {listed} (the data set's)")


def file_of(args: argparse.Namespace) -> tuple[Experiment | None, Plan | None]:
    """Return the experiment and the plan in the file of --settings; None without the flag."""
    path = getattr(args, "settings", None)
    if path is None:
        return None, None
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise UserError(f"--settings must be a readable file, got '{path}' ({reason}).") from None
    return read_settings(text)


def experiment_of(args: argparse.Namespace, file: Experiment | None, learners: list[AnyLearner]) -> Experiment:
    """Return the experiment of the flags; settings without a flag come from the file or take their defaults."""
    values: dict[str, Any] = own_file(args, file)
    for setting in TABLE:
        given = getattr(args, setting.name, None) if setting.name != "learners" else None
        if given is not None and not isinstance(given, list):
            values[setting.name] = not setting.default if isinstance(setting.kind, YesNo) else given
    if args.support and not args.kernel and not (file and file.stream.kernel):
        raise UserError(f"--support needs a kernel: add --kernel G, got --support {args.support} alone.")
    if file is None:
        return Experiment.of(**values, learners=learners or ["cspa"])
    if "dataset" in values and "sigma" not in values:
        values["sigma"] = describe(values["dataset"]).spec.sigmas.default
    players = learners or list(dict.fromkeys(file.learners))  # a page may show the same learner twice
    return file.but(**values, learners=players)


def learners_of(args: argparse.Namespace) -> list[AnyLearner]:
    """Return the learners of --learner and --algo; UserError if one is named twice."""
    texts = list(parsed(args.learner))
    texts += [LearnerText.of(key, **params_of(args, key)) for key in args.algo]
    if not args.algo and (loose := [name for name in PARAMS if getattr(args, name) is not None]):
        raise UserError(f"--{loose[0]} needs an algorithm: add --algo KEY, or write the parameter into --learner.")
    for text in texts:
        if texts.count(text) > 1:
            raise UserError(f"Each learner may be named once, got {text} twice.")
    return texts


def params_of(args: argparse.Namespace, key: str) -> dict[str, str]:
    """Return the parameters that flags give for an algorithm; UserError if the algorithm lacks one of them."""
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
    """Return the values of expressions in K, ascending."""
    try:
        return tuple(sorted({Expression.parse(text)(n_classes) for text in texts}))
    except UserError as error:
        raise UserError(f"{flag}: {error}") from None
