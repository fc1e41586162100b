"""A question made from a state of a page: complete and playable, for the teacher to reword."""

from typing import Any
from urllib.parse import urlencode

from cspa_explore.classroom.deck import PAGES
from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment

MOST_CHOICES = 5  # beside "no difference"
TIE = 2.0  # points
KEPT = "~()=,*'!/"  # not escaped: a teacher reads the link


def made_question(page: str, query: dict[str, str], experiment: Experiment) -> dict[str, Any]:
    """Return a question whose link is the state; a page that a question cannot link to becomes the Arena.

    With several learners it asks which is right most often, with one how often it is right.

    >>> from cspa_explore.experiments.experiment import FIRST
    >>> question = made_question("data", {"v": "2", "t": "8"}, FIRST)
    >>> question["link"], question["measure"], len(question["choices"])
    ('arena?v=2&t=8', {'name': 'best', 'tie': 2.0}, 4)
    """
    names = experiment.names
    if not names:
        raise UserError("A question needs at least one learner, got none: add one in the sidebar.")
    unit = "round" if experiment.stream.known_rounds == 1 else "rounds"
    link = f"{page if page in PAGES else 'arena'}?{urlencode(query, safe=KEPT)}"
    if len(names) == 1:
        return {
            "text": f"How often is {names[0]} right in the end?"[:300],
            "type": "guess",
            "link": link,
            "axis": {"low": 0, "high": 100, "unit": "%"},
            "measure": {"name": "ratio", "learner": 1},
            "why": f"Measured: {{ratio_1}} after {{rounds}} {unit}.",
        }
    listed = names if len(names) <= MOST_CHOICES else names[: MOST_CHOICES - 1]
    choices: list[dict[str, Any]] = [{"text": name[:80], "is": place} for place, name in enumerate(listed, 1)]
    if len(listed) < len(names):
        choices.append({"text": "another learner"})  # without a value: right if no other choice is
    return {
        "text": "Which learner is right most often in the end?",
        "type": "choose",
        "link": link,
        "choices": [*choices, {"text": f"no difference beyond {TIE:g} points", "is": 0}],
        "measure": {"name": "best", "tie": TIE},
        "why": f"The best is {{ahead}} points ahead of the next after {{rounds}} {unit}.",
    }
