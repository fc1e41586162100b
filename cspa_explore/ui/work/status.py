"""How far a long piece of work is, and how that changes: a pure state machine for all pages.

    NEW → PREPARING → ESTIMATING → RUNNING → PARTIAL → DONE
                          ↓            ↘ CANCELLED, FAILED
                       WAITING

WAITING (too long to begin by itself), CANCELLED and FAILED need a click, which leads back to NEW.
"""

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any, NamedTuple


class State(Enum):
    """How far a piece of work is."""

    NEW = auto()
    PREPARING = auto()  # its kernels are compiled or loaded
    ESTIMATING = auto()  # its duration is being measured
    WAITING = auto()  # takes long: the user has to start it
    RUNNING = auto()
    PARTIAL = auto()  # running, and a part of the result can be shown
    CANCELLED = auto()  # ended early, perhaps with a part of the result
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
    error: str = ""  # the sentence that says why it FAILED
    agreed: bool = False  # the user has started it, however long it takes

    @property
    def under_way(self) -> bool:
        """Return whether a job is at work on it."""
        return self.state in UNDER_WAY

    @property
    def needs_click(self) -> bool:
        """Return whether it goes on only if the user wants it to."""
        return self.state in NEEDS_CLICK


class Begun(NamedTuple):
    """A job has taken up the work."""


class Prepared(NamedTuple):
    """The kernels are ready; `estimates`: the work can say how long it takes."""

    estimates: bool = False


class Estimated(NamedTuple):
    """The work takes so many seconds; up to `at_once` it begins by itself."""

    seconds: float
    at_once: float


class Shown(NamedTuple):
    """A part of the result is there."""

    part: Any


class Returned(NamedTuple):
    """The work has ended; `whole`: with its whole result."""

    result: Any
    whole: bool


class Raised(NamedTuple):
    """The work has failed."""

    sentence: str


class Agreed(NamedTuple):
    """The user has clicked: start it, or start it again."""


Event = Begun | Prepared | Estimated | Shown | Returned | Raised | Agreed


def after(status: Status, event: Event) -> Status:
    """Return the status after the event; an event that means nothing in this state changes nothing.

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
