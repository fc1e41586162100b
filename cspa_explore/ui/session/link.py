"""Links: an experiment as a query and back. An old or mangled link gives the nearest valid experiment, and notes.

The keys come from the table of settings; they are short and stable. A value that equals the default is left out.
"""

import difflib
from collections.abc import Mapping
from typing import Any

from cspa_explore.datasets import DATASETS, describe
from cspa_explore.datasets.own_points import labels_from_one
from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import FIRST, Experiment
from cspa_explore.learners.nearest import nearest_learner
from cspa_explore.settings import MOST_LEARNERS, TABLE, Setting
from cspa_explore.ui.session.changes import with_dataset, within_limits
from cspa_explore.wording import counted

VERSION = "2"
FIRST_VERSION = "1"  # its links, and links without a version, name learners that do not depend on the data set
KEYS = tuple(setting.link for setting in TABLE)
BETWEEN = "~"  # separates learners
LONGEST = 20_000  # characters of a value; leaves room for clicked points
SHOWN = 60  # characters of a value in a note
MOST_REASONS = 3  # that a note names
REASON = 100  # characters of one of several reasons
Query = dict[str, str]


def to_query(experiment: Experiment) -> Query:
    """Return the query of a link: its version, and the settings that differ from the defaults on this data set.

    >>> to_query(FIRST.but(sigma=0.5, seed=3))
    {'v': '2', 'sig': '0.5', 'seed': '3'}
    """
    dataset = experiment.stream.dataset
    version = FIRST_VERSION if labels_from_one(dataset) else VERSION  # version 2 would read other classes
    usual, query = with_dataset(FIRST, dataset, fit=version == VERSION), {"v": version}
    for setting in TABLE:
        value = experiment.value(setting.name)
        plain = FIRST if setting.name == "dataset" else usual
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
    version = query.get("v", FIRST_VERSION)
    if version not in (FIRST_VERSION, VERSION):
        notes.append(f"The link says version {short(version)}; it was read as version {VERSION}.")
    fit = version != FIRST_VERSION
    experiment = FIRST
    for setting in TABLE:
        if setting.link not in query:
            continue
        given = query[setting.link]
        if setting.name == "dataset" and fit and (counted_from_one := labels_from_one(given[:LONGEST])):
            given, note = counted_from_one
            notes.append(note)
        try:
            value, why = _read(setting, given[:LONGEST], experiment)
        except UserError as error:
            value, why = experiment.value(setting.name), str(error)
        if why:
            why = why.replace(given.strip(), short(given)) if len(given) > SHOWN else why
            notes.append(f"{setting.link}={short(given)} in the link is now {short(_written(setting, value))}: {why}")
        experiment, note = _with(experiment, setting, value, fit)
        notes += [note] if note else []
    return experiment, notes


def _with(experiment: Experiment, setting: Setting, value: Any, fit: bool) -> tuple[Experiment, str]:
    """Return the experiment with the value and ""; if it conflicts with other settings, without it and why."""
    try:
        if setting.name == "dataset":
            return with_dataset(experiment, value, fit), ""
        return within_limits(experiment.but(**{setting.name: value})), ""
    except UserError as error:
        return experiment, f"{setting.link}={short(_written(setting, value))} in the link is left out: {error}"


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
    reasons: list[str] = []
    stream = experiment.stream
    for part in text.split(BETWEEN) if text.strip() else []:
        try:
            learner, reason = nearest_learner(part.strip(), stream.n_classes, stream.known_rounds)
            reasons.append(reason)
        except UserError as error:
            reasons.append(str(error))
            continue
        if len(found) == MOST_LEARNERS:
            reasons.append(f"at most {MOST_LEARNERS} learners play together.")
        else:
            found.append(str(learner))
    why = _together(reasons)
    return (experiment.texts if why and not found else tuple(found)), why


def _together(reasons: list[str]) -> str:
    """Return the different reasons in one text, at most MOST_REASONS of them; of several, the long ones are cut.

    >>> _together(["", "a.", "There is no learner 'b'; known: cspa, bpa.", "a."])
    "a. There is no learner 'b'."
    """
    known = list(dict.fromkeys(reason for reason in reasons if reason))
    if len(known) > 1:
        known = [f"{name}." if list_of else name for name, list_of, _ in (r.partition("; known: ") for r in known)]
        known = [reason if len(reason) <= REASON else f"{reason[: REASON - 2]}…." for reason in known]
    left = len(known) - MOST_REASONS
    more = [f"{counted(left, 'more learner')} {'is' if left == 1 else 'are'} not valid."] if left > 0 else []
    return " ".join(known[:MOST_REASONS] + more)
