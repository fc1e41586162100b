"""The sweep that the β Lab shows beside that of an averaged learner: the same values without averaging."""

from dataclasses import replace

from cspa_explore.experiments.plan import Plan
from cspa_explore.learners import LearnerText
from cspa_explore.ui.lab.sweeps import duration, work_of
from cspa_explore.ui.work.follow import Offer
from cspa_explore.ui.work.job import LongWork
from cspa_explore.ui.work.status import State, Status

BESIDE = "beside"  # this kind of long work
PLAIN = {"cspa_averaged": "cspa", "bpa_averaged": "bpa"}  # averaged learners, and what they average


def beside(plan: Plan) -> Plan | None:
    """Return the plan of the same sweep without averaging; None if there is no such learner or parameter.

    >>> from cspa_explore.experiments.experiment import FIRST
    >>> from cspa_explore.ui.lab.plan import plan_of
    >>> plans = [plan_of(FIRST, subject, "quick") for subject in ("cspa_averaged", "cspa", "cspa_averaged.late")]
    >>> [other and other.learner.key for other in map(beside, plans)]
    ['cspa', None, None]
    """
    plain = LearnerText.of(PLAIN[plan.learner.key]) if plan.learner.key in PLAIN else None
    if plain is None or plan.param not in [param.name for param in plain.spec.params]:
        return None
    return replace(plan, experiment=plan.experiment.but(learners=[plain]))


def beside_work(plan: Plan, first: float) -> LongWork:
    """Return the sweep beside as long work."""
    return work_of(plan, first, BESIDE)


def beside_offer(work: LongWork, plan: Plan, status: Status) -> Offer:
    """Return how long the sweep beside takes, and the button that starts it."""
    cancelled = "Cancelled. " if status.state is State.CANCELLED else ""
    label = plan.learner.spec.label
    words = f"{cancelled}The same sweep of {label} takes {duration(status.seconds)}."
    return Offer(work, status, words, f"Add {label}", "beside_start")
