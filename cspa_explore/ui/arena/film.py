"""The film behind the Arena's handles: computed in the background once for all sessions, and fetched by the browser.

The browser polls the session's desk while the film is being computed, so no script runs; a closed tab ends it.
"""

import time
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import streamlit as st

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.learners.branch import AnyLearner, Branch
from cspa_explore.player.details import FILM, REPLAY_AND_FILM
from cspa_explore.player.film import packed_film, waiting_film
from cspa_explore.player.handles import handles
from cspa_explore.player.instances import run_id
from cspa_explore.player.replay import plane_of
from cspa_explore.running.film import Film, film
from cspa_explore.running.film_plan import identity, planned
from cspa_explore.running.run import estimate
from cspa_explore.sized_cache import SizedCache
from cspa_explore.ui.arena.runs import ArenaRun, kernels_of
from cspa_explore.ui.data.own_cache import OwnCache, kept_apart
from cspa_explore.ui.session.desk import desk
from cspa_explore.ui.work.background import Background
from cspa_explore.ui.work.follow import background
from cspa_explore.ui.work.job import LongWork, Show, Stop, Tell
from cspa_explore.ui.work.pool import pool
from cspa_explore.ui.work.status import State

CACHE_BYTES = 2**26  # of all cached films
FILMS = "films"


class PackedFilm(NamedTuple):
    """A film as bytes."""

    data: bytes
    done: int  # σ that are complete
    whole: bool
    texts: tuple[str, ...]  # of the marked learner with each value
    sigmas: tuple[float, ...]

    @classmethod
    def of(cls, found: Film, room: int) -> "PackedFilm":
        """Pack a film into so many bytes."""
        plan = found.plan
        return cls(packed_film(found, room), len(found.done), found.whole, tuple(map(str, plan.marked)), plan.sigmas)

    @property
    def nbytes(self) -> int:
        """Return the number of bytes."""
        return len(self.data)


@st.cache_resource(show_spinner=False)
def cached_films() -> SizedCache:
    """Return the cache of films, which all sessions share; what belongs to own files is `kept_apart`."""
    return SizedCache(24, CACHE_BYTES)


class Films:
    """Answers the browser's requests for films of the run on the screen."""

    def __init__(self, behind: Background, cache: OwnCache | None = None) -> None:
        self.background = behind
        self.cache = cached_films() if cache is None else cache
        self.shown: ArenaRun | None = None
        self.last: tuple[tuple, PackedFilm] | None = None  # it fits as long as only its own values change

    def answer(self, query: Mapping[str, str]) -> bytes:
        """Return the film, a part of it, or how far it is.

        The query has `run` and `identity` of the replay, `place` and `param` of the handle, and how many σ are `here`.
        """
        if (shown := self.shown) is None or (not shown.partial and not is_run(shown, query)):
            return waiting_film("later")  # another run is on its way to the browser
        place, param = query.get("place", ""), query.get("param", "")
        if shown.partial or not has_handle(shown.experiment, place, param):
            return waiting_film("none")
        return self._film(shown, int(place), param, query.get("here", ""))

    def _film(self, shown: ArenaRun, place: int, param: str, here: str) -> bytes:
        experiment = shown.experiment
        key, own, sigma = film_key(experiment, place, param), experiment.texts[place], experiment.stream.sigma
        if self.last is not None and self.last[0] == key:
            before = self.last[1]
            if own in before.texts and sigma in before.sigmas:
                return before.data
        work = LongWork(
            kind="film",
            key=(*key, own, sigma),
            work=partial(compute, experiment, place, param, len(shown.replay)),
            cache=self.cache,
            whole=lambda found: found.whole,
            kernels=lambda: kernels_of(experiment),
        )
        status = self.background.status(work)
        if status.state is State.DONE:
            self.last = (key, status.result)
        elif status.state is State.PARTIAL and str(status.result.done) == here:
            return waiting_film("same")
        if status.state in (State.DONE, State.PARTIAL):
            found: bytes = status.result.data
            return found
        return waiting_film("none" if status.needs_click else "computing", self.background.share(work))


def offer_film(shown: ArenaRun) -> None:
    """Let the browser ask for films of this run."""
    if FILMS not in st.session_state:
        st.session_state[FILMS] = Films(background(), kept_apart(cached_films()))
    films: Films = st.session_state[FILMS]
    films.shown = shown
    desk().serve("film", films.answer)


def is_run(shown: ArenaRun, query: Mapping[str, str]) -> bool:
    """Say whether the query is about this run."""
    result = shown.result
    learners = [r.learner for r in result.results]
    run = run_id(replace(result.stream, seed=result.seeds[0]), learners)
    return (query.get("run"), query.get("identity")) == (run, identity(shown.experiment))


def has_handle(experiment: Experiment, place: str, param: str) -> bool:
    """Say whether there is such a learner and it has this parameter; one without parameters has the handle "".

    >>> from cspa_explore.experiments.experiment import FIRST
    >>> [has_handle(FIRST, *handle) for handle in (("0", "beta"), ("0", "gamma"), ("9", "beta"), ("-1", ""), ("²", ""))]
    [True, False, False, False, False]
    """
    places = [str(number) for number in range(len(experiment.learners))]
    if place not in places:
        return False
    names = [entry["name"] for entry in handles(experiment.learners, int(place), experiment.stream.n_classes)]
    return param in (names or [""])


def film_key(experiment: Experiment, place: int, param: str) -> tuple:
    """Return all that a film depends on, except the current values of the parameter and of σ."""
    learner = experiment.learners[place]
    others = tuple(text for i, text in enumerate(experiment.texts) if i != place)
    return identity(experiment), others, place, param, _without(learner, param)


def _without(learner: AnyLearner, param: str) -> tuple:
    """Return the learner's text with all parameters but this one."""
    last = learner.then if isinstance(learner, Branch) else learner
    first = (str(learner.learner), learner.at) if isinstance(learner, Branch) else ()
    kept = [(p.name, str(v)) for p, v in zip(last.spec.params, last.values, strict=True) if p.name != param]
    return (learner.key, *first, *kept)


def compute(
    experiment: Experiment, place: int, param: str, replay: int, tell: Tell, show: Show, stop: Stop
) -> PackedFilm | None:
    """Return the film; None if it would take too long. Its first row is shown as soon as it is there."""
    stream = experiment.stream
    seconds = estimate([experiment.learners[place]], stream, clock=time.thread_time)
    drawn = plane_of(stream, list(experiment.learners))[0] in ("sectors", "polygons")
    room = min(FILM, REPLAY_AND_FILM - replay)
    plan = planned(experiment, place, param, seconds, room, drawn, pool().workers)
    if plan is None:
        return None
    with pool().share() as share:
        found = film(
            plan, seconds=seconds, executor=share, on_progress=tell, should_stop=stop,
            on_part=lambda part: show(PackedFilm.of(part, room)),
        )  # fmt: skip
    return PackedFilm.of(found, room)
