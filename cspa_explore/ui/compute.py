"""Runs for the pages: computed once for the same settings, in the background if they take long."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from typing import NamedTuple

import streamlit as st

from cspa_explore.experiments.result import RunResult
from cspa_explore.experiments.run import run
from cspa_explore.experiments.runner import Progress
from cspa_explore.experiments.summary import References, references
from cspa_explore.player import shipped
from cspa_explore.player.replay import Ghost, replay
from cspa_explore.ui.jobs import Job, job_for, show_progress
from cspa_explore.ui.kept import Kept
from cspa_explore.ui.settings import Settings

PATIENCE = 0.5  # seconds that the page waits before it shows a bar


class Computed(NamedTuple):
    """A run, its reference lines, and its replay."""

    settings: Settings
    result: RunResult
    lines: References
    replay: bytes


@st.cache_resource(show_spinner=False)
def _kept() -> Kept:
    return Kept(24)


@st.cache_resource(show_spinner=False)
def pool() -> ThreadPoolExecutor:
    """Return the server's one pool of threads: all sessions share the cores."""
    return ThreadPoolExecutor(cpu_count() or 1)


def computed(settings: Settings, pin: Settings | None = None) -> Computed | None:
    """Return the run; while it is being computed, a bar is shown and the session's last one is returned."""
    key = (settings, pin)
    found = _kept().get(key) or _shipped(settings, pin)
    if found is None and st.session_state.get("cancelled") == key:
        _offer_again()
    elif found is None:
        job = job_for(key, lambda tell, stop: _compute(settings, pin, tell, stop))
        if job.wait(PATIENCE):
            found = _finished(job)
        else:
            show_progress(job)
    if found is not None:
        st.session_state.last_computed = found
    return found or st.session_state.get("last_computed")


def _finished(job: Job) -> Computed | None:
    """Return what the job came to; a cancelled one is not begun again by itself."""
    del st.session_state["job"]
    found: Computed | None = job.answer
    if job.error:
        st.error(job.error)
    if found is None or found.result.partial:
        st.session_state.cancelled = job.key
        _offer_again()
    else:
        _kept()[job.key] = found
    return found


def _offer_again() -> None:
    st.info("This run was cancelled: below are its complete trials, or the run before if there are none.")
    st.button("Run it to the end", key="run_again", on_click=lambda: st.session_state.pop("cancelled", None))


def _shipped(settings: Settings, pin: Settings | None) -> Computed | None:
    """Return the run that comes with the program, if it is the one: it is there before any kernel is."""
    if settings != Settings() or pin is not None:
        return None
    data, result = shipped.load()
    found = Computed(settings, result, references(result), data)
    _kept()[(settings, pin)] = found
    return found


def _compute(
    settings: Settings, pin: Settings | None, tell: Callable[[Progress], None], stop: Callable[[], bool]
) -> Computed | None:
    def play(wanted: Settings) -> RunResult:
        return run(wanted.items, wanted.stream, wanted.trials, executor=pool(), on_progress=tell, should_stop=stop)

    result = play(settings).complete
    if not len(result.seeds):
        return None
    ghosts = () if pin is None or not pin.learners else (Ghost(str(pin), play(pin)),)
    lines = references(result)
    return Computed(settings, result, lines, replay(result, lines, ghosts))
