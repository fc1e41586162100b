"""The β Lab's long work: the sweep, or the first version of a long one, the sweep beside it, then the comparison."""

from dataclasses import dataclass
from typing import Any

from cspa_explore.experiments.plan import Plan
from cspa_explore.results.contest import ContestResult
from cspa_explore.results.sweep import SweepResult
from cspa_explore.ui.lab.beside import BESIDE, beside, beside_offer, beside_work
from cspa_explore.ui.lab.plan import first_version
from cspa_explore.ui.lab.sweeps import duration, offer_of, work_of
from cspa_explore.ui.work.follow import Offer, follow, job_of, offer_together
from cspa_explore.ui.work.job import Job, LongWork
from cspa_explore.ui.work.status import State, Status

FIRST_AT_ONCE = 240.0  # seconds on one core up to which the first version starts without a click


@dataclass
class Followed:
    """What the page shows: the plan that is drawn, its sweep, the comparison, and the job under way."""

    plan: Plan  # that is drawn: the whole one, or its first version
    whole: Plan
    sweep_work: LongWork
    sweep_status: Status
    contest_work: LongWork
    contest_status: Status
    sweep: SweepResult | None
    contest: ContestResult | None
    job: Job | None  # that fills the sweep, the one beside it, or the comparison
    what: str = ""  # the job's name in front of its progress
    beside: SweepResult | None = None  # the same sweep without averaging
    beside_offer: Offer | None = None

    def results(self) -> tuple[SweepResult | None, ContestResult | None]:
        """Return the sweep and the comparison as far as they are computed now."""
        live: Any = self.job.status.result if self.job and self.job.work.kind != BESIDE else None
        sweep = live if isinstance(live, SweepResult) else self.sweep
        return sweep, live if isinstance(live, ContestResult) else self.contest

    @property
    def waits(self) -> dict[str, str]:
        """Return what the card and the comparison wait for while they are empty."""
        start = " Click Start." if self.whole.stream.info.present else ""  # without the data there is no such button
        card = "Playing the first seeds…" if self.job else f"Nothing has been played yet.{start}"
        compare = "Click Compare." if self.contest_status.needs_click else "Starts when the curves are complete."
        return {"card": card, "contest": compare}

    def offer(self) -> None:
        """Show what waits for a click, or was cancelled or failed."""
        offers = []
        if self.sweep_status.needs_click:
            offers.append(offer_of(self.sweep_work, self.whole, self.sweep_status, self.plan))
        if self.beside_offer is not None:
            offers.append(self.beside_offer)
        if self.contest_status.needs_click:
            cancelled = "Cancelled. " if self.contest_status.state is State.CANCELLED else ""
            words = f"{cancelled}Comparing the learners takes {duration(self.contest_status.seconds)}."
            offers.append(Offer(self.contest_work, self.contest_status, words, "Compare", "contest_start"))
        if offers:
            offer_together(offers)


def followed(plan: Plan, rivals: LongWork, sigma: float) -> Followed:
    """Follow the sweep, then the comparison. While a long sweep waits for a click, its first version is played."""
    work = work_of(plan, sigma)
    status, job = follow(work), job_of(work)
    found = Followed(plan, plan, work, status, rivals, Status(), status.result, None, job)
    if status.needs_click and status.result is None:
        _follow_first_version(found, sigma)
    if found.job is None and status.state is State.DONE:
        _follow_beside(found, sigma)
    if found.job is None:
        found.contest_status = follow(rivals)
        found.contest = found.contest_status.result
        found.job, found.what = job_of(rivals), "Comparing the learners: "
    return found


def _follow_beside(found: Followed, sigma: float) -> None:
    """Follow the same sweep without averaging, if an averaged learner is swept."""
    plan = beside(found.plan)
    if plan is None:
        return
    work = beside_work(plan, sigma)
    status = follow(work)
    found.beside, found.job = status.result, job_of(work)
    found.what = f"{plan.learner.spec.label}: "
    if status.needs_click:
        found.beside_offer = beside_offer(work, plan, status)


def _follow_first_version(found: Followed, sigma: float) -> None:
    """Draw the first version of a long sweep, if that can be played without a click."""
    part, whole = first_version(found.whole, sigma), found.whole
    share = part.trials / whole.trials / len(whole.sigmas)
    if found.sweep_status.seconds is None or found.sweep_status.seconds * share > FIRST_AT_ONCE:
        return
    work = work_of(part, sigma, "first_sweep", estimated=False)
    status = follow(work)
    if not status.needs_click:
        found.plan, found.sweep, found.job = part, status.result, job_of(work)
