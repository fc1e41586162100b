"""The β Lab's comparison of learners: computed once for all sessions, in background jobs, and drawn as it grows."""

from collections import Counter
from functools import lru_cache, partial
from typing import Any

import streamlit as st

from cspa_explore.charts.contests import contest_bars
from cspa_explore.charts.description import plain
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.learners.kernels import Unit, units_of
from cspa_explore.learners.text import spec_of
from cspa_explore.results.contest import ContestResult
from cspa_explore.results.guided import best_learner
from cspa_explore.running.contest import MOST_MATRICES, PAPERS, ContestPlan, contest, missing_share
from cspa_explore.running.run import estimate
from cspa_explore.sized_cache import SizedCache
from cspa_explore.ui.data.own_cache import kept_apart
from cspa_explore.ui.lab.picture import NO_CONTEST
from cspa_explore.ui.lab.plan import FULL, QUICK
from cspa_explore.ui.work.job import LongWork, Show, Stop, Tell
from cspa_explore.ui.work.pool import pool
from cspa_explore.ui.work.results_store import results_store
from cspa_explore.wording import counted

CACHE_BYTES = 2**22  # of all cached comparisons
AT_ONCE = 30.0  # seconds on one core up to which a comparison starts without a click
HOW = {True: "In hindsight: too few seeds to choose on one half.", False: "Picked on other seeds than scored."}
GRIDS = "Each learner chooses from its own grid, coarser than the curves, so its value may differ from the card's."


@st.cache_resource(show_spinner=False)
def cached_contests() -> SizedCache:
    """Return the cache of comparisons, which all sessions share; what belongs to own files is `kept_apart`."""
    return SizedCache(32, CACHE_BYTES)


def contest_plan(experiment: Experiment, keys: tuple[str, ...], fill: str) -> ContestPlan:
    """Return the comparison of the algorithms on the sidebar's stream; of the paper's, if all are too large for it."""
    stream = experiment.stream
    sizes = [spec_of(key).matrices(stream.n_classes, stream.n_features) for key in keys]
    wanted = keys if min(sizes) <= MOST_MATRICES else (*keys, *PAPERS)
    return ContestPlan.of(experiment.but(trials=QUICK if fill == "quick" else FULL), wanted)


def contest_work(plan: ContestPlan) -> LongWork:
    """Return the comparison as long work; a short one starts without a click."""
    return LongWork(
        kind="contest",
        key=plan,
        work=partial(compute, plan),
        cache=kept_apart(cached_contests()),
        whole=lambda result: not result.partial,
        kernels=lambda: kernels_of(plan) if missing_share(plan, results_store()) else (),
        estimate=lambda: seconds_left(plan),
        at_once=AT_ONCE,
        stays=True,
    )


def kernels_of(plan: ContestPlan) -> set[Unit]:
    """Return the kernels that the comparison needs."""
    return set(units_of(plan.keys, plan.stream.storage))


def compute(plan: ContestPlan, tell: Tell, show: Show, stop: Stop) -> ContestResult:
    """Return the comparison; show it as it grows."""
    with pool().share() as executor:
        return contest(plan, executor=executor, on_progress=tell, on_part=show, should_stop=stop, store=results_store())


def seconds_left(plan: ContestPlan) -> float:
    """Return the estimated seconds of what is not stored, on one core."""
    share = missing_share(plan, results_store())
    return share * seconds_of(plan) if share else 0.0


@lru_cache(maxsize=64)
def seconds_of(plan: ContestPlan) -> float:
    """Return the estimated seconds on one core. It plays real rounds, so only jobs call this."""
    return estimate(plan.candidates, plan.stream, plan.experiment.trials)


def bars_of(result: ContestResult | None, plan: ContestPlan) -> dict[str, Any]:
    """Return the chart as JSON values, with how it was chosen and how much was played."""
    if result is None:
        return NO_CONTEST
    runs = f"{_tried(plan)} × {counted(len(result.seeds), 'seed')}"
    spent = f" in {result.seconds:.1f} s" if result.seconds >= 0.05 else ""  # less if the results were stored
    size = f"{result.so_far} so far" if result.partial else f"{runs}{spent}"
    size = f"{size}. {plan.absence}".strip()
    provisional = any(standing.choice.provisional for standing in result.standings)
    note = f"{HOW[provisional]} {GRIDS} {size}"
    return {"chart": plain(contest_bars(result)), "note": note, "answer": best_learner(result)}


def _tried(plan: ContestPlan) -> str:
    """Return how many candidates there are: "4 × 10 candidates" if each learner has as many."""
    counts = Counter(text.key for text in plan.candidates)
    if len(counts) > 1 and len({*counts.values()}) == 1:
        return f"{len(counts)} × {counted(len(plan.candidates) // len(counts), 'candidate')}"
    return counted(len(plan.candidates), "candidate")
