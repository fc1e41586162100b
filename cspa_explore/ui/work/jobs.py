"""Long work: one job a session, in a thread that never touches the page; the page looks at it.

A job stops between two chunks when it is cancelled, when another one takes its place, and when nobody has
looked at it for a while: the tab was closed.
"""

import time
from collections.abc import Callable, Hashable
from threading import Event, Thread
from typing import Any

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from cspa_explore.errors import UserError
from cspa_explore.running.executor import Progress
from cspa_explore.ui.work.warmup import compiling

FORGOTTEN = 15.0  # seconds without a look
STALLED = 0.5  # seconds without a round
COMPILING = "Preparing the learners (compiling, once per machine)…"

Work = Callable[[Callable[[Progress], None], Callable[[], bool]], Any]


class Job:
    """Work in progress; `answer` is there when it is done."""

    def __init__(self, key: Hashable, work: Work) -> None:
        self.key = key
        self.progress: Progress | None = None
        self.answer: Any = None
        self.seen: list[Any] = [None]  # what is there so far, if the work shows it
        self.error = ""
        self._stop, self._looked, self._moved = Event(), time.monotonic(), 0.0
        context = get_script_run_ctx(suppress_warning=True)
        self._session = context.session_id if context else ""
        self._thread = Thread(target=self._run, args=(work,), daemon=True)
        self._thread.start()

    def _run(self, work: Work) -> None:
        try:
            self.answer = work(self._tell, self._should_stop)
        except UserError as error:
            self.error = str(error)
        except Exception as error:
            self.error = f"The run failed: {type(error).__name__}."
            raise

    def _tell(self, progress: Progress) -> None:
        if self.progress is None or progress.done != self.progress.done:
            self._moved = time.monotonic()
        self.progress = progress

    def _should_stop(self) -> bool:
        if self._session and runtime.exists() and runtime.get_instance().is_active_session(self._session):
            self.look()  # the tab is there, however busy it is
        return self._stop.is_set() or time.monotonic() - self._looked > FORGOTTEN

    def look(self) -> None:
        """Say that somebody is still interested."""
        self._looked = time.monotonic()

    def cancel(self) -> None:
        """Stop after the current chunk; what was played is kept."""
        self._stop.set()

    @property
    def cancelled(self) -> bool:
        """Say whether it was asked to stop."""
        return self._stop.is_set()

    @property
    def stalled(self) -> bool:
        """Say whether no round has been played yet, or none for a while."""
        return self.progress is None or not self.progress.done or time.monotonic() - self._moved > STALLED

    @property
    def done(self) -> bool:
        """Say whether the thread has ended."""
        return not self._thread.is_alive()

    def wait(self, seconds: float) -> bool:
        """Wait a little for a short job; say whether it is done."""
        self._thread.join(seconds)
        return self.done


def job_for(key: Hashable, work: Work) -> Job:
    """Return the session's job if it is this one; otherwise start it in the place of the other."""
    job: Job | None = st.session_state.get("job")
    if job is None or job.key != key:
        if job is not None:
            job.cancel()
        job = st.session_state.job = Job(key, work)
    job.look()
    return job


def quick_or_job(key: Hashable, work: Work, seconds: float) -> Job:
    """Return the work, done if it takes less than the seconds; only if it takes longer it becomes the session's job."""
    job: Job | None = st.session_state.get("job")
    if job is None or job.key != key:
        fresh = Job(key, work)
        if not fresh.wait(seconds):
            if job is not None:
                job.cancel()
            st.session_state.job = fresh
        return fresh
    job.look()
    if job.done:
        del st.session_state["job"]
    return job


@st.fragment(run_every=0.3)
def show_progress(job: Job, what: str = "") -> None:
    """Show how far the job is until it is done; then run the page again."""
    job.look()
    if job.done:
        st.rerun()
    progress_bar(job, what)


def progress_bar(job: Job, what: str = "") -> None:
    """Show what is done, bar, speed, time left and a button to cancel."""
    bar, button = st.columns([5, 1], vertical_alignment="center")
    share, words = state_of(job)
    bar.progress(share, f"{what}{words}")
    label = "Cancelling…" if job.cancelled else "Cancel"
    button.button(label, key="cancel_job", on_click=job.cancel, disabled=job.cancelled, width="stretch")


def state_of(job: Job) -> tuple[float, str]:
    """Return the share that is done, 0 to 1, and how it goes in words; it may have to wait for its kernels."""
    progress = job.progress
    share = progress.done / progress.total if progress else 0.0
    if job.stalled and compiling():
        return share, COMPILING
    if progress is None or not progress.done:
        return 0.0, "Starting…"
    left = f"about {progress.seconds_left:.0f} s left" if progress.seconds_left < 1e6 else ""
    speed = f"{progress.rounds_per_second / 1e6:.2f} million rounds/s"
    return share, f"{progress.done:,} of {progress.total:,} rounds · {speed} · {left}"
