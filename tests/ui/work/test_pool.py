"""One pool for all jobs: its threads are bounded, the jobs take turns, and a cancelled job leaves the queue."""

from threading import Event, Lock, get_ident

import pytest

from cspa_explore.running.executor import Control, run_pieces
from cspa_explore.ui.work.pool import FairPool

SECONDS = 30  # before a test gives up


class Log:
    """Pieces of work that log their name when they are done; `held` ones wait until `go` is set."""

    def __init__(self):
        self.names, self.threads, self.lock = [], set(), Lock()
        self.begun, self.go = Event(), Event()

    def piece(self, name):
        with self.lock:
            self.names.append(name)
            self.threads.add(get_ident())

    def held(self, name):
        self.begun.set()
        assert self.go.wait(SECONDS)
        self.piece(name)


def test_many_jobs_use_no_more_threads_than_there_are_workers():
    pool, log = FairPool(3), Log()
    futures = [pool.share().submit(log.piece, job) for job in range(30) for _ in range(5)]
    for future in futures:
        future.result(SECONDS)
    assert 1 <= len(log.threads) <= 3
    assert get_ident() not in log.threads


def test_a_short_job_is_done_long_before_a_long_one_that_came_first():
    pool, log = FairPool(1), Log()
    long, short = pool.share(), pool.share()
    futures = [long.submit(log.held, "long")]
    assert log.begun.wait(SECONDS), "the long job has started"
    futures += [long.submit(log.piece, "long") for _ in range(100)]
    futures += [short.submit(log.piece, "short") for _ in range(3)]
    log.go.set()
    for future in futures:
        future.result(SECONDS)
    assert log.names[:7] == ["long", "long", "short", "long", "short", "long", "short"]
    assert log.names.count("long") == 101


def test_three_jobs_take_turns():
    pool, log = FairPool(1), Log()
    first = pool.share().submit(log.held, "first")
    assert log.begun.wait(SECONDS)
    shares = [pool.share() for _ in range(3)]
    futures = [share.submit(log.piece, name) for share, name in zip(shares, "abc", strict=True) for _ in range(3)]
    log.go.set()
    for future in [first, *futures]:
        future.result(SECONDS)
    assert log.names == ["first", *"abcabcabc"]


def test_a_job_that_leaves_drops_what_has_not_begun():
    pool, log = FairPool(1), Log()
    with pool.share() as left:
        running = left.submit(log.held, "running")
        assert log.begun.wait(SECONDS)
        queued = [left.submit(log.piece, "queued") for _ in range(5)]
    assert all(future.cancelled() for future in queued)
    other = pool.share().submit(log.piece, "other")
    log.go.set()
    running.result(SECONDS)
    other.result(SECONDS)
    assert log.names == ["running", "other"]


def test_cancelling_a_job_drops_its_pieces_and_keeps_those_that_are_done():
    pool, played, asked, cancelled = FairPool(1), [], [], Event()

    def work(number, on_rounds, should_stop):
        played.append(number)
        assert number < 3 or cancelled.wait(SECONDS)
        return number, 1

    def should_stop():
        if len(played) > 3:  # the fourth piece waits for `cancelled`; the others are queued
            asked.append(1)
            if len(asked) == 2:  # the queued pieces have been dropped
                cancelled.set()
        return bool(asked)

    control = Control(50, lambda progress: None, should_stop)
    with pool.share() as share:
        found = dict(run_pieces(work, [(number,) for number in range(50)], control, share))
    assert sorted(found) == played == [0, 1, 2, 3], "started pieces were finished, no other piece was played"


def test_the_future_raises_an_exception_of_its_piece_and_the_thread_continues():
    pool = FairPool(1)
    share = pool.share()
    with pytest.raises(ZeroDivisionError):
        share.submit(lambda: 1 / 0).result(SECONDS)
    assert share.submit(lambda: 42).result(SECONDS) == 42
