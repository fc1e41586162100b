"""JSON that people write and edit: decks and settings files. Refusals name line, column and field, and speak JSON."""

import json
from collections.abc import Callable
from math import inf
from typing import Any

from cspa_explore.errors import UserError

RULES = {  # how Python's messages about JSON begin, and what they mean
    "Expecting value": "a value is missing",
    "Expecting ':'": "a colon is missing",
    "Expecting ','": "a comma or a closing bracket is missing",
    "Expecting property name": "a name in double quotes is missing",
    "Unterminated string": "the text that starts here has no closing quote",
    "Invalid control character": "a text must stay on one line",
    "Invalid \\": "a backslash must be written twice",
    "Extra data": "nothing may follow the {thing}",
    "Illegal trailing comma": "no comma may stand before a closing bracket",
}


def parsed_json(text: str, thing: str, constant: Callable[[str], Any] | None = None) -> Any:
    """Return the value of a JSON text; UserError names line and column, or a field that is given twice.

    `thing` is what the text should be, such as "deck"; `constant` is called with each NaN, Infinity and -Infinity.
    """

    def no_field_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for name in names if names.count(name) > 1)
            raise UserError(f"The {thing}: the field {shown(twice)} is given twice in one object.")
        return found

    try:
        return json.loads(text, object_pairs_hook=no_field_twice, parse_constant=constant)
    except UserError:
        raise
    except json.JSONDecodeError as error:
        rules = [rule for start, rule in RULES.items() if error.msg.startswith(start)]
        rule = rules[0].format(thing=thing) if rules else "something else was expected"
        raise UserError(f"This is not JSON, line {error.lineno}, column {error.colno}: {rule}.") from None
    except (RecursionError, ValueError):
        raise UserError(f"This is not a {thing}: it is nested too deeply or has a number that is too long.") from None


def shown(value: Any) -> str:
    """Return a value as an error message shows it: as JSON on one line, cut to 60 characters, a number with commas.

    >>> shown("x" * 80) == '"' + "x" * 58 + "…"
    True
    >>> shown(None), shown(True), shown(1e9), shown(-0.5), shown([1e9])
    ('null', 'true', '1,000,000,000', '-0.5', '[1000000000.0]')
    """
    if isinstance(value, int | float) and not isinstance(value, bool) and value not in (inf, -inf) and value == value:
        text = f"{value:,}".removesuffix(".0")
    else:
        text = _on_one_line(value)
    return text if len(text) <= 60 else f"{text[:59]}…"


def _on_one_line(value: Any) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False, default=str).encode("utf-8", "replace").decode()
    except RecursionError:
        return "a value that is nested too deeply"
    return " ".join(text.split())
