"""A session's long work: start it, show its progress, cancel it, and offer to start it again."""

from typing import Literal, NamedTuple

import streamlit as st

from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.work.background import Background
from cspa_explore.ui.work.job import Job, LongWork
from cspa_explore.ui.work.status import Agreed, State, Status, after

PATIENCE = 0.5  # seconds that the page waits for a result before it shows a progress bar
COMPILING = "Preparing the learners (compiling, once per machine)…"
ESTIMATING = "Estimating how long this takes…"
UNFINISHED = "unfinished"  # by kind: key and status of the work that the user cancelled or has to start
JOB = "job"  # the session's running job
STAYING = "staying"  # by kind: jobs that go on while the session has another one
EARLY = "early_job"  # started before the page that waits for it
BESIDE = "beside"  # by kind: small work that does not end other work
BACKGROUND = "background"  # low-priority work without a progress bar; any new job of the session ends it


def follow(work: LongWork) -> Status:
    """Return the status of the work; start it if its result is not cached, unless it needs a click.

    A page shows one job at a time, beside its background work. New work cancels a job of its own kind at once, and a
    job of another kind only if the new work takes longer than PATIENCE; work that `stays` is then set aside, not
    cancelled.
    """
    job = job_of(work)
    if (cached := work.cache.get(work.key)) is not None:
        _forget(work)
        return Status(State.DONE, cached)
    if job is None:
        status = _unfinished(work)
        if status.needs_click:
            return status
        job = _start(work, status)
    job.look()
    if (now := job.status).under_way:
        return now
    _forget(work)
    if now.needs_click:
        st.session_state.setdefault(UNFINISHED, {})[work.kind] = (work.key, now)
    return now


def start_early(work: LongWork) -> None:
    """Start work before the page that follows it is drawn, unless its result is known or it needs a click."""
    if work.cache.get(work.key) is None and job_of(work) is None and not (status := _unfinished(work)).needs_click:
        st.session_state[EARLY] = _early(work) or _new_job(work, status)


def _early(work: LongWork) -> Job | None:
    """Take the job that was started early; if it does other work, cancel it, make room and return None."""
    early: Job | None = st.session_state.pop(EARLY, None)
    if early is not None and early.does(work):
        return early
    if early is not None:
        early.cancel()
    others: list[Job | None] = [st.session_state.get(JOB), st.session_state.get(STAYING, {}).get(work.kind)]
    for other in others:
        if other is not None and other.work.kind == work.kind:
            _end(other)
    return None


def background() -> Background:
    """Return the session's background work."""
    if BACKGROUND not in st.session_state:
        st.session_state[BACKGROUND] = Background()
    found: Background = st.session_state[BACKGROUND]
    return found


def beside(kind: str, yields: bool = False) -> Background:
    """Return the session's small work of one kind; new work of that kind replaces it.

    It goes on beside the session's job or, if it `yields`, ends when a job starts and begins again after it.
    """
    found: dict[str, Background] = st.session_state.setdefault(BESIDE, {})
    return found.setdefault(kind, Background(yields))


def job_of(work: LongWork) -> Job | None:
    """Return the session's job if it does this work, else None; a job that was set aside counts too."""
    found = (st.session_state.get(JOB), st.session_state.get(STAYING, {}).get(work.kind))
    return next((job for job in found if job is not None and job.does(work)), None)


def agree(work: LongWork) -> None:
    """Record the user's click: `follow` starts the work in the next script run."""
    st.session_state.setdefault(UNFINISHED, {})[work.kind] = (work.key, after(_unfinished(work), Agreed()))


def _unfinished(work: LongWork) -> Status:
    key, status = st.session_state.get(UNFINISHED, {}).get(work.kind, (None, Status()))
    return status if key == work.key else Status()


def _start(work: LongWork, status: Status) -> Job:
    """Start a job, wait for it for at most PATIENCE, and return it; if it still runs, it is now the session's job."""
    job = _early(work) or _new_job(work, status)
    job.wait(PATIENCE)
    if job.status.under_way:
        if (shown := st.session_state.get(JOB)) is not None:
            _set_aside(shown)
        st.session_state[JOB] = job
    return job


def _new_job(work: LongWork, status: Status) -> Job:
    """Start a job; it ends the session's work that yields."""
    job = Job(work, status)
    for other in (background(), *st.session_state.get(BESIDE, {}).values()):
        if other.yields:
            other.wait_for(job)
    return job


def _set_aside(job: Job) -> None:
    """Make room for another job: this one goes on unseen if it stays, else it is cancelled."""
    if job.work.stays:
        st.session_state.setdefault(STAYING, {})[job.work.kind] = job
    else:
        job.cancel()


def _end(job: Job) -> None:
    job.cancel()
    if st.session_state.get(JOB) is job:
        del st.session_state[JOB]
    staying = st.session_state.get(STAYING, {})
    if staying.get(job.work.kind) is job:
        del staying[job.work.kind]


def _forget(work: LongWork) -> None:
    """Remove the session's jobs and unfinished status of this work."""
    early: Job | None = st.session_state.get(EARLY)
    if early is not None and early.does(work):
        del st.session_state[EARLY]
    if (job := job_of(work)) is not None:
        _end(job)
    unfinished = st.session_state.get(UNFINISHED, {})
    if unfinished.get(work.kind, (None,))[0] == work.key:
        del unfinished[work.kind]


# On the page


@st.fragment(run_every=0.3)
def show_progress(job: Job, what: str = "") -> None:
    """Show the job's progress; when the job has ended, rerun the page."""
    job.look()
    if not job.status.under_way:
        st.rerun()
    progress_bar(job, what)


def progress_bar(job: Job, what: str = "") -> None:
    """Show a progress bar with a text, and a button that cancels the job."""
    bar, button = st.columns([5, 1], vertical_alignment="center")
    share, words = progress_of(job)
    bar.progress(share, f"{what}{words}")
    label = "Cancelling…" if job.cancelled else "Cancel"
    button.button(label, key="cancel_job", on_click=job.cancel, disabled=job.cancelled, width="stretch")


def progress_of(job: Job) -> tuple[float, str]:
    """Return the completed share, from 0 to 1, and the progress in words."""
    if job.status.state is State.PREPARING:
        return 0.0, COMPILING
    if job.status.state is State.ESTIMATING:
        return 0.0, ESTIMATING
    progress = job.progress
    if progress is None or not progress.done:
        return 0.0, "Starting…"
    words = f"{rounds_done(progress.done, progress.total)} · about {progress.seconds_left:.0f} s left"
    return progress.done / progress.total, words


def rounds_done(done: int, total: int) -> str:
    """Return how many of the rounds are done, as briefly as a narrow bar needs.

    >>> rounds_done(500, 1_000), rounds_done(10_460_175, 22_380_000)
    ('500 of 1,000 rounds', '10.5 of 22.4 million rounds')
    """
    return f"{done:,} of {total:,} rounds" if total < 1e6 else f"{done / 1e6:.1f} of {total / 1e6:.1f} million rounds"


class Offer(NamedTuple):
    """Work that needs a click: why, in a sentence, and its button; without a label the work cannot be done here."""

    work: LongWork
    status: Status
    sentence: str
    label: str
    key: str


def offer(work: LongWork, status: Status, sentence: str, label: str, key: str) -> None:
    """Show why the work needs a click (its error if it failed, else the sentence), and the button that starts it.

    Without a label there is no button: the work cannot be done here.
    """
    offer_together([Offer(work, status, sentence, label, key)], kind="primary")


def offer_together(offers: list[Offer], kind: Literal["primary", "secondary"] = "secondary") -> None:
    """Show several works that need a click in one line: an error for each that failed, the sentences, the buttons."""
    labelled = [one for one in offers if one.label]
    text, *buttons = (
        st.columns([4, *[1] * len(labelled)], vertical_alignment="center") if labelled else [st.container()]
    )
    for one in offers:
        if one.status.state is State.FAILED:
            text.error(escaped(one.status.error))
    if sentences := [one.sentence for one in offers if one.status.state is not State.FAILED]:
        text.info(" ".join(sentences))
    for place, one in zip(buttons, labelled, strict=True):
        place.button(one.label, key=one.key, type=kind, width="stretch", on_click=agree, args=(one.work,))
