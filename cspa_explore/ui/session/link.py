"""Links: an experiment as a query and back. An old or mangled link gives the nearest valid experiment, and notes.

The keys come from the table of settings; they are short and stable. A value that equals the default is left out.
"""

import difflib
from collections.abc import Mapping, Sequence
from typing import Any

from cspa_explore.datasets import DATASETS, describe
from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import FIRST, Experiment
from cspa_explore.learners.branch import AnyLearner
from cspa_explore.learners.nearest import nearest_learner
from cspa_explore.settings import MOST_LEARNERS, TABLE, Setting
from cspa_explore.ui.session.changes import with_dataset, within_limits

VERSION = "1"
KEYS = tuple(setting.link for setting in TABLE)
BETWEEN = "~"  # separates learners
LONGEST = 20_000  # characters of a value; leaves room for clicked points
SHOWN = 60  # characters of a value in a note
Query = dict[str, str]


def to_query(experiment: Experiment) -> Query:
    """Return the query of a link: the settings that differ from the first experiment on this data set.

    >>> to_query(FIRST.but(sigma=0.5, seed=3))
    {'sig': '0.5', 'seed': '3'}
    """
    usual, query = with_dataset(FIRST.but(learners=()), experiment.stream.dataset), {}
    for setting in TABLE:
        value = experiment.value(setting.name)
        plain = FIRST if setting.name in ("dataset", "learners") else usual
        if value != plain.value(setting.name):
            query[setting.link] = _written(setting, value)
    return query


def from_query(query: Mapping[str, str]) -> tuple[Experiment, list[str]]:
    """Return the experiment of a link, and a note for each value that was replaced or left out.

    >>> experiment, notes = from_query({"sig": "0.5", "a": "cspa(beta=3)"})
    >>> experiment.texts, notes
    (('cspa(beta=1)',), ['a=cspa(beta=3) in the link is now cspa(beta=1): cspa: beta must be in (0, 1], got 3.'])
    """
    notes: list[str] = []
    if query.get("v", VERSION) != VERSION:
        notes.append(f"The link says version {short(query['v'])}; it was read as version {VERSION}.")
    experiment = FIRST
    for setting in TABLE:
        if setting.link not in query:
            continue
        given = query[setting.link]
        try:
            value, why = _read(setting, given[:LONGEST], experiment)
        except UserError as error:
            value, why = experiment.value(setting.name), str(error)
        if why:
            why = why.replace(given.strip(), short(given)) if len(given) > SHOWN else why
            notes.append(f"{setting.link}={short(given)} in the link is now {short(_written(setting, value))}: {why}")
        experiment, note = _with(experiment, setting, value)
        notes += [note] if note else []
    return experiment, notes


def _with(experiment: Experiment, setting: Setting, value: Any) -> tuple[Experiment, str]:
    """Return the experiment with the value and ""; if it conflicts with other settings, without it and why."""
    try:
        if setting.name == "dataset":
            return with_dataset(experiment.but(learners=_fitting(experiment.learners, value)), value), ""
        return within_limits(experiment.but(**{setting.name: value})), ""
    except UserError as error:
        return experiment, f"{setting.link}={short(_written(setting, value))} in the link is left out: {error}"


def _fitting(learners: Sequence[AnyLearner], dataset: str) -> list[AnyLearner]:
    """Return the learners whose parameters are valid for the data set's number of classes.

    The others are dropped without a note: the link may name its own learners, which are read later.
    """
    kept = []
    for learner in learners:
        try:
            learner.hyper(describe(dataset).shape.K)
            kept.append(learner)
        except UserError:
            continue
    return kept


def _written(setting: Setting, value: Any) -> str:
    return BETWEEN.join(map(str, value)) if setting.name == "learners" else setting.kind.write(value)


def short(text: str) -> str:
    """Return the text on one line, cut to the length of a note."""
    text = " ".join(text.split())
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def _read(setting: Setting, text: str, experiment: Experiment) -> tuple[Any, str]:
    """Return the nearest valid value, and why the text was not valid, or ""."""
    if setting.name == "dataset":
        return _dataset(text, experiment)
    if setting.name == "learners":
        return _learners(text, experiment)
    return setting.kind.nearest(text)


def _dataset(text: str, experiment: Experiment) -> tuple[str, str]:
    try:
        return describe(text).text, ""
    except UserError as error:
        key = text.split("(")[0].strip().lower()
        near = difflib.get_close_matches(key, [k for k, spec in DATASETS.items() if spec.listed], n=1)
        return describe(near[0] if near else experiment.stream.dataset).text, str(error)


def _learners(text: str, experiment: Experiment) -> tuple[tuple[str, ...], str]:
    found: list[str] = []
    why, stream = "", experiment.stream
    for part in text.split(BETWEEN) if text.strip() else []:
        try:
            learner, reason = nearest_learner(part.strip(), stream.n_classes, stream.known_rounds)
            why = why or reason
        except UserError as error:
            why = why or str(error)
            continue
        if len(found) == MOST_LEARNERS:
            why = why or f"at most {MOST_LEARNERS} learners play together."
        else:
            found.append(str(learner))
    if why and not found:
        return FIRST.texts, why
    return tuple(found), why
