"""The status of long work, and how events change it: a pure state machine for all pages.

    NEW → PREPARING → ESTIMATING → RUNNING → PARTIAL → DONE
                          ↓            ↘ CANCELLED, FAILED
                       WAITING

Work without an estimate skips ESTIMATING. Work under way can become CANCELLED or FAILED in any state. WAITING (too long
to start without a click), CANCELLED and FAILED need a click, which leads back to NEW.
"""

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any, NamedTuple


class State(Enum):
    """The state of a piece of work."""

    NEW = auto()
    PREPARING = auto()  # its kernels are being compiled
    ESTIMATING = auto()  # its duration is being measured
    WAITING = auto()  # takes long: the user has to click
    RUNNING = auto()
    PARTIAL = auto()  # running, and a part of the result can be drawn
    CANCELLED = auto()  # stopped early, perhaps with a part of the result
    FAILED = auto()
    DONE = auto()


UNDER_WAY = {State.PREPARING, State.ESTIMATING, State.RUNNING, State.PARTIAL}
NEEDS_CLICK = {State.WAITING, State.CANCELLED, State.FAILED}


@dataclass(frozen=True)
class Status:
    """The state of a piece of work, and what is known of its result and its duration."""

    state: State = State.NEW
    result: Any = None  # the whole result if DONE, a part of it or None otherwise
    seconds: float | None = None  # estimated duration on one core
    error: str = ""  # why it FAILED, in a sentence
    agreed: bool = False  # the user has clicked: it runs however long it takes

    @property
    def under_way(self) -> bool:
        """Return whether a job is working on it."""
        return self.state in UNDER_WAY

    @property
    def needs_click(self) -> bool:
        """Return whether it continues only after a click."""
        return self.state in NEEDS_CLICK


class Begun(NamedTuple):
    """A job has started the work."""


class Prepared(NamedTuple):
    """The kernels are ready; `estimates` says whether the work can estimate its duration."""

    estimates: bool = False


class Estimated(NamedTuple):
    """The work takes about so many seconds on one core; up to `at_once` seconds it starts without a click."""

    seconds: float
    at_once: float


class Shown(NamedTuple):
    """The work has shown a part of its result."""

    part: Any


class Returned(NamedTuple):
    """The work has ended; `whole` says whether the result is complete."""

    result: Any
    whole: bool


class Raised(NamedTuple):
    """The work has failed; the sentence says why."""

    sentence: str


class Agreed(NamedTuple):
    """The user has clicked to start the work, or to start it again."""


Event = Begun | Prepared | Estimated | Shown | Returned | Raised | Agreed


def after(status: Status, event: Event) -> Status:
    """Return the status after the event; an event that does not apply in this state changes nothing.

    >>> after(Status(State.RUNNING), Returned("half", whole=False)).state.name
    'CANCELLED'
    >>> after(Status(State.CANCELLED, "half"), Shown("more")).result
    'half'
    """
    state = status.state
    match event:
        case Begun() if state is State.NEW:
            return replace(status, state=State.PREPARING)
        case Prepared(estimates) if state is State.PREPARING:
            unknown = estimates and status.seconds is None
            return replace(status, state=State.ESTIMATING if unknown else State.RUNNING)
        case Estimated(seconds, at_once) if state is State.ESTIMATING:
            begins = status.agreed or seconds <= at_once
            return replace(status, state=State.RUNNING if begins else State.WAITING, seconds=seconds)
        case Shown(part) if state in (State.RUNNING, State.PARTIAL):
            return replace(status, state=State.PARTIAL, result=part)
        case Returned(result, whole) if status.under_way:
            return replace(status, state=State.DONE if whole else State.CANCELLED, result=result)
        case Raised(sentence) if status.under_way:
            return replace(status, state=State.FAILED, error=sentence)
        case Agreed() if status.needs_click:
            return Status(seconds=status.seconds, agreed=True)
    return status
