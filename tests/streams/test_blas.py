"""`one_blas_thread` limits BLAS to one thread, and restores the limit afterwards."""

from threading import Barrier, Thread
from types import SimpleNamespace

import pytest
from threadpoolctl import threadpool_info

from cspa_explore.streams import blas
from cspa_explore.streams.blas import one_blas_thread
from cspa_explore.streams.blocks import chunks
from cspa_explore.streams.stream import Stream


def threads():
    return [library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"]


def test_the_limit_is_restored():
    next(chunks(Stream("iris", kernel=1.0)))  # loads the BLAS libraries
    before = threads()
    with one_blas_thread():
        assert set(threads()) <= {1}
        with one_blas_thread():
            assert set(threads()) <= {1}
        assert set(threads()) <= {1}, "the outer limit still holds"
    assert threads() == before


def test_kernel_features_leave_the_threads_as_they_were():
    next(chunks(Stream("iris", kernel=1.0)))
    before = threads()
    for _ in chunks(Stream("segment", kernel=0.5)):
        assert threads() == before, "between blocks too"
    assert threads() == before


def test_users_in_several_threads_share_the_limit():
    before, inside, after, seen = threads(), Barrier(2), Barrier(2), []

    def first():
        with one_blas_thread():
            inside.wait(10)
        after.wait(10)

    thread = Thread(target=first)
    with one_blas_thread():
        thread.start()
        inside.wait(10)
        after.wait(10)  # the other thread has left its block
        seen += threads()
    thread.join()
    assert set(seen) <= {1}
    assert threads() == before


def test_a_search_that_found_no_library_is_repeated(monkeypatch):
    monkeypatch.setattr(blas, "_found", SimpleNamespace(lib_controllers=[]))
    with one_blas_thread():
        assert set(threads()) <= {1}


def test_a_failed_search_leaves_no_user_behind(monkeypatch):
    def fails():
        raise OSError("no process can be started")

    before = threads()
    with monkeypatch.context() as patch:
        patch.setattr(blas, "_controller", fails)
        with pytest.raises(OSError, match="no process"), one_blas_thread():
            pass
    with one_blas_thread():
        assert set(threads()) <= {1}
    assert threads() == before


def test_a_thread_that_has_set_the_limit_before_and_is_alive_takes_nothing_away():
    done, over = Barrier(2), Barrier(2)

    def first():
        with one_blas_thread():
            pass
        done.wait(10)
        over.wait(10)

    thread = Thread(target=first)
    thread.start()
    done.wait(10)
    with one_blas_thread():
        assert set(threads()) <= {1}
    over.wait(10)
    thread.join()
