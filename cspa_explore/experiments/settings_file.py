"""An experiment as a JSON file. Pages write it, the command line reads it.

A missing field takes its default, so old files remain readable when a field is added. An unknown field is refused.
"""

import json
from math import isfinite
from typing import Any

from cspa_explore.errors import UserError, suggestion
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.plan import Plan
from cspa_explore.json_text import parsed_json, shown
from cspa_explore.learners.branch import learner_of
from cspa_explore.learners.text import param_of
from cspa_explore.setting_kinds import Structured, Whole, YesNo
from cspa_explore.settings import SETTINGS

VERSION = 1
PLAN = ("learner", "param", "values", "sigmas", "trials")  # fields of the optional plan of a sweep


def write_settings(experiment: Experiment, plan: Plan | None = None) -> str:
    """Return the experiment, and the plan of a sweep if there is one, as JSON that `read_settings` reads."""
    record: dict[str, Any] = {"version": VERSION, "kind": "settings", **experiment.values()}
    if plan:
        numbers = {name: getattr(plan, name) for name in ("values", "sigmas", "trials")}
        record["plan"] = {"learner": str(plan.learner), "param": plan.param, **numbers}
    return json.dumps(record, indent=2, ensure_ascii=False)


def read_settings(text: str, on_page: bool = False) -> tuple[Experiment, Plan | None]:
    """Return the experiment, and the plan if there is one; UserError says what is wrong.

    `on_page`: whole numbers must be in the ranges that pages allow, which are smaller than those of the command line.

    >>> experiment = Experiment.of(dataset="iris", seed=3, learners=["cspa(beta=1/6)"], trials=2)
    >>> read_settings(write_settings(experiment)) == (experiment, None)
    True
    """
    record = parsed_json(text, "settings file")
    if not isinstance(record, dict) or record.get("kind") != "settings":
        raise UserError('This is not a settings file of CSPA Explorer: JSON with "kind": "settings" was expected.')
    if record.get("version") != VERSION:
        version = f"version {shown(record['version'])}" if "version" in record else "no version"
        raise UserError(f"This settings file has {version}; this program reads version {VERSION}.")
    values = {name: value for name, value in record.items() if name not in ("version", "kind", "plan")}
    for name in values:
        if name not in SETTINGS:
            raise UserError(f"There is no setting '{name[:60]}'{suggestion(name[:60], SETTINGS)}")
    for name, value in values.items():
        _check(name, value, on_page)
    experiment = Experiment.of(**values)
    return experiment, _plan(experiment, record["plan"]) if record.get("plan") is not None else None


def given_settings(text: str) -> list[str]:
    """Return the names of the settings that a settings file has, in the order of the table; others take defaults.

    >>> given_settings('{"version": 1, "kind": "settings", "seed": 3, "dataset": "iris"}')
    ['dataset', 'seed']
    """
    record = parsed_json(text, "settings file")
    return [name for name in SETTINGS if name in record]


def _plan(experiment: Experiment, plan: Any) -> Plan:
    if not isinstance(plan, dict) or set(plan) != set(PLAN):
        raise UserError(f"The plan of a sweep must have the fields {', '.join(PLAN)}, got {shown(plan)}.")
    if not isinstance(plan["learner"], str) or not isinstance(plan["param"], str):
        raise UserError("learner and param in the plan of a sweep must be texts.")
    for name in ("values", "sigmas"):
        _expect_list(name, plan[name], float)
    for name, value in [("trials", plan["trials"]), *(("sigma", sigma) for sigma in plan["sigmas"])]:
        _check(name, value)
    learner = learner_of(plan["learner"])
    swept = experiment.but(learners=[learner], trials=plan["trials"])
    return Plan(swept, param_of(learner.spec, plan["param"]).name, tuple(plan["values"]), tuple(plan["sigmas"]))


def _check(name: str, value: Any, on_page: bool = False) -> None:
    """Refuse a value that the setting does not take, in the words of JSON; texts with a grammar are checked later."""
    kind = SETTINGS[name].kind
    if name == "learners":
        _expect_list(name, value, str)
    elif isinstance(kind, Structured):
        if not isinstance(value, str):
            raise UserError(f"{name} must be a text such as {shown(SETTINGS[name].default)}, got {shown(value)}.")
    else:
        allowed = kind.on_page if on_page and isinstance(kind, Whole) else kind
        try:
            allowed.check(name, value)
        except UserError:
            rule = "true or false" if isinstance(kind, YesNo) else allowed.rule
            raise UserError(f"{name} must be {rule}, got {shown(value)}.") from None


def _expect_list(name: str, values: Any, kind: type) -> None:
    """Refuse anything but a list of texts, or a list of at least one number."""
    number = kind is float
    good = isinstance(values, list) and bool(values or not number)
    if not good or not all(_is_number(value) if number else isinstance(value, str) for value in values):
        raise UserError(f"{name} must be a list of {'numbers' if number else 'texts'}, got {shown(values)}.")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300 and isfinite(value)
