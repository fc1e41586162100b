"""Long work in a thread of its own, which never touches the page; the page polls its status.

A job stops between two chunks when it is cancelled, when another job replaces it, and when its tab has been closed: no
page has called `look` for FORGOTTEN seconds.
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

FORGOTTEN = 15.0  # seconds since the last `look` after which a job stops: its tab was closed


class Cache(Protocol):
    """A cache of complete results."""

    def get(self, key: Any) -> Any:
        """Return the cached result, or None."""

    def __setitem__(self, key: Any, result: Any) -> None: ...


Tell = Callable[[Progress], None]
Show = Callable[[Any], None]
Stop = Callable[[], bool]


@dataclass(frozen=True)
class LongWork:
    """Work that may take long.

    `work(tell, show, stop)` returns the result; if it was stopped, a part of the result or None. It calls
    `tell(progress)`, may call `show(part)` to publish a part of its result, and stops when `stop()` returns True.
    """

    kind: str  # a session remembers at most one unfinished piece of work per kind
    key: Hashable
    work: Callable[[Tell, Show, Stop], Any]
    cache: Cache
    whole: Callable[[Any], bool] = lambda result: True  # returns whether the result is complete; only then it is cached
    kernels: Callable[[], Iterable[Unit]] = tuple  # that must be ready first; called in the job's thread
    estimate: Callable[[], float] | None = None  # returns the seconds on one core; called in the job's thread
    at_once: float = 0.0  # estimated seconds up to which it starts without a click
    stays: bool = False  # it goes on while the user works on another page


class Job:
    """Work that runs in a thread; `status` says how far it is."""

    def __init__(
        self,
        work: LongWork,
        status: Status | None = None,
        clock: Callable[[], float] = time.monotonic,
        session: str = "",
    ) -> None:
        """Start the work for the given session, or for that whose script is running."""
        self.work = work
        self.status = after(status or Status(), Begun())
        self.progress: Progress | None = None
        self._session = session or this_session()
        self._stop, self._news = threading.Event(), threading.Event()
        self._clock, self._looked = clock, clock()
        self._thread = threading.Thread(target=self._run, name=f"job-{work.kind}", daemon=True)
        self._thread.start()

    def look(self) -> None:
        """Record that a page still waits for the result."""
        self._looked = self._clock()

    def cancel(self) -> None:
        """Stop after the current chunk; the rounds played so far are kept."""
        self._stop.set()

    @property
    def cancelled(self) -> bool:
        """Return whether the job was cancelled, by the user or because its tab was closed."""
        return self._stop.is_set()

    def wait(self, seconds: float | None = None) -> None:
        """Wait until the job has ended or has shown a part of its result, at most so many seconds."""
        self._news.wait(seconds)

    def join(self, seconds: float | None = None) -> bool:
        """Wait until the job has ended, at most so many seconds; return whether it has."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def does(self, work: LongWork) -> bool:
        """Return whether the job does this work: the same kind and key."""
        return (self.work.kind, self.work.key) == (work.kind, work.key)

    def _run(self) -> None:
        try:
            self._do(self.work)
        except UserError as error:
            self._happened(Raised(str(error)))
        except Exception as error:
            self._happened(Raised(f"The run failed: {type(error).__name__}."))
            raise  # so that the server logs it
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
            self.look()  # an open tab counts, even if its script is too busy to call `look`
        if self._clock() - self._looked > FORGOTTEN:
            self.cancel()  # so that it is started again if the tab comes back
        return self.cancelled
