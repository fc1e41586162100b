"""Changes to the shared experiment: another data set, and the limits of pages."""

from typing import Any

from cspa_explore.datasets import describe
from cspa_explore.errors import UserError
from cspa_explore.experiments.experiment import Experiment
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


def with_dataset(experiment: Experiment, dataset: str) -> Experiment:
    """Return the experiment on another data set; rounds, order and kernel are reset, σ where it would not fit.

    σ is kept only between toys, because it is a variance on toys and a standard deviation, in units of the features, on
    real data sets. A data set with more instances than pages allow rounds is played in part.
    """
    new, old = describe(dataset), experiment.stream.info
    sigmas = new.spec.sigmas
    changes: dict[str, Any] = {"dataset": dataset, "rounds": 0, "order": "", "kernel": 0.0}
    if new.kind != "toy":
        changes["sigma"] = 0.0
    elif old.kind != "toy" or experiment.stream.sigma > sigmas.high:
        changes["sigma"] = sigmas.figure[1]
    if new.spec.many_passes or new.shape.n < FEW:
        changes["rounds"] = MANY_PASSES
    if new.shape.n > page_range("rounds").high:
        changes["rounds"] = page_range("rounds").high
    return experiment.but(**changes)
