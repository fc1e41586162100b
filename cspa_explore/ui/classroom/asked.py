"""A question's run and its computed answer: once for all sessions, in background jobs."""

from dataclasses import replace
from functools import partial
from typing import NamedTuple

import streamlit as st

from cspa_explore.classroom.answer import Answer
from cspa_explore.classroom.deck import Question
from cspa_explore.classroom.measures import answer
from cspa_explore.errors import CancelledError
from cspa_explore.player.instances import run_id
from cspa_explore.sized_cache import SizedCache
from cspa_explore.ui.arena.runs import ArenaRun, cached_runs, kernels_of
from cspa_explore.ui.arena.runs import compute as compute_run
from cspa_explore.ui.data.own_cache import OwnCache, kept_apart
from cspa_explore.ui.data.owned import lacking
from cspa_explore.ui.markdown import escaped
from cspa_explore.ui.work.follow import follow, job_of, offer, show_progress
from cspa_explore.ui.work.job import LongWork, Show, Stop, Tell
from cspa_explore.ui.work.status import State

CACHE_BYTES = 2**27


class Asked(NamedTuple):
    """The run on the stage, and the answer."""

    run: ArenaRun
    answer: Answer

    @property
    def nbytes(self) -> int:
        """Return the bytes of the run."""
        return self.run.nbytes

    @property
    def run_id(self) -> str:
        """Return the id of the run in its replay, by which the stage knows that the answer is its own."""
        result = self.run.result
        return run_id(replace(result.stream, seed=result.seeds[0]), self.run.experiment.learners)


@st.cache_resource(show_spinner=False)
def cached_answers() -> SizedCache:
    """Return the cache of answered questions, which all sessions share; what belongs to own files is `kept_apart`."""
    return SizedCache(32, CACHE_BYTES)


def work_of(question: Question) -> LongWork:
    """Return the run and the answer of a question as long work."""
    runs = kept_apart(cached_runs())
    return LongWork(
        kind="classroom",
        key=(question.experiment, question.measure),
        work=partial(compute, question, runs),
        cache=kept_apart(cached_answers()),
        kernels=lambda: kernels_of(question.experiment),
    )


def compute(question: Question, runs: OwnCache, tell: Tell, show: Show, stop: Stop) -> Asked | None:
    """Return the run and the answer; None if the work was cancelled."""
    found = runs.get((question.experiment, None))
    if found is None:
        found = compute_run(question.experiment, None, tell, show, stop)
        if found is None or found.partial:
            return None
        runs[(question.experiment, None)] = found
    try:
        return Asked(found, answer(question.measure, found.result, stop))
    except CancelledError:
        return None


def asked(question: Question) -> Asked | None:
    """Return the run and the answer; while they are computed, show a progress bar and return None.

    A data set that this session does not have, such as a file of another session, is not played.
    """
    if (info := lacking(question.experiment)) is not None:
        st.info(
            escaped(f"This question plays {info.title}, which is not here: open its link or the Data page to get it.")
        )
        return None
    work = work_of(question)
    status = follow(work)
    if status.needs_click:
        offer(work, status, "The run of this question was cancelled.", "Start again", "class_again")
    elif (job := job_of(work)) is not None:
        show_progress(job, "Playing the question's run: ")
    return status.result if status.state is State.DONE else None
