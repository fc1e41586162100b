"""Long work: it can be cancelled, it stops when nobody looks, and a session has one job at a time."""

import time
from threading import Event, Thread
from types import SimpleNamespace

import pytest

from cspa_explore.errors import UserError
from cspa_explore.ui import jobs
from cspa_explore.ui.jobs import Job, job_for
from cspa_explore.ui.kept import Kept


class Patient:
    """Work that goes on until it is told to stop, and counts how often it asked."""

    def __init__(self):
        self.asked, self.begun = 0, Event()

    def __call__(self, tell, stop):
        while not stop():
            self.asked += 1
            self.begun.set()
            time.sleep(0.002)
        return "stopped"


@pytest.fixture
def session(monkeypatch):
    state = SimpleNamespace()
    state.get = lambda name: vars(state).get(name)
    monkeypatch.setattr(jobs.st, "session_state", state)
    return state


def test_short_work_is_done_before_anybody_waits_for_it():
    job = Job("a", lambda tell, stop: 6 * 7)
    assert job.wait(5)
    assert (job.done, job.answer, job.error) == (True, 42, "")


def test_what_the_work_tells_can_be_looked_at():
    job = Job("a", lambda tell, stop: tell("half"))
    assert job.wait(5)
    assert job.progress == "half"


def test_cancel_stops_between_two_chunks_and_keeps_what_there_is():
    work = Patient()
    job = Job("a", work)
    assert work.begun.wait(5)
    assert not job.wait(0.01)
    job.cancel()
    assert job.wait(5)
    assert job.answer == "stopped"


def test_a_job_that_nobody_looks_at_stops(monkeypatch):
    monkeypatch.setattr(jobs, "FORGOTTEN", 0.05)
    assert Job("a", Patient()).wait(5)


def test_a_job_that_is_looked_at_goes_on(monkeypatch):
    monkeypatch.setattr(jobs, "FORGOTTEN", 0.4)
    job = Job("a", Patient())
    for _ in range(6):
        time.sleep(0.1)
        job.look()
    assert not job.done
    job.cancel()
    assert job.wait(5)


def test_what_a_user_can_mend_is_said_as_it_is():
    def refuse(tell, stop):
        raise UserError("beta must be in (0, 1], got 3.")

    job = Job("a", refuse)
    assert job.wait(5)
    assert (job.error, job.answer) == ("beta must be in (0, 1], got 3.", None)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_anything_else_that_goes_wrong_is_named_and_logged():
    job = Job("a", lambda tell, stop: 1 / 0)
    assert job.wait(5)
    assert job.error == "The run failed: ZeroDivisionError."


def test_a_session_has_one_job(session):
    first = job_for("a", Patient())
    assert job_for("a", Patient()) is first
    second = job_for("b", Patient())
    assert second is not first
    assert first.wait(5), "the other took its place"
    assert not second.done
    second.cancel()
    assert second.wait(5)


def test_what_was_used_longest_ago_is_forgotten_first():
    kept = Kept(2)
    kept["a"], kept["b"] = 1, 2
    assert kept.get("a") == 1
    kept["c"] = 3
    assert (kept.get("a"), kept.get("b"), kept.get("c")) == (1, None, 3)


def test_a_value_can_be_replaced():
    kept = Kept(2)
    kept["a"], kept["b"], kept["a"] = 1, 2, 3
    kept["c"] = 4
    assert (kept.get("a"), kept.get("b")) == (3, None)


def test_many_threads_may_use_it():
    kept, failures = Kept(3), []

    def use(number):
        try:
            for i in range(300):
                kept[(number * i) % 7] = i
                kept.get(i % 7)
        except Exception as error:
            failures.append(error)

    threads = [Thread(target=use, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert sum(kept.get(i) is not None for i in range(7)) <= 3
