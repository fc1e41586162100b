"""Background work: one job at a time, which any thread may ask about."""

from threading import Event

import pytest

from cspa_explore.errors import UserError
from cspa_explore.ui.work import job
from cspa_explore.ui.work.background import Background
from cspa_explore.ui.work.job import Job, LongWork
from cspa_explore.ui.work.status import State, Status

SECONDS = 30  # before a test gives up


class Held:
    """Work that ends once `go` is set or it is stopped."""

    def __init__(self):
        self.go, self.stopped, self.times = Event(), Event(), 0

    def __call__(self, tell, show, stop):
        self.times += 1
        while not self.go.wait(0.002):
            if stop():
                self.stopped.set()
                return None
        return "all"


def work_of(key, work=None):
    return LongWork("test", key, work or Held(), {})


@pytest.fixture
def background():
    found = Background()
    yield found
    found.stop()


def ended(background, work):
    """Return the status once the work has ended."""
    assert background._job.join(SECONDS)
    return background.status(work)


def test_it_is_started_once_and_its_result_is_cached(background):
    work = work_of("a")
    assert background.status(work).under_way
    assert background.status(work).under_way
    work.work.go.set()
    assert ended(background, work) == Status(State.DONE, "all")
    assert work.work.times == 1
    assert Background().status(work) == Status(State.DONE, "all")


def test_waiting_ends_with_the_work(background):
    work = work_of("a")
    assert background.wait(work, 0.0).under_way
    work.work.go.set()
    assert background.wait(work, SECONDS) == Status(State.DONE, "all")
    assert background.wait(work, SECONDS) == Status(State.DONE, "all"), "what is cached needs no waiting"


def test_other_work_replaces_it(background):
    one, other = work_of("one"), work_of("other")
    background.status(one)
    assert background.status(other).under_way
    assert one.work.stopped.wait(SECONDS)
    assert background.share(one) == 0.0


def test_it_waits_for_the_job_of_the_session(background):
    work, first = work_of("a"), Job(work_of("first"))
    background.status(work)
    background.wait_for(first)
    assert work.work.stopped.wait(SECONDS)
    assert background.status(work) == Status()
    first.work.work.go.set()
    assert first.join(SECONDS)
    assert background.status(work).under_way


def test_work_that_failed_is_not_started_again(background):
    def fails(tell, show, stop):
        raise UserError("No.")

    work = work_of("a", fails)
    background.status(work)
    assert ended(background, work).state is State.FAILED
    assert background.status(work).state is State.FAILED


def test_work_that_stopped_because_its_tab_was_away_starts_again(background, monkeypatch):
    work = work_of("a")
    monkeypatch.setattr(job, "FORGOTTEN", -1.0)
    background.status(work)
    assert background._job.join(SECONDS)
    monkeypatch.undo()
    assert background.status(work).under_way, "the tab asks again"
    work.work.go.set()
    assert ended(background, work) == Status(State.DONE, "all")
