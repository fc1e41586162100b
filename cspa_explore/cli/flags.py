"""The flags: declared once, those of learners taken from the Specs; a bad one is refused in a sentence."""

import argparse
import re
from collections.abc import Callable
from typing import Any, NoReturn

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.algorithms.expression import Expression
from cspa_explore.datasets import ORDERS, spec_of
from cspa_explore.errors import UserError, suggestion
from cspa_explore.experiments.grid import candidates
from cspa_explore.experiments.stream import Stream
from cspa_explore.learners import LearnerText
from cspa_explore.learners.text import param_of
from cspa_explore.learners.text import spec_of as algorithm_of

PARAMS = {param.name: param for spec in ALGORITHMS.values() for param in spec.params}


class Parser(argparse.ArgumentParser):
    """Refuses with one sentence, suggesting the flag or command that was meant."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        """Turn argparse's message into ours."""
        if match := re.search(r"unrecognized arguments: (\S+)", message):
            flags = [flag for action in self._actions for flag in action.option_strings if flag.startswith("--")]
            raise UserError(f"There is no flag '{match[1]}'{suggestion(match[1], flags)}")
        if match := re.search(r"invalid choice: '(.*?)' \(choose from (.*)\)", message):
            known = [name.strip(" '") for name in match[2].split(",")]
            raise UserError(f"There is no command '{match[1]}'{suggestion(match[1], known)}")
        text = re.sub(r"^argument (--[\w-]+)[^:]*: ", r"\1: ", message)
        raise UserError(f"{text[0].upper()}{text[1:]}.".replace("..", "."))


def whole(low: int, high: int) -> Callable[[str], int]:
    """Return a reader of whole numbers in a range."""

    def read(text: str) -> int:
        if not re.fullmatch(r"\d+", text) or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"must be a whole number {low} to {high}, got {text}")
        return int(text)

    return read


def number(text: str) -> float:
    """Read a number; its range is checked where it is used."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a number, got {text}") from None


def numbers(text: str) -> list[str]:
    """Read values separated by commas; they are expressions in K."""
    return [part.strip() for part in text.split(",") if part.strip()]


def add_stream(parser: Parser) -> None:
    """Add the flags that describe what is played."""
    group = parser.add_argument_group("what is played")
    group.add_argument("--data", default="gaussians4", metavar="KEY", help="data set, see 'list' (gaussians4)")
    group.add_argument("--sigma", type=number, help="noise: variance on toys, sd on real sets (0; toys 0.25)")
    group.add_argument("--order", default="", help=f"{', '.join(ORDERS)} (what the set is made for)")
    group.add_argument("--kernel", type=number, action="append", metavar="G", help="Gaussian kernel exp(−‖x−b‖²/G)")
    group.add_argument("--support", type=whole(1, 20_000), default=700, metavar="B", help="instances in it (700)")
    group.add_argument("--rounds", type=whole(0, 10_000_000), default=0, help="rounds a trial (one pass)")
    group.add_argument("--no-normalise", action="store_true", help="leave the norm of rows as it is")
    group.add_argument("--bias", action="store_true", help="add a constant feature")
    group.add_argument("--flip", type=number, default=0.0, metavar="P", help="share of labels replaced by another")
    group.add_argument("--imbalance", type=number, default=1.0, metavar="R", help="first class R times the last")
    group.add_argument("--trials", type=whole(1, 10_000), default=10, help="trials (10)")
    group.add_argument("--seed", type=whole(0, 2**63 - 1), default=0, help="seed of the experiment (0)")


def add_learners(parser: Parser, several: bool) -> None:
    """Add the flags that name learners, one flag a parameter of the Specs."""
    group = parser.add_argument_group("who plays")
    if several:
        group.add_argument("--learner", action="append", default=[], metavar="TEXT", help="e.g. 'cspa(beta=1/6)'")
    group.add_argument("--algo", action="append", default=[], metavar="KEY", help="algorithm, see 'list'")
    for param in PARAMS.values():
        used = ", ".join(key for key, spec in ALGORITHMS.items() if param.name in [p.name for p in spec.params])
        group.add_argument(f"--{param.name}", metavar="VALUE", help=f"{param.symbol} of {used}; may contain K")


def add_output(parser: Parser) -> None:
    """Add the flags that say how it is done and where results go."""
    group = parser.add_argument_group("how")
    group.add_argument("--jobs", type=whole(1, 256), default=0, metavar="N", help="threads (one a core)")
    group.add_argument("--json", action="store_true", help="print one JSON object")
    group.add_argument("--out", metavar="DIR", help="also write the results as files into DIR")


def streams_of(args: argparse.Namespace) -> list[Stream]:
    """Return the streams asked for: one a kernel."""
    spec, _ = spec_of(args.data)
    default = 0.25 if spec.key in ("gaussians4", "gaussians3", "circle") else 0.0
    common = {
        "dataset": args.data,
        "seed": args.seed,
        "rounds": args.rounds,
        "order": args.order,
        "sigma": default if args.sigma is None else args.sigma,
        "normalise": not args.no_normalise,
        "bias": args.bias,
        "support": args.support,
        "flip": args.flip,
        "imbalance": args.imbalance,
    }
    return [Stream(**common, kernel=g) for g in args.kernel or [0.0]]


def params_of(args: argparse.Namespace, key: str) -> dict[str, str]:
    """Return the parameters given for an algorithm; one that it does not have is refused."""
    given = {name: getattr(args, name) for name in PARAMS if getattr(args, name) is not None}
    spec = algorithm_of(key)
    for name in given:
        param_of(spec, name)
    return given


def learners_of(args: argparse.Namespace) -> list[LearnerText]:
    """Return the learners asked for; CSPA if none is."""
    texts = [LearnerText.parse(text) for text in args.learner]
    texts += [LearnerText.of(key, **params_of(args, key)) for key in args.algo]
    if not args.algo and (loose := [name for name in PARAMS if getattr(args, name) is not None]):
        raise UserError(f"--{loose[0]} belongs to an algorithm: add --algo KEY, or write it into --learner.")
    return texts or [LearnerText.of("cspa")]


def candidates_of(args: argparse.Namespace, n_classes: int) -> list[LearnerText]:
    """Return the candidates of a grid search."""
    keys = args.algo or ["cspa"]
    return [text for key in keys for text in candidates(key, n_classes, **params_of(args, key))]


def values_of(texts: list[str], n_classes: int) -> list[float]:
    """Return expressions in K as numbers, ascending."""
    return sorted({Expression.parse(text)(n_classes) for text in texts})
