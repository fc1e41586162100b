"""A session's low-priority work: one job at a time, without a progress bar.

Script runs and the server's threads share it (see `desk`), so it does not use the session state.
"""

from threading import Lock

from cspa_explore.ui.work.job import Job, LongWork
from cspa_explore.ui.work.presence import this_session
from cspa_explore.ui.work.status import State, Status


class Background:
    """The job that runs while the session has no other one or, unless it `yields`, also beside that."""

    def __init__(self, yields: bool = True) -> None:
        self.yields = yields
        self._lock = Lock()
        self._session = this_session()
        self._job: Job | None = None
        self._first: Job | None = None

    def status(self, work: LongWork) -> Status:
        """Return the status of the work; start it unless the session's own job is under way. It never waits."""
        with self._lock:
            if (cached := work.cache.get(work.key)) is not None:
                return Status(State.DONE, cached)
            job = self._job
            stopped = job is not None and (job.cancelled or (job.status.state is State.CANCELLED and job.status.result))
            if job is None or not job.does(work) or stopped:
                self._cancel()
                if self._first is not None and self._first.status.under_way:
                    return Status()
                self._job = job = Job(work, session=self._session)
            job.look()
            return job.status

    def wait(self, work: LongWork, seconds: float) -> Status:
        """Return the status of the work, at most so many seconds later: as soon as it has ended or shown a part."""
        if self.status(work).under_way and (job := self._job) is not None:
            job.wait(seconds)
        return self.status(work)

    def share(self, work: LongWork) -> float:
        """Return the completed share of the work, from 0 to 1."""
        job = self._job
        progress = job.progress if job is not None and job.does(work) else None
        return progress.done / progress.total if progress else 0.0

    def stop(self) -> None:
        """Cancel the job; the next call of `status` starts one again."""
        with self._lock:
            self._cancel()

    def wait_for(self, job: Job) -> None:
        """Cancel the background job, and start none while this job of the session is under way."""
        with self._lock:
            self._first = job
            self._cancel()

    def _cancel(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None
