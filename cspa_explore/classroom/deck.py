"""A deck: a title and questions. Each question has a text, a link, a type and a measure that computes its answer."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.json_text import shown

KIND, VERSION = "deck", 1
TYPES = {
    "choose": "choose one of several answers",
    "guess": "guess a number",
    "draw": "draw the curve of right proposals",
}
PAGES = {  # that a question may link to, in words
    "arena": "the Arena",
    "microscope": "the Microscope",
    "beta_lab": "the β Lab",
    "theory": "the Theory page",
}
OpenLink = Callable[["Link"], Experiment]  # UserError if a value of the link is not valid


@dataclass(frozen=True)
class Link:
    """A page and its query: the experiment of a question, and what is opened after its answer."""

    page: str
    query: tuple[tuple[str, str], ...]

    @classmethod
    def read(cls, text: str) -> "Link":
        """Return the link of "page?query"; of a full URL only the last part counts. UserError if there is no such page.

        >>> Link.read("http://127.0.0.1:8501/microscope?v=2&t=8")
        Link(page='microscope', query=(('v', '2'), ('t', '8')))
        """
        try:
            parts = urlsplit(text.strip())
            query = tuple(parse_qsl(parts.query, keep_blank_values=True, max_num_fields=100))
        except ValueError:
            raise UserError(f"it must be a page and its query, as in microscope?t=8, got {shown(text)}") from None
        page = parts.path.rstrip("/").rsplit("/", 1)[-1] or "arena"
        if page not in PAGES:
            raise UserError(f"its page must be one of {', '.join(PAGES)}, got {shown(page)}")
        return cls(page, query)


@dataclass(frozen=True)
class Choice:
    """An answer to choose; it is right if the measured value is `exactly` this number, or in the range."""

    text: str
    low: float | None = None
    high: float | None = None
    exactly: float | None = None

    def holds(self, value: float) -> bool:
        """Say whether the value makes this choice right; a choice without numbers is right if no other one is.

        >>> Choice("within 25 rounds", high=25).holds(25), Choice("never", exactly=float("inf")).holds(25)
        (True, False)
        """
        if self.exactly is not None:
            return value == self.exactly
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    @property
    def otherwise(self) -> bool:
        """Say whether the choice has no numbers."""
        return self.low is self.high is self.exactly is None


@dataclass(frozen=True)
class Axis:
    """The axis on which numbers are guessed."""

    low: float
    high: float
    unit: str = ""
    log: bool = False


@dataclass(frozen=True)
class Measure:
    """How an answer is computed: a name in MEASURES, and numbers that it takes. Learners are counted from 1."""

    name: str
    learner: int = 1
    other: int = 2
    share: float = 90.0
    tie: float = 2.0


@dataclass(frozen=True)
class Question:
    """A question of a deck."""

    text: str
    type: str  # a key of TYPES
    link: Link
    measure: Measure
    experiment: Experiment  # of the link
    record: dict[str, Any]  # as written
    choices: tuple[Choice, ...] = ()
    axis: Axis | None = None
    rounds: tuple[int, ...] = ()  # at which a curve is drawn
    why: str = ""  # with {names} of the measure

    @property
    def id(self) -> str:
        """Return a short text that differs between questions; votes are kept under it."""
        return sha256(json.dumps(self.record, sort_keys=True).encode("utf-8", "surrogatepass")).hexdigest()[:16]

    def right_choice(self, value: float) -> int | None:
        """Return the place of the choice that the value makes right; None if there is none."""
        numbered = [place for place, choice in enumerate(self.choices) if not choice.otherwise]
        others = [place for place, choice in enumerate(self.choices) if choice.otherwise]
        found = [place for place in numbered if self.choices[place].holds(value)]
        return next(iter([*found, *others]), None)


@dataclass(frozen=True)
class Deck:
    """A title and at least one question."""

    title: str
    questions: tuple[Question, ...]

    @property
    def record(self) -> dict[str, Any]:
        """Return the deck as JSON values."""
        return deck_record(self.title, [question.record for question in self.questions])


def deck_record(title: str, questions: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a deck as JSON values."""
    return {"kind": KIND, "version": VERSION, "title": title, "questions": questions}


def write_deck(record: dict[str, Any]) -> str:
    """Return a deck as the text of a file: one line per field, and one per choice."""
    questions = ",\n".join(_written(question) for question in record["questions"])
    head = [f"  {_json(name)}: {_json(record[name])}" for name in ("kind", "version", "title")]
    return "{\n" + ",\n".join(head) + f',\n  "questions": [\n{questions}\n  ]\n}}\n'


def _written(question: dict[str, Any]) -> str:
    fields = []
    for name, value in question.items():
        text = _json(value)
        if name == "choices":
            text = "[\n" + ",\n".join(f"        {_json(choice)}" for choice in value) + "\n      ]"
        fields.append(f"      {_json(name)}: {text}")
    return "    {\n" + ",\n".join(fields) + "\n    }"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
