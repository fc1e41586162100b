"""The games of a browser session, and the background jobs that prepare them and let the learners play."""

from functools import partial
from typing import Any

import streamlit as st

from cspa_explore.experiments.experiment import Experiment
from cspa_explore.game.deal import MOST, Deal, deal, identity
from cspa_explore.game.outcome import Rivals, rivals
from cspa_explore.game.seat import Seat
from cspa_explore.learners.kernels import units_of
from cspa_explore.sized_cache import SizedCache
from cspa_explore.ui.data.own_cache import kept_apart
from cspa_explore.ui.session import state
from cspa_explore.ui.work.follow import follow, job_of, offer, show_progress, start_early
from cspa_explore.ui.work.job import LongWork, Show, Stop, Tell
from cspa_explore.ui.work.status import State
from cspa_explore.wording import counted

SEATS = "seats"  # the session's games by their identity
CARRIED = "carried"  # the proposals that a game with another number of rounds begins with
KEPT = 8  # games of a session
CACHE_BYTES = 2**26  # of all dealt games
GAMES = 64


@st.cache_resource(show_spinner=False)
def cached_deals() -> SizedCache:
    """Return the cache of dealt games, which all sessions share; what belongs to own files is `kept_apart`."""
    return SizedCache(GAMES, CACHE_BYTES)


@st.cache_resource(show_spinner=False)
def cached_rivals() -> SizedCache:
    """Return the cache of the learners' games, which all sessions share; what belongs to own files is `kept_apart`."""
    return SizedCache(GAMES, CACHE_BYTES)


def deal_work(game: Experiment) -> LongWork:
    """Return the work that loads the data of a game."""

    def work(tell: Tell, show: Show, stop: Stop) -> Deal:
        return deal(game)

    return LongWork(kind="deal", key=game.stream, work=work, cache=kept_apart(cached_deals()))


def rivals_work(game: Experiment, dealt: Deal) -> LongWork:
    """Return the work in which the learners play the rounds of a game."""

    def work(tell: Tell, show: Show, stop: Stop) -> Rivals:
        return rivals(game, dealt, stop)

    return LongWork(
        kind="rivals",
        key=game,
        work=work,
        cache=kept_apart(cached_rivals()),
        whole=lambda found: not found.result.partial,
        kernels=partial(units_of, [learner.key for learner in game.learners], game.stream.storage),
    )


def dealt_game(game: Experiment) -> Deal | None:
    """Return the rounds of the game; while the data are being loaded, say so and return None."""
    found: Deal | None = _result(deal_work(game), "Loading the data")
    return found


def played_by_rivals(game: Experiment, dealt: Deal) -> Rivals | None:
    """Return what the learners did; while they play, show a progress bar and return None."""
    found: Rivals | None = _result(rivals_work(game, dealt), "The learners play your rounds")
    return found


def prepare_rivals(game: Experiment, dealt: Deal) -> None:
    """Let the learners play while the person does; nothing of it is sent before the end."""
    start_early(rivals_work(game, dealt))


def _result(work: LongWork, what: str) -> Any:
    status = follow(work)
    if status.needs_click:
        offer(work, status, f"{what}: cancelled.", "Start again", f"again_{work.kind}")
    elif (job := job_of(work)) is not None:
        show_progress(job, f"{what}: ")
    return status.result if status.state is State.DONE else None


def seat_of(game: Experiment, dealt: Deal) -> Seat:
    """Return the session's seat in the game. The session's first game takes the proposals of the link, if it has any.

    Later, the address may still have the proposals of another game: the browser writes them without a script run.
    """
    first = SEATS not in st.session_state
    seats: dict[str, Seat] = st.session_state.setdefault(SEATS, {})
    carried: str = st.session_state.pop(CARRIED, "")
    given = state.address().get("you", "") if first else carried
    name = identity(game)
    if name not in seats:
        if first and len(given) > dealt.rounds:
            rounds = f"this game has {dealt.rounds} rounds, so the first {dealt.rounds} count"
            st.toast(f"The link has {counted(len(given), 'proposal')}; {rounds}.", duration="long")
        seats[name] = Seat(dealt, proposals(given, dealt))
        while len(seats) > KEPT:
            del seats[next(iter(seats))]
    return seats[name]


def carry(seat: Seat) -> None:
    """Let a game with another number of rounds begin with these proposals: its first rounds are the same.

    With drift they are not, because the drift begins after a share of the rounds.
    """
    if not seat.deal.stream.drift_words:
        st.session_state[CARRIED] = seat.keys


def proposals(given: str, dealt: Deal) -> str:
    """Return the proposals of a link, as many as the game has rounds; none if a key is unknown."""
    return given[: min(MOST, dealt.rounds)] if set(given) <= set(dealt.signs) else ""
