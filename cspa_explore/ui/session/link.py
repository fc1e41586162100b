"""Settings as a link and back. A link that is old or mangled gives the nearest valid settings, and says so.

Keys are short, stable and documented in the README; a value that equals the default is left out.
"""

import difflib
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.calls import parse_call
from cspa_explore.datasets import DATASETS, ORDERS, canonical_text
from cspa_explore.errors import UserError
from cspa_explore.learners import LearnerText
from cspa_explore.learners.branch import expect_a_future, learner_of
from cspa_explore.streams.stream import Stream
from cspa_explore.ui.session.settings import MOST_LEARNERS, MOST_ROUNDS, MOST_SEED, MOST_TRIALS, Settings, with_dataset

VERSION = "1"
KEYS = {
    "d": "dataset",
    "sig": "sigma",
    "seed": "seed",
    "n": "trials",
    "T": "rounds",
    "order": "order",
    "norm": "normalise",
    "bias": "bias",
    "kern": "kernel",
    "sup": "support",
    "flip": "flip",
    "imb": "imbalance",
    "a": "learners",  # last: a branch must fit the rounds
}
BETWEEN = "~"  # learners
LONGEST = 20_000  # characters of a value: room for points that were clicked
SHOWN = 60  # characters of it in a note
Query = dict[str, str]


def to_query(settings: Settings) -> Query:
    """Return the query of a link: what differs from the defaults.

    >>> to_query(replace(Settings(), sigma=0.5, seed=3))
    {'sig': '0.5', 'seed': '3'}
    """
    plain, query = with_dataset(Settings(), settings.dataset), {}
    for key, name in KEYS.items():
        value = getattr(settings, name)
        if value != getattr(Settings() if name == "dataset" else plain, name):
            query[key] = _written(value)
    return query


def from_query(query: Mapping[str, str]) -> tuple[Settings, list[str]]:
    """Return the settings of a link, and a sentence for each value that had to be replaced.

    >>> settings, notes = from_query({"sig": "0.5", "a": "cspa(beta=3)"})
    >>> settings.learners, notes
    (('cspa(beta=1)',), ['a=cspa(beta=3) in the link is now cspa(beta=1): cspa: beta must be in (0, 1], got 3.'])
    """
    notes: list[str] = []
    if query.get("v", VERSION) != VERSION:
        notes.append(f"The link says version {_short(query['v'])}; it was read as version {VERSION}.")
    settings = Settings()
    for key, name in KEYS.items():
        if key not in query:
            continue
        try:
            value, why = _READERS[name](query[key][:LONGEST], settings)
        except UserError as error:
            value, why = getattr(settings, name), str(error)
        if why:
            why = why.replace(query[key].strip(), _short(query[key])) if len(query[key]) > SHOWN else why
            notes.append(f"{key}={_short(query[key])} in the link is now {_short(_written(value))}: {why}")
        settings, note = _with(settings, key, name, value)
        notes += [note] if note else []
    return settings, notes


def _with(settings: Settings, key: str, name: str, value: Any) -> tuple[Settings, str]:
    """Return the settings with the value; if it does not go together with the others, without it and why."""
    try:
        if name == "dataset":  # learners whose values do not exist for this K are set right later
            fitting = replace(settings, learners=_fitting(settings.learners, value))
            return with_dataset(fitting, value), ""
        return replace(settings, **{name: value}), ""
    except UserError as error:
        return settings, f"{key}={_short(_written(value))} in the link is left out: {error}"


def _fitting(learners: Sequence[str], dataset: str) -> tuple[str, ...]:
    K = Settings(dataset, learners=()).stream.n_classes
    kept = []
    for text in learners:
        try:
            LearnerText.parse(text).hyper(K)
            kept.append(text)
        except UserError:
            continue
    return tuple(kept)


def _written(value: Any) -> str:
    if isinstance(value, tuple):
        return BETWEEN.join(value)
    if isinstance(value, bool):
        return str(int(value))
    return repr(value).removesuffix(".0") if isinstance(value, float) else str(value)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


# Readers: text → (value, why it is not what was written, or "")


def _number(low: float, high: float) -> Callable[[str, Settings], tuple[float, str]]:
    def read(text: str, settings: Settings) -> tuple[float, str]:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if math.isnan(value):
            raise UserError(f"a number {low:g} to {high:g} was expected.")
        near = min(max(value, low), high)
        return near, "" if near == value else f"it must be {low:g} to {high:g}."

    return read


def _whole(low: int, high: int) -> Callable[[str, Settings], tuple[int, str]]:
    inner = _number(low, high)

    def read(text: str, settings: Settings) -> tuple[int, str]:
        try:
            value, why = inner(text, settings)
        except UserError:
            raise UserError(f"a whole number {low:,} to {high:,} was expected.") from None
        return round(value), why or ("" if value == round(value) else "it must be a whole number.")

    return read


def _yes_no(text: str, settings: Settings) -> tuple[bool, str]:
    if text not in ("0", "1"):
        raise UserError("0 or 1 was expected.")
    return text == "1", ""


def _dataset(text: str, settings: Settings) -> tuple[str, str]:
    try:
        found = canonical_text(text)
        Settings(found, learners=()).stream.n_classes  # noqa: B018  (points are read only now)
        return found, ""
    except UserError as error:
        key = text.split("(")[0].strip().lower()
        near = difflib.get_close_matches(key, [k for k in DATASETS if k != "points"], n=1)
        return canonical_text(near[0] if near else settings.dataset), str(error)


def _order(text: str, settings: Settings) -> tuple[str, str]:
    if text in ORDERS:
        return text, ""
    near = difflib.get_close_matches(text, ORDERS, n=1)
    return near[0] if near else settings.order, f"it must be one of {', '.join(ORDERS)}."


def _learners(text: str, settings: Settings) -> tuple[tuple[str, ...], str]:
    found: list[str] = []
    why = ""
    for part in text.split(BETWEEN) if text.strip() else []:
        try:
            learner = _learner(part.strip(), settings.stream)
            new = learner[0]
            why = why or learner[1]
        except UserError as error:
            why = why or str(error)
            continue
        if len(found) == MOST_LEARNERS:
            why = why or f"at most {MOST_LEARNERS} learners play together."
        else:
            found.append(new)
    if why and not found:
        return Settings().learners, why
    return tuple(found), why


def _learner(text: str, stream: Stream) -> tuple[str, str]:
    """Return the learner that is meant, with each parameter in its range, and why it differs."""
    K = stream.n_classes
    try:
        item = learner_of(text)
        expect_a_future(item, stream.n_rounds)
        for part in (item,) if isinstance(item, LearnerText) else (item.learner, item.then):
            part.hyper(K)
        return str(item), ""
    except UserError as error:
        reason = str(error)
    plain = text.split("@")[0]
    call = parse_call(plain, "A learner", "cspa(beta=1/6)", LONGEST)
    near = difflib.get_close_matches(call.key.lower(), ALGORITHMS, n=1)
    if not near:
        raise UserError(reason)
    spec, learner = ALGORITHMS[near[0]], LearnerText.of(near[0])
    for name, value in call.arguments():
        param = next((p for p in spec.params if name in (p.name, p.symbol)), None)
        if param is None:
            continue
        for candidate in (value, _inside(param, value)):
            try:
                changed = learner.replace(**{param.name: candidate})
                changed.hyper(K)
                learner = changed
                break
            except (UserError, TypeError):
                continue
    learner.hyper(K)
    return str(learner), reason


def _inside(param: Any, value: str) -> float | None:
    """Return the end of the parameter's range that is nearest, if the value is a number and the end belongs to it."""
    try:
        number = float(value)
    except ValueError:
        return None
    if number >= param.high and param.high_allowed:
        return param.high
    if number <= param.low and param.low_allowed:
        return param.low
    return None


_READERS: dict[str, Callable[[str, Settings], tuple[Any, str]]] = {
    "dataset": _dataset,
    "sigma": _number(0.0, 1e6),
    "learners": _learners,
    "seed": _whole(0, MOST_SEED),
    "trials": _whole(1, MOST_TRIALS),
    "rounds": _whole(0, MOST_ROUNDS),
    "order": _order,
    "normalise": _yes_no,
    "bias": _yes_no,
    "kernel": _number(0.0, 1e9),
    "support": _whole(1, 20_000),
    "flip": _number(0.0, 1.0),
    "imbalance": _number(1.0, 1e6),
}
assert set(_READERS) == set(KEYS.values()) == {field.name for field in fields(Settings)}
