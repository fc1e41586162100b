"""A session's long work: one job at a time, and work that needs a click waits for it."""

from threading import Event

import pytest

from cspa_explore.ui.work import follow as following
from cspa_explore.ui.work.follow import agree, background, beside, follow, job_of, start_early
from cspa_explore.ui.work.job import LongWork
from cspa_explore.ui.work.status import State, Status

SECONDS = 30  # before a test gives up


@pytest.fixture(autouse=True)
def session(monkeypatch):
    """Yield a session state without a page; `follow` does not wait for results."""
    state = {}
    monkeypatch.setattr(following.st, "session_state", state)
    monkeypatch.setattr(following, "PATIENCE", 0.0)
    yield state
    if "job" in state:
        state["job"].cancel()


class Held:
    """Work that returns its result once `go` is set, or a part of it when it is stopped."""

    def __init__(self):
        self.go, self.times = Event(), 0

    def __call__(self, tell, show, stop):
        self.times += 1
        while not stop() and not self.go.wait(0.002):
            pass
        return "all" if self.go.is_set() else "a part"


def work_of(key, work=None, kind="test", **more):
    return LongWork(kind, key, work or Held(), {}, whole=lambda result: result == "all", **more)


def ended(work):
    """Return the status once the session's job has ended."""
    assert job_of(work).join(SECONDS)
    return follow(work)


def test_what_is_cached_is_not_computed(session):
    work = LongWork("test", "a", lambda *calls: pytest.fail("the result is cached"), {"a": 42})
    assert follow(work) == Status(State.DONE, 42)
    assert not session


def test_work_that_was_started_early_is_followed_not_started_again(session):
    work, other = work_of("a"), work_of("b")
    start_early(other)
    start_early(work)
    start_early(work)
    assert session["early_job"].does(work)
    assert follow(work).under_way
    assert "early_job" not in session
    work.work.go.set()
    assert ended(work) == Status(State.DONE, "all")
    assert (work.work.times, other.work.times) == (1, 1)
    start_early(work)
    assert not session.get("early_job"), "it is cached"


def test_work_that_ended_before_its_page_is_forgotten(session):
    work = work_of("a")
    start_early(work)
    work.work.go.set()
    assert session["early_job"].join(SECONDS)
    assert follow(work) == Status(State.DONE, "all")
    assert session.keys() == {"background"}, "no job is left"


def test_other_work_ends_what_was_started_early(session):
    early, work = work_of("a"), work_of("b")
    start_early(early)
    job = session["early_job"]
    assert follow(work).under_way
    assert job.cancelled


def test_work_is_started_and_followed_to_its_end(session):
    work = work_of("a")
    assert follow(work).under_way
    assert follow(work).under_way
    work.work.go.set()
    assert ended(work) == Status(State.DONE, "all")
    assert "job" not in session
    assert work.work.times == 1


def test_quick_work_never_becomes_the_sessions_job(session, monkeypatch):
    long, quick = work_of("a", kind="long"), work_of("b", lambda *calls: "all")
    assert follow(long).under_way
    monkeypatch.setattr(following, "PATIENCE", SECONDS)
    assert follow(quick).state is State.DONE
    assert not job_of(long).cancelled


def test_slow_work_takes_the_place_of_another_kind():
    one, other = work_of("a", kind="one"), work_of("a", kind="other")
    follow(one)
    job = job_of(one)
    follow(other)
    assert job_of(one) is None
    assert job_of(other) is not None
    assert job.join(SECONDS), "it was cancelled"


def test_work_that_stays_goes_on_beside_another_kind_and_is_found_again(session):
    sweep, run = work_of("a", kind="sweep", stays=True), work_of("a", kind="run")
    follow(sweep)
    job = job_of(sweep)
    follow(run)
    assert job_of(sweep) is job
    assert not job.cancelled
    assert job_of(run) is session["job"]
    assert follow(sweep).under_way, "back on its page"
    sweep.work.go.set()
    assert ended(sweep) == Status(State.DONE, "all")
    assert (sweep.work.times, job_of(sweep), session["staying"]) == (1, None, {})
    assert not job_of(run).cancelled


def test_other_settings_end_work_that_stays(session):
    sweep, other = (work_of(key, kind="sweep", stays=True) for key in "ab")
    run = work_of("a", kind="run")
    for work in (sweep, run):
        follow(work)
    job = job_of(sweep)
    follow(other)
    assert job.join(SECONDS), "it was cancelled"
    assert job_of(sweep) is None
    assert job_of(other) is session["job"]


def test_work_takes_the_place_of_its_own_kind_at_once(monkeypatch):
    before, quick = work_of("a"), work_of("b", lambda *calls: "all")
    follow(before)
    job = job_of(before)
    monkeypatch.setattr(following, "PATIENCE", SECONDS)
    assert follow(quick).state is State.DONE
    assert job.join(SECONDS), "it was cancelled"
    monkeypatch.setattr(following, "PATIENCE", 0.0)
    assert follow(before).under_way, "the user did not cancel it: it starts again without a click"


def test_cancelled_work_waits_for_a_click_and_shows_its_part():
    work = work_of("a")
    follow(work)
    job_of(work).cancel()
    assert ended(work) == Status(State.CANCELLED, "a part")
    assert follow(work) == Status(State.CANCELLED, "a part"), "it does not start again without a click"
    assert work.work.times == 1
    work.work.go.set()
    agree(work)
    assert follow(work).under_way or follow(work).state is State.DONE
    assert work.work.times == 2


def test_each_kind_remembers_what_was_cancelled():
    run, sweep = work_of("a", kind="run"), work_of("a", kind="sweep")
    for work in (run, sweep):
        follow(work)
        job_of(work).cancel()
        ended(work)
    assert follow(run).state is follow(sweep).state is State.CANCELLED
    assert follow(work_of("b", kind="run")).under_way, "other settings are another run"


def test_work_that_would_take_long_waits_for_a_click_and_is_estimated_once():
    estimates = []
    work = work_of("a", estimate=lambda: estimates.append(1) or 60.0, at_once=10.0)
    if follow(work).under_way:
        ended(work)
    assert follow(work) == Status(State.WAITING, seconds=60.0)
    agree(work)
    assert follow(work).under_way
    work.work.go.set()
    assert ended(work) == Status(State.DONE, "all")
    assert len(estimates) == 1


def test_new_work_ends_background_work_which_starts_again_later(session):
    film, run = work_of("film"), work_of("run", kind="run")
    assert background().status(film).under_way
    assert follow(run).under_way
    assert background().status(film) == Status(), "not while the session has a job"
    run.work.go.set()
    ended(run)
    assert background().status(film).under_way
    background().stop()


def test_small_work_goes_on_beside_a_job_unless_it_yields(session):
    small, yielding, work = (work_of(name, kind=name) for name in ("small", "yielding", "job"))
    beside("small").status(small)
    beside("yielding", yields=True).status(yielding)
    follow(work)
    assert beside("small").status(small).under_way
    assert beside("yielding", yields=True).status(yielding) == Status(), "not while the session has a job"
    work.work.go.set()
    assert ended(work) == Status(State.DONE, "all")
    assert beside("yielding", yields=True).status(yielding).under_way
    for name in ("small", "yielding"):
        beside(name).stop()


def test_work_that_starts_early_ends_background_work(session):
    film, run = work_of("film"), work_of("run", kind="run")
    background().status(film)
    start_early(run)
    assert background().status(film) == Status()
    run.work.go.set()
