"""The Arena's line about the theorem: one badge per CSPA run, with a link to the Theory page.

The badges are computed in the background; the line is a fragment of its own, so that a badge appears without a rerun of
the page.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from cspa_explore.errors import CancelledError
from cspa_explore.experiments.experiment import Experiment
from cspa_explore.learners.kernels import units_of
from cspa_explore.running.theorem import first_trial, unplayed_verdict
from cspa_explore.sized_cache import SizedCache
from cspa_explore.theory.bounds import CORRECTED
from cspa_explore.theory.cover import cover, search
from cspa_explore.ui.data.own_cache import OwnCache, kept_apart
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.work.background import Background
from cspa_explore.ui.work.follow import beside
from cspa_explore.ui.work.job import LongWork, Show, Stop, Tell
from cspa_explore.ui.work.pool import pool
from cspa_explore.ui.work.presence import stop_polling

QUESTION = "Does the theorem cover this run?"
SECONDS = 4.0  # for one search, which usually takes a few hundredths
PATIENCE = 0.15  # seconds that the page waits, after everything else is drawn, before it polls
POLL = 0.5  # seconds
KIND = "badges"


def show_badges(place: DeltaGenerator, experiment: Experiment) -> None:
    """Draw the link to the Theory page with the badges of the CSPA runs; nothing if no CSPA plays. Call it last."""
    stream = experiment.stream
    runs = [learner for learner in experiment.learners if learner.key == "cspa"]
    if not runs:
        return
    names = [learner.words_for(stream.n_classes) for learner in runs]
    work = badge_work(experiment) if stream.info.present else None
    waits = work is not None and _badges().wait(work, PATIENCE).under_way
    with place:
        st.fragment(_line, run_every=POLL if waits else None)(names, work)


def _badges() -> Background:
    """Return the session's search for badges, which yields to what the user waits for."""
    return beside(KIND, yields=True)


def _line(names: Sequence[str], work: LongWork | None) -> None:
    """Draw the link with the badges that are known so far."""
    status = _badges().status(work) if work is not None else None
    if status is not None and not status.under_way:
        stop_polling()
    found = status.result or () if status is not None else ()
    badges = [f"{name}: {badge}" for name, badge in zip(names, found, strict=False)]
    label = f"{QUESTION} {escaped(' · '.join(badges))}".rstrip()
    st.page_link("pages/theory.py", label=label, help="The bound of the paper's theorem against the run, and why.")


class Badge(str):
    """A badge in the cache."""

    nbytes = 100


@st.cache_resource(show_spinner=False)
def cached_badges() -> SizedCache:
    """Return the cache of badges, which all sessions share; what belongs to own files is `kept_apart`."""
    return SizedCache(256, 2**16)


class _Together(NamedTuple):
    """The badges of several runs, each of which is cached alone."""

    each: OwnCache

    def get(self, runs: tuple[Experiment, ...]) -> tuple[Badge, ...] | None:
        """Return the badges of the runs; None if one is missing."""
        found = [self.each.get(run) for run in runs]
        return None if None in found else tuple(found)

    def __setitem__(self, runs: tuple[Experiment, ...], badges: tuple[Badge, ...]) -> None:
        for run, badge in zip(runs, badges, strict=True):
            self.each[run] = badge


def badge_work(experiment: Experiment) -> LongWork:
    """Return the badges of the experiment's CSPA runs as long work."""
    alone = tuple(
        replace(experiment, learners=(learner,), trials=1) for learner in experiment.learners if learner.key == "cspa"
    )
    cache = kept_apart(cached_badges())
    return LongWork(
        kind=KIND,
        key=alone,
        work=partial(_find, alone, cache),
        cache=_Together(cache),
        kernels=lambda: units_of(["cspa"], experiment.stream.storage),
    )


def _find(
    runs: tuple[Experiment, ...], cache: OwnCache, tell: Tell, show: Show, stop: Stop
) -> tuple[Badge, ...] | None:
    """Return the badges; each is a piece of work for the server's pool."""
    found: list[Badge] = []
    with pool().share() as share:
        for run in runs:
            badge = cache.get(run)
            try:
                found.append(badge or share.submit(badge_of, run, stop).result())
            except CancelledError:
                return None
            cache[run] = found[-1]
            show(tuple(found))
    return tuple(found)


def badge_of(experiment: Experiment, stop: Stop = lambda: False) -> Badge:
    """Return the badge of the first trial of the experiment's one learner; CancelledError if it was stopped."""
    if verdict := unplayed_verdict(CORRECTED, experiment):
        return Badge(verdict.badge)
    played = first_trial(experiment, stop=stop)
    best = search(CORRECTED, played, SECONDS, decide=True, stop=stop)
    if stop():
        raise CancelledError("Cancelled.")  # a search that was stopped decides nothing
    return Badge(cover(CORRECTED, played, best=best).verdict.badge)
