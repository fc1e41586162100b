"""The argument parser: one-sentence errors, hints for mistyped flags and keys of links, and no flag given twice."""

import argparse
import re
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from cspa_explore.errors import UserError, suggestion
from cspa_explore.settings import TABLE


class Parser(argparse.ArgumentParser):
    """Raises UserError with one sentence, which suggests a similar flag or command."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, allow_abbrev=False)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help. Unlike argparse's own method, it raises OSError if the output cannot be written."""
        print(message, end="", file=file, flush=True)

    def error(self, message: str) -> NoReturn:
        """Raise UserError with argparse's message, reworded."""
        if match := re.search(r"unrecognized arguments: (.*)", message):
            flags = [flag for action in self._actions for flag in action.option_strings if flag.startswith("--")]
            if not match[1].startswith("-"):
                hint = f": did you mean '--{match[1]}'?" if f"--{match[1]}" in flags else "."
                raise UserError(f"The argument '{match[1]}' does not follow a flag{hint}")
            key = match[1].strip("-").partition("=")[0]
            same = [setting.flag for setting in TABLE if setting.link == key and setting.flag in flags]
            hint = f": did you mean '{same[0]}'?" if same else suggestion(match[1], flags)
            raise UserError(f"There is no flag '{match[1]}'{hint}")
        if match := re.search(r"invalid choice: '(.*?)' \(choose from (.*)\)", message):
            known = [name.strip(" '") for name in match[2].split(",")]
            raise UserError(f"There is no command '{match[1]}'{suggestion(match[1], known)}")
        if "required: COMMAND" in message:
            raise UserError("Give a command, e.g. run; --help lists them.")
        text = re.sub(r"^argument (--[\w-]+|[A-Z]+)[^:]*: ", r"\1 ", message)
        text = text.replace("expected one argument", "needs a value (write a negative value after '=')")
        raise UserError(f"{text}.")


class Once(argparse.Action):
    """Stores the value, or True for a flag without a value; raises UserError for a flag given twice."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        """Store the value."""
        given = namespace.__dict__.setdefault("given", set())
        if self.dest in given:
            raise UserError(f"{option} is given twice: it takes one value.")
        given.add(self.dest)
        setattr(namespace, self.dest, True if self.nargs == 0 else values)


def reader(read: Callable[[str], Any]) -> Callable[[str], Any]:
    """Return a `type` function for argparse: UserError becomes ArgumentTypeError."""

    def wrapped(text: str) -> Any:
        try:
            return read(text)
        except UserError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return wrapped


def some_text(text: str) -> str:
    """Return the text if it is not empty."""
    if not text.strip():
        raise argparse.ArgumentTypeError("must not be empty, got ''")
    return text


def numbers(text: str) -> list[str]:
    """Return values separated by commas, which are expressions in K; none may be repeated."""
    parts: Sequence[str] = [part.strip() for part in text.split(",")]
    if "" in parts or len(set(parts)) < len(parts):
        raise argparse.ArgumentTypeError(f"must be different values separated by commas, got '{text}'")
    return list(parts)
