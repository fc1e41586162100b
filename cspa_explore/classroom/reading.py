"""Reading a deck. A malformed one is refused in one sentence: the question, the field, the rule and the value."""

import re
from collections.abc import Iterable
from typing import Any

from cspa_explore.classroom.deck import (
    KIND,
    TYPES,
    VERSION,
    Axis,
    Choice,
    Deck,
    Link,
    Measure,
    OpenLink,
    Question,
)
from cspa_explore.classroom.measures import MEASURES, names_of
from cspa_explore.errors import UserError, suggestion
from cspa_explore.json_text import parsed_json, shown
from cspa_explore.settings import MOST_LEARNERS, MOST_ROUNDS_ON_PAGE

MOST_BYTES = 65_536
MOST_QUESTIONS = 40
MOST_CHOICES = 6
MOST_HANDLES = 12
LONGEST = {"title": 80, "text": 300, "why": 400, "choice": 80, "unit": 12, "link": 4000}  # characters
DECK = ("kind", "version", "title", "questions")
COMMON = ("text", "type", "link", "measure", "why")
OF_TYPE = {"choose": ("choices",), "guess": ("axis",), "draw": ("rounds",)}
FORBIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")  # and overrides of direction
PLACE = re.compile(r"\{([^{}]*)\}")


def read_deck(text: str | bytes, open_link: OpenLink) -> Deck:
    """Return the deck; UserError says in one sentence what is wrong, and where.

    `open_link` returns the experiment of a link.
    """
    record = _json(text)
    if not isinstance(record, dict) or record.get("kind") != KIND:
        raise UserError(f'This is not a deck: JSON with "kind": "{KIND}" was expected.')
    if record.get("version") != VERSION:
        raise UserError(f"The deck: version must be {VERSION}, got {shown(record.get('version'))}.")
    place = "The deck"
    _known(place, record, DECK)
    title = _text(place, "title", record.get("title", "Untitled deck"), "title")
    questions = record.get("questions")
    if not isinstance(questions, list) or not 1 <= len(questions) <= MOST_QUESTIONS:
        got = f"{len(questions)} questions" if isinstance(questions, list) else shown(questions)
        raise UserError(f"The deck: questions must be a list of 1 to {MOST_QUESTIONS} questions, got {got}.")
    return Deck(title, tuple(_question(f"Question {n}", one, open_link) for n, one in enumerate(questions, 1)))


def _json(text: str | bytes) -> Any:
    """Return the parsed JSON; UserError names line and column, a repeated field, or the size."""
    size = len(text) if isinstance(text, bytes) else len(text.encode("utf-8", "surrogatepass"))
    if size > MOST_BYTES:
        raise UserError(f"A deck has at most {MOST_BYTES:,} bytes, got {size:,}.")
    try:
        plain = text.decode("utf-8-sig") if isinstance(text, bytes) else text
    except UnicodeDecodeError:
        raise UserError("This is not a deck: it must be JSON in UTF-8.") from None
    return parsed_json(plain, "deck", _constant)


def _constant(name: str) -> Any:
    raise UserError(f"The deck: numbers must be finite, got {name}.")


def _question(place: str, record: Any, open_link: OpenLink) -> Question:
    if not isinstance(record, dict):
        raise UserError(f"{place} must be an object in braces, got {shown(record)}.")
    kind = record.get("type")
    if not isinstance(kind, str) or kind not in TYPES:
        raise UserError(f"{place}: type must be one of {', '.join(TYPES)}, got {shown(kind)}.")
    _known(place, record, (*COMMON, *OF_TYPE[kind]))
    for name in ("text", "link", "measure"):
        if name not in record:
            raise UserError(f"{place}: {name} is missing.")
    text = _text(place, "text", record["text"], "text")
    experiment, link = _link(place, record["link"], open_link)
    measure = _measure(place, record["measure"], kind)
    if why := MEASURES[measure.name].refuses(experiment, measure):
        raise UserError(f"{place}: measure {measure.name}: {why}.")
    names = names_of(measure, experiment)
    why = _text(place, "why", record["why"], "why") if "why" in record else ""
    for name in PLACE.findall(why):
        if name not in names:
            raise UserError(f"{place}: why has no value {{{name[:40]}}}{suggestion(name[:40], names)}")
    choices = _choices(place, record) if kind == "choose" else ()
    axis = _axis(place, record) if kind == "guess" else None
    rounds = _rounds(place, record, experiment.stream.known_rounds or MOST_ROUNDS_ON_PAGE) if kind == "draw" else ()
    return Question(text, kind, link, measure, experiment, record, choices, axis, rounds, why)


def _link(place: str, value: Any, open_link: OpenLink) -> tuple[Any, Link]:
    text = _text(place, "link", value, "link")
    try:
        link = Link.read(text)
        experiment = open_link(link)
    except UserError as error:
        raise UserError(f"{place}: link: {str(error).rstrip('.')}.") from None
    if not experiment.learners:
        raise UserError(f"{place}: link: its experiment needs at least one learner, got {shown(text)}.")
    return experiment, link


def _measure(place: str, record: Any, kind: str) -> Measure:
    if not isinstance(record, dict):
        raise UserError(f'{place}: measure must be an object such as {{"name": "ratio"}}, got {shown(record)}.')
    name = record.get("name")
    fitting = [key for key, spec in MEASURES.items() if kind in spec.types]
    if not isinstance(name, str) or name not in fitting:
        raise UserError(f"{place}: the measure's name must be one of {', '.join(fitting)}, got {shown(name)}.")
    _known(f"{place}, measure", record, ("name", *MEASURES[name].fields))
    values: dict[str, Any] = {}
    for field in MEASURES[name].fields:
        if field in ("learner", "other") and field in record:
            values[field] = _whole(f"{place}: measure {field}", record[field], 1, MOST_LEARNERS)
        elif field in record:
            values[field] = _number(f"{place}: measure {field}", record[field], 0, 100)
    return Measure(name, **values)


def _choices(place: str, record: dict[str, Any]) -> tuple[Choice, ...]:
    given = record.get("choices")
    if not isinstance(given, list) or not 2 <= len(given) <= MOST_CHOICES:
        raise UserError(f"{place}: choices must be a list of 2 to {MOST_CHOICES} choices, got {shown(given)}.")
    found = tuple(_choice(f"{place}, choice {letter}", one) for letter, one in zip("ABCDEF", given, strict=False))
    if sum(choice.otherwise for choice in found) > 1:
        raise UserError(f"{place}: choices: only one of them may have no from, to or is.")
    return found


def _choice(place: str, record: Any) -> Choice:
    if not isinstance(record, dict):
        raise UserError(f'{place} must be an object such as {{"text": "never", "is": "never"}}, got {shown(record)}.')
    _known(place, record, ("text", "from", "to", "is"))
    if "text" not in record:
        raise UserError(f"{place}: text is missing.")
    text = _text(place, "text", record["text"], "choice")
    if "is" in record and len(record) > 2:
        raise UserError(f"{place}: a choice has either is, or from and to.")
    exactly = float("inf") if record.get("is") == "never" else record.get("is")
    if exactly not in (None, float("inf")):
        exactly = _number(f"{place}: is (a number or never)", exactly)
    low, high = (_number(f"{place}: {name}", record[name]) if name in record else None for name in ("from", "to"))
    if low is not None and high is not None and low > high:
        raise UserError(f"{place}: from must not be larger than to, got {low:g} and {high:g}.")
    return Choice(text, low, high, exactly)


def _axis(place: str, record: dict[str, Any]) -> Axis:
    given = record.get("axis")
    if not isinstance(given, dict):
        raise UserError(f'{place}: axis must be an object such as {{"low": 0, "high": 100}}, got {shown(given)}.')
    _known(f"{place}, axis", given, ("low", "high", "unit", "log"))
    low, high = (_number(f"{place}: axis {name}", given.get(name), -1e9, 1e9) for name in ("low", "high"))
    log = given.get("log", False)
    if not isinstance(log, bool):
        raise UserError(f"{place}: axis log must be true or false, got {shown(log)}.")
    if low >= high or (log and low <= 0):
        rule = "larger than low, and low larger than 0 if log is true" if log else "larger than low"
        raise UserError(f"{place}: axis high must be {rule}, got low {low:g} and high {high:g}.")
    unit = _text(f"{place}, axis", "unit", given["unit"], "unit") if given.get("unit") else ""
    return Axis(low, high, unit, log)


def _rounds(place: str, record: dict[str, Any], T: int) -> tuple[int, ...]:
    if "rounds" not in record:
        return usual_rounds(T)
    given = record["rounds"]
    if not isinstance(given, list) or not 2 <= len(given) <= MOST_HANDLES:
        raise UserError(f"{place}: rounds must be a list of 2 to {MOST_HANDLES} rounds, got {shown(given)}.")
    found = [_whole(f"{place}: rounds", one, 1, T) for one in given]
    if sorted(set(found)) != found:
        raise UserError(f"{place}: rounds must ascend, got {shown(given)}.")
    return tuple(found)


def usual_rounds(T: int) -> tuple[int, ...]:
    """Return the rounds at which a curve is drawn: 1, 3, 10, 30, … and the last.

    >>> usual_rounds(4000), usual_rounds(2)
    ((1, 3, 10, 30, 100, 300, 1000, 4000), (1, 2))
    """
    steps = [m * 10**e for e in range(7) for m in (1, 3)]
    return (*(step for step in steps if step <= T / 2), max(T, 2))


def _known(place: str, record: dict[str, Any], names: Iterable[str]) -> None:
    """Refuse unknown fields by name."""
    for name in record:
        if name not in names:
            raise UserError(f"{place}: there is no field {shown(name)}{suggestion(name[:60], names)}")


def _text(place: str, name: str, value: Any, limit: str) -> str:
    most = LONGEST[limit]
    if not isinstance(value, str) or not value.strip():
        raise UserError(f"{place}: {name} must be a text that is not empty, got {shown(value)}.")
    if len(value) > most:
        raise UserError(f"{place}: {name} has at most {most:,} characters, got {len(value):,}.")
    if found := FORBIDDEN.search(value):
        raise UserError(f"{place}: {name} must not contain the control character U+{ord(found[0]):04X}.")
    return value.strip()


def _number(what: str, value: Any, low: float = -1e12, high: float = 1e12) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:  # NaN is in no range
        raise UserError(f"{what} must be a number from {low:g} to {high:g}, got {shown(value)}.")
    return float(value)


def _whole(what: str, value: Any, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise UserError(f"{what} must be a whole number from {low} to {high:,}, got {shown(value)}.")
    return value
