"""Changes to the shared experiment: another data set, and the limits of pages."""

from typing import Any

from cspa_explore.datasets import describe
from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.experiments.fitting import fitting_learners
from cspa_explore.learners.branch import AnyLearner
from cspa_explore.setting_kinds import Whole
from cspa_explore.settings import MOST_LEARNERS, TABLE

FEW = 100  # a data set with fewer instances is played in many passes,
MANY_PASSES = 1000  # of this many rounds in all


def page_range(name: str) -> Whole:
    """Return the range that pages allow for a whole-number setting.

    >>> page_range("trials").high
    50
    """
    (kind,) = (setting.kind for setting in TABLE if setting.name == name)
    assert isinstance(kind, Whole)
    return kind.on_page


def within_limits(experiment: Experiment) -> Experiment:
    """Return the experiment if it is within the limits of pages; UserError names the value and the limit.

    A replay holds every round, so pages allow fewer rounds, trials and learners than the command line.
    """
    for setting in TABLE:
        if isinstance(setting.kind, Whole):
            setting.kind.on_page.check(setting.name, experiment.value(setting.name))
    if len(experiment.learners) > MOST_LEARNERS:
        raise UserError(f"At most {MOST_LEARNERS} learners play together, got {len(experiment.learners)}.")
    return experiment


def with_dataset(experiment: Experiment, dataset: str, fit: bool = True) -> Experiment:
    """Return the experiment on another data set; rounds, order and kernel are reset, σ where it would not fit.

    σ is kept only between toys, because it is a variance on toys and a standard deviation, in units of the features, on
    real data sets. A data set with more instances than pages allow rounds is played in part. Learners that fitted the
    data set before are replaced by those that fit the new one; other learners are kept. `fit=False` is the rule of
    links of version 1: it keeps all learners, and ignores the σ that a data set starts with.
    """
    new, old = describe(dataset), experiment.stream.info
    sigmas = new.spec.sigmas
    changes: dict[str, Any] = {"dataset": dataset, "rounds": 0, "order": "", "kernel": 0.0}
    if new.kind != "toy":
        changes["sigma"] = 0.0
    elif fit and sigmas.start is not None:
        changes["sigma"] = sigmas.start if old.spec is not new.spec else experiment.stream.sigma
    elif old.kind != "toy" or experiment.stream.sigma > sigmas.high:
        changes["sigma"] = sigmas.figure[1]
    if new.spec.many_passes or new.shape.n < FEW:
        changes["rounds"] = MANY_PASSES
    if new.shape.n > page_range("rounds").high:
        changes["rounds"] = page_range("rounds").high
    if fit and experiment.texts == fitting_learners(old.shape.K):
        changes["learners"] = fitting_learners(new.shape.K)
    return experiment.but(**changes)


def chosen_dataset(experiment: Experiment, dataset: str) -> tuple[Experiment, list[str]]:
    """Return the experiment on the data set, without the learners that cannot play there, and a note about each.

    >>> FIRST_ON = Experiment.of(learners=["cspa(beta=1/(K-3))", "spa"])
    >>> changed, notes = chosen_dataset(FIRST_ON, "iris")
    >>> changed.texts, notes
    (('spa',), ["CSPA β=1/(K-3) was left out: cspa: beta: '1/(K-3)' divides by zero for K = 3."])
    """
    if experiment.texts == fitting_learners(experiment.stream.n_classes):
        return with_dataset(experiment, dataset), []
    empty = with_dataset(experiment.but(learners=()), dataset)
    kept: list[AnyLearner] = []
    notes = []
    for learner in experiment.learners:
        try:
            empty.but(learners=[learner])
            kept.append(learner)
        except UserError as error:
            notes.append(f"{learner.words} was left out: {error}")
    return empty.but(learners=kept), notes


def with_points(experiment: Experiment, dataset: str) -> Experiment:
    """Return the experiment with other points of the user. Settings are kept, learners as by `with_dataset`."""
    fits = experiment.texts == fitting_learners(experiment.stream.n_classes)
    learners = fitting_learners(describe(dataset).shape.K) if fits else experiment.texts
    return experiment.but(dataset=dataset, order=experiment.stream.order, learners=learners)
