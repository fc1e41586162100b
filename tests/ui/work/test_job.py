"""A job: it can be cancelled, it stops when no page looks at it, and its status says how far it is."""

from threading import Event

import pytest

from cspa_explore.errors import UserError
from cspa_explore.running.executor import Progress
from cspa_explore.ui.work.follow import progress_of
from cspa_explore.ui.work.job import FORGOTTEN, Job, LongWork
from cspa_explore.ui.work.status import State, Status

HALF = Progress(500, 1000, 0.001)
SECONDS = 30  # before a test gives up


class UntilStopped:
    """Work that continues until it is stopped."""

    def __init__(self):
        self.begun = Event()

    def __call__(self, tell, show, stop):
        self.begun.set()
        while not stop():
            Event().wait(0.002)
        return "a part"


def work_of(work, cache=None, **more):
    return LongWork("test", "a", work, {} if cache is None else cache, **more)


def ended(work, status=None):
    job = Job(work, status)
    assert job.join(SECONDS)
    return job


def test_a_whole_result_is_cached():
    cache = {}
    job = ended(work_of(lambda tell, show, stop: 6 * 7, cache))
    assert job.status == Status(State.DONE, 42)
    assert cache == {"a": 42}


def test_what_the_work_tells_can_be_looked_at():
    assert ended(work_of(lambda tell, show, stop: tell(HALF))).progress == HALF


def test_cancel_stops_between_two_chunks_and_keeps_what_there_is():
    work, cache = UntilStopped(), {}
    job = Job(work_of(work, cache, whole=lambda result: False))
    assert work.begun.wait(SECONDS)
    assert job.status.state is State.RUNNING
    job.cancel()
    assert job.join(SECONDS)
    assert job.status == Status(State.CANCELLED, "a part")
    assert not cache, "only complete results are cached"


def test_a_part_of_the_result_can_be_shown_while_the_job_runs():
    shown, go = Event(), Event()

    def work(tell, show, stop):
        show("a part")
        shown.set()
        assert go.wait(SECONDS)
        return "all"

    job = Job(work_of(work))
    assert shown.wait(SECONDS)
    job.wait()
    assert job.status == Status(State.PARTIAL, "a part")
    go.set()
    assert job.join(SECONDS)
    assert job.status == Status(State.DONE, "all")


def test_a_job_that_nobody_looks_at_stops():
    now, go, asked = [0.0], Event(), []

    def work(tell, show, stop):
        assert go.wait(SECONDS)
        for now[0] in (10.0, 20.0, 30.0):
            asked.append(stop())
            job.look()
        now[0] += FORGOTTEN + 1
        return stop()

    job = Job(work_of(work), clock=lambda: now[0])
    go.set()
    assert job.join(SECONDS)
    assert asked == [False, False, False], "`look` was called every ten seconds"
    assert job.status.result is True, "then it was not called"


def test_a_user_error_is_shown_unchanged():
    def refuse(tell, show, stop):
        raise UserError("beta must be in (0, 1], got 3.")

    assert ended(work_of(refuse)).status == Status(State.FAILED, error="beta must be in (0, 1], got 3.")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_any_other_exception_is_named_and_logged():
    job = ended(work_of(lambda tell, show, stop: 1 / 0))
    assert job.status == Status(State.FAILED, error="The run failed: ZeroDivisionError.")


@pytest.mark.parametrize(
    ("seconds", "agreed", "wanted"),
    [
        (10.0, False, Status(State.DONE, "all", 10.0)),
        (11.0, False, Status(State.WAITING, None, 11.0)),
        (11.0, True, Status(State.DONE, "all", 11.0, agreed=True)),
    ],
)
def test_long_work_waits_for_a_click(seconds, agreed, wanted):
    work = work_of(lambda tell, show, stop: "all", estimate=lambda: seconds, at_once=10.0)
    assert ended(work, Status(agreed=agreed)).status == wanted


def test_an_estimate_that_is_known_is_not_made_again():
    work = work_of(lambda tell, show, stop: "all", estimate=lambda: pytest.fail("the estimate is known"), at_once=10.0)
    assert ended(work, Status(seconds=60.0, agreed=True)).status.state is State.DONE


def words(**status):
    """Return the text of the progress bar for a job with this status."""
    job = ended(work_of(lambda tell, show, stop: tell(status.pop("progress", None)) or "all"))
    job.status = Status(**status)
    return progress_of(job)


def test_a_bar_says_how_far_the_job_is():
    assert words(state=State.PREPARING) == (0.0, "Preparing the learners (compiling, once per machine)…")
    assert words(state=State.ESTIMATING) == (0.0, "Estimating how long this takes…")
    assert words(state=State.RUNNING) == (0.0, "Starting…")
    assert words(state=State.RUNNING, progress=Progress(0, 1000, 3.0)) == (0.0, "Starting…")
    share, text = words(state=State.RUNNING, progress=HALF)
    assert share == 0.5
    assert text.startswith("500 of 1,000 rounds · about ")
    assert len(words(state=State.RUNNING, progress=Progress(123_456_789, 987_654_321, 4000.0))[1]) < 60, "two lines fit"
