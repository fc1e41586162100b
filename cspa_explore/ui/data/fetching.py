"""Fetching a data set on the page: in the background, with progress and cancellation."""

from functools import partial
from typing import Any

import streamlit as st

from cspa_explore.datasets import DatasetSpec
from cspa_explore.datasets.remote import fetch, folder
from cspa_explore.errors import CancelledError
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.session import state
from cspa_explore.ui.work.follow import agree, follow, job_of
from cspa_explore.ui.work.job import Job, LongWork, Show, Stop, Tell
from cspa_explore.ui.work.status import State

WANTED = "fetch_wanted"  # the key of the data set whose download the user has started


class _Nowhere:
    """A cache that keeps nothing: whether the file exists tells whether it was fetched."""

    def get(self, key: Any) -> None:
        """Return None."""

    def __setitem__(self, key: Any, result: Any) -> None: ...


def _work(spec: DatasetSpec) -> LongWork:
    return LongWork(kind="fetch", key=spec.key, work=partial(_fetch, spec), cache=_Nowhere(), stays=True)


def _fetch(spec: DatasetSpec, tell: Tell, show: Show, stop: Stop) -> str | None:
    def share(done: int, total: int) -> None:
        tell((done, total))  # type: ignore[arg-type]
        if stop():
            raise CancelledError("Cancelled.")

    try:
        return fetch(spec.remote, spec.name, share)
    except CancelledError:
        return None


def fetch_panel(spec: DatasetSpec) -> None:
    """Draw the button that fetches the data set or, once clicked, the progress, the result or the error."""
    if st.session_state.get(WANTED) != spec.key:
        st.caption(escaped(f"Not on this machine. From {spec.remote.url} into {folder()}."))
        st.button("Fetch", key=f"fetch_{spec.key}", type="primary", on_click=_want, args=(spec.key,))
        return
    work = _work(spec)
    status = follow(work)
    if status.state is State.DONE:
        del st.session_state[WANTED]
        state.tell(status.result)
        st.rerun()
    if status.needs_click:
        words = status.error if status.state is State.FAILED else "The download was cancelled; nothing was kept."
        (st.error if status.state is State.FAILED else st.info)(escaped(words))
        st.button("Try again", key=f"fetch_{spec.key}", on_click=agree, args=(work,))
    elif (job := job_of(work)) is not None:
        _progress(job, spec.name)


def _want(key: str) -> None:
    st.session_state[WANTED] = key


@st.fragment(run_every=0.3)
def _progress(job: Job, name: str) -> None:
    """Draw how far the download is; rerun the page at its end."""
    job.look()
    if not job.status.under_way:
        st.rerun()
    done, total = job.progress or (0, 0)  # type: ignore[misc]
    bar, button = st.columns([5, 1], vertical_alignment="center")
    of = f" of {total / 2**20:.1f} MB" if total else " MB"
    bar.progress(min(1.0, done / total) if total else 0.0, f"Fetching {escaped(name)}: {done / 2**20:.1f}{of}")
    button.button("Cancel", key="cancel_fetch", on_click=job.cancel, disabled=job.cancelled, width="stretch")
