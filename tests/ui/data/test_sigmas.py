"""The σ values of an own file: measured once, as a piece of work for the server's pool."""

from threading import current_thread

from cspa_explore.datasets import describe, own
from cspa_explore.datasets.own import place_of
from cspa_explore.learners.kernels import Unit
from cspa_explore.running.own_sigmas import sigmas_around
from cspa_explore.ui.data import owned
from tests.ui.data.test_own_cache import CSV, given


def test_the_measurement_is_long_work_in_the_pool_and_is_remembered(monkeypatch):
    text = given(own.HERE, CSV + b"7,7,y\n")
    info, threads = describe(text), []

    def measured(info):
        threads.append(current_thread().name)
        own.keep_sigmas(sigmas_around(0.3, "measured"), **info.arguments)
        return own.sigmas(**info.arguments)

    monkeypatch.setattr(owned, "sigmas_of", measured)
    work = owned.sigmas_work(info)
    assert work.cache.get(work.key) is None
    assert Unit("cspa") in work.kernels()
    found = work.work(lambda progress: None, lambda part: None, lambda: False)
    assert found.how == "measured"
    assert threads[0].startswith("pool-")
    assert owned.sigmas_work(info).cache.get(work.key) == found
    own.HERE.remove(place_of(**info.arguments))
