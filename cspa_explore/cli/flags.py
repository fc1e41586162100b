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
from cspa_explore.learners import LearnerText
from cspa_explore.learners.branch import AnyLearner, learner_of
from cspa_explore.learners.text import param_of
from cspa_explore.learners.text import spec_of as algorithm_of
from cspa_explore.streams.stream import Stream

PARAMS = {param.name: param for spec in ALGORITHMS.values() for param in spec.params}


class Parser(argparse.ArgumentParser):
    """Refuses with one sentence, suggesting the flag or command that was meant."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, allow_abbrev=False)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help; argparse would not say that it cannot be written."""
        print(message, end="", file=file, flush=True)

    def error(self, message: str) -> NoReturn:
        """Turn argparse's message into ours."""
        if match := re.search(r"unrecognized arguments: (.*)", message):
            if not match[1].startswith("-"):
                raise UserError(f"The argument '{match[1]}' belongs to no flag.")
            flags = [flag for action in self._actions for flag in action.option_strings if flag.startswith("--")]
            raise UserError(f"There is no flag '{match[1]}'{suggestion(match[1], flags)}")
        if match := re.search(r"invalid choice: '(.*?)' \(choose from (.*)\)", message):
            known = [name.strip(" '") for name in match[2].split(",")]
            raise UserError(f"There is no command '{match[1]}'{suggestion(match[1], known)}")
        if "required: COMMAND" in message:
            raise UserError("Give a command: list, run, grid, sweep, warmup or bench; --help says more.")
        text = re.sub(r"^argument (--[\w-]+)[^:]*: ", r"\1 ", message)
        text = text.replace("expected one argument", "needs a value (a negative one after '=')")
        raise UserError(f"{text}.")


def whole(low: int, high: int) -> Callable[[str], int]:
    """Return a reader of whole numbers in a range."""

    def read(text: str) -> int:
        if not re.fullmatch(r"\d+", text) or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"must be a whole number {low:,} to {high:,}, got '{text}'")
        return int(text)

    return read


def number(low: float, high: float) -> Callable[[str], float]:
    """Return a reader of numbers in a range."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"must be a number {low:g} to {high:,g}, got '{text}'")
        return value

    return read


def numbers(text: str) -> list[str]:
    """Read values separated by commas; they are expressions in K, each given once."""
    parts = [part.strip() for part in text.split(",")]
    if "" in parts or len(set(parts)) < len(parts):
        raise argparse.ArgumentTypeError(f"must be different values separated by commas, got '{text}'")
    return parts


def some_text(text: str) -> str:
    """Read a text that is not empty."""
    if not text.strip():
        raise argparse.ArgumentTypeError("must not be empty, got ''")
    return text


def add_stream(parser: Parser) -> None:
    """Add the flags that describe what is played."""
    group = parser.add_argument_group("what is played")
    add = group.add_argument
    add("--data", type=some_text, default="gaussians4", metavar="KEY", help="data set, see 'list' (gaussians4)")
    add("--sigma", type=number(0, 1e6), help="noise: variance on toys, sd on real sets (0.25 on Gaussians, else 0)")
    add("--order", type=some_text, help=f"{', '.join(ORDERS)} (shuffled; cyclic for 'counter')")
    kernel_help = "features exp(−‖x−b‖²/G) around the first instances b; grid takes it several times"
    add("--kernel", type=number(1e-9, 1e9), action="append", metavar="G", help=kernel_help)
    add("--support", type=whole(1, 20_000), metavar="B", help="how many instances the kernel refers to (700)")
    add("--rounds", type=whole(1, 10_000_000), default=0, help="rounds a trial (each instance once)")
    add("--no-normalise", action="store_true", help="leave rows as they are instead of dividing by their norm")
    add("--bias", action="store_true", help="add a constant feature")
    add("--flip", type=number(0, 1), default=0.0, metavar="P", help="share of labels replaced by another class")
    thin = "thin out the classes, the last to 1/R of its instances"
    add("--imbalance", type=number(1, 1e6), default=1.0, metavar="R", help=thin)
    add("--trials", type=whole(1, 10_000), default=10, help="trials, each with seeds of its own (10)")
    add("--seed", type=whole(0, 2**63 - 1), default=0, help="seed of the experiment (0)")


def add_learners(parser: Parser, several: bool) -> None:
    """Add the flags that name learners, one flag a parameter of the Specs."""
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
        group.add_argument(f"--{name}", metavar="VALUE", help=f"{used}; may contain K")


def add_output(parser: Parser) -> None:
    """Add the flags that say how it is done and where results go."""
    group = parser.add_argument_group("how")
    group.add_argument("--jobs", type=whole(1, 256), default=0, metavar="N", help="threads (one a core)")
    group.add_argument("--json", action="store_true", help="print one JSON object")
    group.add_argument("--out", type=some_text, metavar="DIR", help="also write the results as files into DIR")


def streams_of(args: argparse.Namespace) -> list[Stream]:
    """Return the streams asked for: one a kernel."""
    spec, _ = spec_of(args.data)
    if args.support and not args.kernel:
        raise UserError(f"--support belongs to a kernel: add --kernel G, got --support {args.support} alone.")
    default = 0.25 if spec.key in ("gaussians4", "gaussians3", "circle") else 0.0
    common = {
        "dataset": args.data,
        "seed": args.seed,
        "rounds": args.rounds,
        "order": args.order or "",
        "sigma": default if args.sigma is None else args.sigma,
        "normalise": not args.no_normalise,
        "bias": args.bias,
        "support": args.support or 700,
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


def learners_of(args: argparse.Namespace) -> list[AnyLearner]:
    """Return the learners asked for; CSPA if none is."""
    texts = [learner_of(text) for text in args.learner]
    texts += [LearnerText.of(key, **params_of(args, key)) for key in args.algo]
    if not args.algo and (loose := [name for name in PARAMS if getattr(args, name) is not None]):
        raise UserError(f"--{loose[0]} belongs to an algorithm: add --algo KEY, or write it into --learner.")
    for text in texts:
        if texts.count(text) > 1:
            raise UserError(f"Each learner is named once, got {text} twice.")
    return texts or [LearnerText.of("cspa")]


def candidates_of(args: argparse.Namespace, n_classes: int) -> list[LearnerText]:
    """Return the candidates of a grid search."""
    keys = args.algo or ["cspa"]
    return [text for key in keys for text in candidates(key, n_classes, **params_of(args, key))]


def values_of(flag: str, texts: list[str], n_classes: int) -> list[float]:
    """Return expressions in K as numbers, ascending."""
    try:
        return sorted({Expression.parse(text)(n_classes) for text in texts})
    except UserError as error:
        raise UserError(f"{flag}: {error}") from None
