"""Long work in a thread that never touches the page; the page looks at it.

A job stops between two chunks when it is cancelled, when another one takes its place, and when nobody has looked at
it for a while: the tab was closed.
"""

import threading
import time
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from cspa_explore.errors import UserError
from cspa_explore.learners.kernels import Unit
from cspa_explore.running.executor import Progress
from cspa_explore.ui.work.kernels import compilers
from cspa_explore.ui.work.presence import connected, this_session
from cspa_explore.ui.work.status import Begun, Estimated, Event, Prepared, Raised, Returned, Shown, State, Status, after

FORGOTTEN = 15.0  # seconds without a look, after which a job of a closed tab stops


class Cache(Protocol):
    """Where whole results are found and kept."""

    def get(self, key: Any) -> Any:
        """Return the result, or None."""

    def __setitem__(self, key: Any, result: Any) -> None: ...


Tell = Callable[[Progress], None]
Show = Callable[[Any], None]
Stop = Callable[[], bool]


@dataclass(frozen=True)
class LongWork:
    """A piece of work that may take long.

    `work(tell, show, stop)` returns the result, a part of it if it was stopped, or None. It tells its progress, may
    show a part of its result, and asks whether to stop.
    """

    kind: str  # a session has at most one unfinished piece of work of each kind
    key: Hashable
    work: Callable[[Tell, Show, Stop], Any]
    cache: Cache
    whole: Callable[[Any], bool] = lambda result: True
    kernels: Callable[[], Iterable[Unit]] = tuple  # that have to be ready before; asked in the job's thread
    estimate: Callable[[], float] | None = None  # returns its seconds on one core; asked in the job's thread
    at_once: float = 0.0  # seconds up to which it begins by itself, if it has an estimate


class Job:
    """A piece of work under way; `status` says how far it is."""

    def __init__(
        self, work: LongWork, status: Status | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.work = work
        self.status = after(status or Status(), Begun())
        self.progress: Progress | None = None
        self._session = this_session()
        self._stop, self._news = threading.Event(), threading.Event()
        self._clock, self._looked = clock, clock()
        self._thread = threading.Thread(target=self._run, name=f"job-{work.kind}", daemon=True)
        self._thread.start()

    def look(self) -> None:
        """Say that somebody is still interested."""
        self._looked = self._clock()

    def cancel(self) -> None:
        """Stop after the current chunk; what was played is kept."""
        self._stop.set()

    @property
    def cancelled(self) -> bool:
        """Return whether it was asked to stop."""
        return self._stop.is_set()

    def wait(self, seconds: float | None = None) -> None:
        """Wait until the job has ended or has something to show, at most so many seconds."""
        self._news.wait(seconds)

    def join(self, seconds: float | None = None) -> bool:
        """Wait for the end, at most so many seconds; return whether it has come."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def does(self, work: LongWork) -> bool:
        """Return whether this is the piece of work it is doing."""
        return (self.work.kind, self.work.key) == (work.kind, work.key)

    def _run(self) -> None:
        try:
            self._do(self.work)
        except UserError as error:
            self._happened(Raised(str(error)))
        except Exception as error:
            self._happened(Raised(f"The run failed: {type(error).__name__}."))
            raise  # into the server's log
        finally:
            self._news.set()

    def _do(self, work: LongWork) -> None:
        needed = list(work.kernels())
        if needed and not compilers().wait(needed, self._should_stop):
            self._happened(Returned(None, whole=False))
            return
        self._happened(Prepared(estimates=work.estimate is not None))
        if work.estimate and self.status.state is State.ESTIMATING:
            self._happened(Estimated(work.estimate(), work.at_once))
        if self.status.state is State.RUNNING:
            result = work.work(self._tell, self._show, self._should_stop)
            whole = result is not None and work.whole(result)
            if whole:
                work.cache[work.key] = result
            self._happened(Returned(result, whole))

    def _happened(self, event: Event) -> None:
        self.status = after(self.status, event)

    def _tell(self, progress: Progress) -> None:
        self.progress = progress

    def _show(self, part: Any) -> None:
        self._happened(Shown(part))
        self._news.set()

    def _should_stop(self) -> bool:
        if connected(self._session):
            self.look()  # the tab is there, however busy it is
        return self._stop.is_set() or self._clock() - self._looked > FORGOTTEN
