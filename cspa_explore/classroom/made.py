"""A question made from a state of a page: complete and playable, for the teacher to reword."""

from typing import Any
from urllib.parse import urlencode

from cspa_explore.classroom.deck import PAGES
from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.running.theorem import unplayed_verdict
from cspa_explore.streams.stream import Stream
from cspa_explore.theory.bounds import CORRECTED
from cspa_explore.wording import counted

MOST_CHOICES = 5  # beside "no difference"
TIE = 2.0  # points
KEPT = "~()=,*'!/"  # not escaped: a teacher reads the link


def made_question(page: str, query: dict[str, str], experiment: Experiment) -> dict[str, Any]:
    """Return a question whose link is the state; a page that a question cannot link to becomes the Arena.

    With several learners it asks which is right most often, with one how often it is right; on the Theory page, where
    the theorem applies, how far its bound is above the run.

    >>> from cspa_explore.experiments.experiment import FIRST
    >>> question = made_question("data", {"v": "2", "t": "8"}, FIRST)
    >>> question["link"], question["measure"], len(question["choices"])
    ('arena?v=2&t=8', {'name': 'best', 'tie': 2.0}, 4)
    """
    names = experiment.names
    if not names:
        raise UserError("A question needs at least one learner, got none: add one in the sidebar.")
    unit = "round" if experiment.stream.known_rounds == 1 else "rounds"
    link, where = f"{page if page in PAGES else 'arena'}?{urlencode(query, safe=KEPT)}", f" ({_run(experiment.stream)})"
    if page == "theory" and (place := _bounded(query, experiment)) is not None:
        return _about_the_bound(f"{names[place]}{where}", link, place + 1, unit)
    if len(names) == 1:
        return {
            "text": f"How often is {names[0]} right in the end?{where}"[:300],
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
        "text": f"Which learner is right most often in the end?{where}",
        "type": "choose",
        "link": link,
        "choices": [*choices, {"text": f"no difference beyond {TIE:g} points", "is": 0}],
        "measure": {"name": "best", "tie": TIE},
        "why": f"The best is {{ahead}} points ahead of the next after {{rounds}} {unit}.",
    }


def _run(stream: Stream) -> str:
    """Return the run in a few words: questions from different runs do not have the same text."""
    words = [stream.info.title[:80]]
    if stream.sigma or stream.spec.kind == "toy":
        words.append(f"σ = {stream.sigma:g}")
    if stream.known_rounds is not None:
        words.append(counted(stream.known_rounds, "round"))
    return ", ".join(words)


def _bounded(query: dict[str, str], experiment: Experiment) -> int | None:
    """Return the place of the Theory page's learner; None if the theorem does not apply to it."""
    stream, keys = experiment.stream, [learner.key for learner in experiment.learners]
    usual = keys.index("cspa") if "cspa" in keys else 0
    place = int(query["of"]) if query.get("of", "").isdecimal() and int(query["of"]) < len(keys) else usual
    plain = stream.info.present and stream.normalise and not (stream.bias or stream.kernel)  # inputs of one length
    return place if plain and unplayed_verdict(CORRECTED, experiment, place) is None else None


def _about_the_bound(who: str, link: str, learner: int, unit: str) -> dict[str, Any]:
    ask = "The theorem bounds the sum of squared losses Σℓ² of any run. How far above the run's own Σℓ² is the bound"
    return {
        "text": f"{ask} for {who}?"[:300],
        "type": "choose",
        "link": link,
        "choices": [
            {"text": "less than 10 times", "to": 10},
            {"text": "10 to 1,000 times", "from": 10, "to": 1000},
            {"text": "more than 1,000 times", "from": 1000},
        ],
        "measure": {"name": "bound", "learner": learner},
        "why": f"Σℓ² is at least the number of mistakes, so the theorem promises at most about {{bound}} of them in "
        f"{{rounds}} {unit}. The run made {{mistakes}}.",
    }
