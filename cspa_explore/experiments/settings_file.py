"""An experiment as a JSON file: what is played, by whom, how often. The pages write it, the command line reads it."""

import json
from collections.abc import Mapping
from dataclasses import fields
from math import isfinite
from typing import Any

from cspa_explore.errors import UserError, suggestion
from cspa_explore.learners.branch import learner_of
from cspa_explore.learners.text import param_of
from cspa_explore.streams.stream import Stream

VERSION = 1
STREAM = tuple(field.name for field in fields(Stream))
NAMES = (*STREAM, "learners", "trials")
PLAN = ("learner", "param", "values", "sigmas", "trials")  # of a sweep, optional


def write_settings(values: Mapping[str, Any], plan: Mapping[str, Any] | None = None) -> str:
    """Return the fields of `NAMES`, and the plan of a sweep if there is one, as JSON that `read_settings` takes."""
    chosen = {name: values[name] for name in NAMES} | ({"plan": plan} if plan else {})
    return json.dumps({"version": VERSION, "kind": "settings"} | chosen, indent=2, ensure_ascii=False)


def read_settings(text: str) -> dict[str, Any]:
    """Return the fields of a text that `write_settings` wrote, each checked; UserError says what is wrong.

    >>> values = {name: getattr(Stream("iris", seed=3), name) for name in STREAM}
    >>> found = read_settings(write_settings(values | {"learners": ["cspa(beta=1/6)"], "trials": 2}))
    >>> found["dataset"], found["seed"], found["learners"], found["trials"]
    ('iris', 3, ('cspa(beta=1/6)',), 2)
    """
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        record = None
    if not isinstance(record, dict) or record.get("kind") != "settings":
        raise UserError('These are no settings of CSPA Explorer: JSON with "kind": "settings" was expected.')
    if record.get("version") != VERSION:
        raise UserError(f"These settings have version {record.get('version')!r}, this program reads {VERSION}.")
    values = {name: value for name, value in record.items() if name not in ("version", "kind", "plan")}
    for name in sorted(values.keys() ^ set(NAMES)):
        raise UserError(f"There is no setting '{name}'{suggestion(name, NAMES)}" if name in values else
                        f"The setting '{name}' is missing.")  # fmt: skip
    if not isinstance(values["order"], str):
        raise UserError(f"order must be a text, got {str(values['order'])[:60]}.")
    stream = Stream(**{name: values[name] for name in STREAM})
    learners = tuple(str(learner_of(text)) for text in _listed("learners", values["learners"], str))
    found = {name: getattr(stream, name) for name in STREAM} | {"learners": learners, "trials": _trials(values)}
    return found | ({"plan": _plan(record["plan"])} if record.get("plan") is not None else {})


def _plan(plan: Any) -> dict[str, Any]:
    if not isinstance(plan, dict) or set(plan) != set(PLAN):
        raise UserError(f"The plan of a sweep must say {', '.join(PLAN)}, got {str(plan)[:60]}.")
    learner = learner_of(plan["learner"]) if isinstance(plan["learner"], str) else None
    if learner is None or not isinstance(plan["param"], str):
        raise UserError("The plan of a sweep must name its learner and its param as text.")
    numbers = {name: tuple(map(float, _listed(name, plan[name], float))) for name in ("values", "sigmas")}
    return {
        "learner": str(learner),
        "param": param_of(learner.spec, plan["param"]).name,
        "trials": _trials(plan),
    } | numbers


def _listed(name: str, values: Any, kind: type) -> list[Any]:
    """Return the values if they are a list of texts, or a list of at least one number."""
    number = kind is float
    good = isinstance(values, list) and bool(values or not number)
    if not good or not all(_is_number(value) if number else isinstance(value, str) for value in values):
        raise UserError(f"{name} must be a list of {'numbers' if number else 'texts'}, got {str(values)[:60]}.")
    return values


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300 and isfinite(value)


def _trials(values: Mapping[str, Any]) -> int:
    trials = values["trials"]
    if not isinstance(trials, int) or isinstance(trials, bool) or not 1 <= trials <= 10_000:
        raise UserError(f"trials must be a whole number 1 to 10,000, got {str(trials)[:60]}.")
    return trials
