"""Long work: it can be cancelled, it stops when nobody looks, and a session has one job at a time."""

import os
import subprocess
import sys
import time
from threading import Event
from types import SimpleNamespace

import pytest

from cspa_explore.errors import UserError
from cspa_explore.running.executor import Progress
from cspa_explore.ui.work import jobs
from cspa_explore.ui.work import warmup as warm
from cspa_explore.ui.work.jobs import Job, job_for, quick_or_job, state_of
from tests.test_imports import ROOT

HALF = Progress(500, 1000, 0.001)


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
    class State(SimpleNamespace):
        def get(self, name):
            return vars(self).get(name)

        def __delitem__(self, name):
            delattr(self, name)

    state = State()
    monkeypatch.setattr(jobs.st, "session_state", state)
    return state


def test_short_work_is_done_before_anybody_waits_for_it():
    job = Job("a", lambda tell, stop: 6 * 7)
    assert job.wait(5)
    assert (job.done, job.answer, job.error) == (True, 42, "")


def test_what_the_work_tells_can_be_looked_at():
    job = Job("a", lambda tell, stop: tell(HALF))
    assert job.wait(5)
    assert job.progress == HALF


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


def test_quick_work_leaves_the_sessions_job_alone(session):
    long = job_for("a", Patient())
    quick = quick_or_job("b", lambda tell, stop: 42, 5)
    assert (quick.done, quick.answer, session.job) == (True, 42, long)
    assert not long.cancelled
    slow = quick_or_job("c", Patient(), 0.01)
    assert session.job is slow
    assert long.wait(5), "the other took its place"
    assert quick_or_job("c", Patient(), 5) is slow
    slow.cancel()
    assert slow.wait(5)
    assert quick_or_job("c", Patient(), 5) is slow, "it is handed out once more when it is done,"
    assert "job" not in vars(session), "and the place is free"


def told(*progress):
    """Return a job that has told so much and is done."""
    job = Job("a", lambda tell, stop: [tell(one) for one in progress])
    assert job.wait(5)
    return job


def test_a_bar_says_that_kernels_are_compiled_while_no_round_is_played(monkeypatch):
    monkeypatch.setattr(jobs, "compiling", lambda: True)
    words = "Preparing the learners (compiling, once per machine)…"
    assert state_of(told()) == (0.0, words)
    assert state_of(told(Progress(0, 1000, 3.0))) == (0.0, words)
    assert "500 of 1,000 rounds · 0.50 million rounds/s" in state_of(told(HALF))[1]
    job = told(HALF)
    monkeypatch.setattr(jobs, "STALLED", -1.0)
    assert state_of(job) == (0.5, words), "the next learner's kernel is compiled now"


def test_a_bar_does_not_speak_of_compiling_when_nothing_is_compiled(monkeypatch):
    monkeypatch.setattr(jobs, "compiling", lambda: False)
    assert state_of(told()) == (0.0, "Starting…")
    assert state_of(told(Progress(0, 1000, 3.0))) == (0.0, "Starting…")


@pytest.mark.parametrize(("ready", "misses", "wanted"), [(False, 2, True), (False, 0, False), (True, 2, False)])
def test_kernels_that_are_only_loaded_are_not_compiled(monkeypatch, ready, misses, wanted):
    monkeypatch.setattr(warm, "warming", lambda: SimpleNamespace(ready=ready))
    monkeypatch.setattr(warm, "compiled", lambda: misses)
    assert warm.compiling() == wanted


COLD = """
from streamlit.testing.v1 import AppTest
app = AppTest.from_file("app.py", default_timeout=120)
app.query_params["T"] = "3000"
app.run()
print(app.get("progress")[0].proto.text)
"""


@pytest.mark.slow
def test_a_link_to_a_cold_server_says_that_it_compiles(tmp_path):
    cold = os.environ | {"CSPA_EXPLORE_CACHE": str(tmp_path), "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", COLD], cwd=ROOT, env=cold, capture_output=True, text=True)
    assert "Preparing the learners (compiling, once per machine)…" in done.stdout, done.stderr
