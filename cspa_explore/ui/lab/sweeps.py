"""The β Lab's sweeps: computed once for all sessions, in background jobs, and drawn as they grow."""

import time
from dataclasses import replace
from functools import lru_cache, partial
from os import cpu_count

import numpy as np
import streamlit as st

from cspa_explore.experiments.plan import Plan
from cspa_explore.learners.kernels import Unit, units_of
from cspa_explore.results.sweep import SweepResult
from cspa_explore.running.run import estimate
from cspa_explore.running.sweep import missing_share, sweep
from cspa_explore.sized_cache import SizedCache
from cspa_explore.ui.data.own_cache import OwnCache, kept_apart
from cspa_explore.ui.lab.plan import QUICK, first_version
from cspa_explore.ui.work.follow import Offer
from cspa_explore.ui.work.job import LongWork, Show, Stop, Tell
from cspa_explore.ui.work.pool import pool
from cspa_explore.ui.work.results_store import results_store
from cspa_explore.ui.work.status import State, Status
from cspa_explore.wording import counted

CACHE_BYTES = 2**25  # of all cached sweeps
LONGEST_TRY = 2.0  # seconds after which no further timing is started
SHOW_SECONDS = 0.4  # after which a sweep is shown although its first σ is incomplete
AT_ONCE = 30.0  # seconds on one core up to which a sweep starts without a click


@st.cache_resource(show_spinner=False)
def cached_sweeps() -> SizedCache:
    """Return the cache of sweeps, which all sessions share; what belongs to own files is `kept_apart`."""
    return SizedCache(32, CACHE_BYTES)


def work_of(plan: Plan, first: float, kind: str = "sweep", estimated: bool = True) -> LongWork:
    """Return the sweep as long work; a short one starts without a click. The `first` σ is played before the others."""
    cache = kept_apart(cached_sweeps())
    return LongWork(
        kind=kind,
        key=plan,
        work=partial(compute, plan, first, cache),
        cache=cache,
        whole=lambda result: not result.partial,
        kernels=lambda: kernels_of(plan) if missing_share(plan, results_store()) else (),
        estimate=(lambda: seconds_left(plan)) if estimated else None,
        at_once=AT_ONCE,
        stays=True,
    )


def kernels_of(plan: Plan) -> set[Unit]:
    """Return the kernels that the sweep needs, for each storage that it plays: noise makes sparse rows dense."""
    storages = {replace(plan.stream, sigma=sigma).storage for sigma in plan.sigmas}
    return {unit for storage in storages for unit in units_of([plan.learner.key], storage)}


def compute(plan: Plan, first: float, cache: OwnCache, tell: Tell, show: Show, stop: Stop) -> SweepResult:
    """Return the sweep; show it as it grows, from the moment when the first σ is complete.

    A sweep that takes long is shown earlier. Cells of cached smaller versions of the sweep are not played again.
    """
    start, place = time.monotonic(), plan.sigmas.index(first)
    smaller = (first_version(plan, first), replace(plan, experiment=plan.experiment.but(trials=QUICK)))
    known = [found for version in smaller if version != plan and (found := cache.get(version)) is not None]

    def show_some(result: SweepResult) -> None:
        if time.monotonic() - start > SHOW_SECONDS or not np.isnan(result.ratio[place]).any():
            show(result)

    with pool().share() as executor:
        return sweep(
            plan, executor=executor, on_progress=tell, on_cells=show_some, should_stop=stop, first=first, known=known,
            store=results_store(),
        )  # fmt: skip


def seconds_left(plan: Plan) -> float:
    """Return the estimated seconds of what is not stored, on one core."""
    share = missing_share(plan, results_store())
    return share * seconds_of(plan) if share else 0.0


@lru_cache(maxsize=64)
def seconds_of(plan: Plan) -> float:
    """Return the estimated seconds of the sweep on one core: the minimum of up to three noisy timings.

    A timing plays real rounds, so only jobs call this, never a page's script.
    """
    stream = replace(plan.stream, sigma=plan.sigmas[-1])
    together = [plan.learner.replace(**{plan.param: value}) for value in plan.values[::4]]  # share their rows
    cells = -(-len(plan.values) * len(plan.sigmas) // len(together))
    timings: list[float] = []
    start = time.monotonic()
    while not timings or (len(timings) < 3 and time.monotonic() - start < LONGEST_TRY):
        timings.append(estimate(together, stream, plan.trials, cells))
    return min(timings)


def offer_of(work: LongWork, plan: Plan, status: Status, shown: Plan) -> Offer:
    """Return how long the sweep takes, what is shown until then, and the button that starts it."""
    sigmas = f"{len(plan.sigmas)} σ ({', '.join(f'{sigma:g}' for sigma in plan.sigmas)})"
    what = f"{sigmas} × {len(plan.values)} values × {plan.trials} seeds take {duration(status.seconds)}."
    cancelled = "Cancelled. " if status.state is State.CANCELLED else ""
    here = plan.stream.info.present  # without the data, a start would fail again
    part = f"Shown: σ={shown.sigmas[0]:g} with {counted(shown.trials, 'seed')}. " if shown != plan else ""
    return Offer(work, status, f"{cancelled}{part}{what}", "Start" if here else "", "lab_start")


def duration(seconds: float | None) -> str:
    """Return the duration on all cores in words, from the seconds on one core."""
    if seconds is None:
        return "a while"  # cancelled before it was estimated
    here = seconds / (cpu_count() or 1)
    return f"about {counted(max(1, round(here)), 'second')}" if here < 90 else f"about {here / 60:.0f} minutes"
