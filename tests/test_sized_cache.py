"""What all sessions share: bounded by count and by bytes, whoever uses it."""

from dataclasses import dataclass
from threading import Thread

from cspa_explore.inspection.rewind import Rewind
from cspa_explore.sized_cache import SizedCache
from cspa_explore.ui.arena import runs
from cspa_explore.ui.lab import sweeps
from cspa_explore.ui.microscope import inspected_run
from cspa_explore.ui.microscope.inspected_run import InspectedRun
from tests.sample_experiments import experiment


@dataclass
class Thing:
    """A value of some size."""

    nbytes: int = 0


def names(cache, wanted):
    return "".join(name for name in wanted if cache.get(name) is not None)


def test_what_was_used_longest_ago_is_forgotten_first():
    cache = SizedCache(2, 100)
    cache["a"], cache["b"] = Thing(), Thing()
    assert cache.get("a") is not None
    cache["c"] = Thing()
    assert names(cache, "abc") == "ac"


def test_a_value_can_be_replaced():
    cache = SizedCache(2, 100)
    cache["a"], cache["b"], cache["a"] = Thing(1), Thing(2), Thing(3)
    cache["c"] = Thing(4)
    assert cache.get("a") == Thing(3)
    assert cache.get("b") is None


def test_bytes_are_bounded_too():
    cache = SizedCache(10, 100)
    for name in "abcde":
        cache[name] = Thing(40)
    assert names(cache, "abcde") == "de"
    assert cache.nbytes == 80


def test_a_value_beyond_the_budget_is_there_until_another_comes():
    cache = SizedCache(10, 100)
    cache["a"], cache["large"] = Thing(10), Thing(1000)
    assert names(cache, ["a", "large"]) == "large"
    cache["b"] = Thing(10)
    assert names(cache, ["large", "b"]) == "b"


def test_a_value_that_has_grown_counts_with_what_it_is_now():
    cache = SizedCache(10, 100)
    cache["a"], cache["b"] = Thing(10), Thing(10)
    cache.get("a").nbytes = 95
    cache["c"] = Thing(1)
    assert names(cache, "abc") == "ac", "b was used longest ago"
    cache.get("c").nbytes = 10
    cache["c"] = cache.get("c")
    assert names(cache, "abc") == "c"


def test_many_threads_may_use_it():
    cache, failures = SizedCache(3, 100), []

    def use(number):
        try:
            for i in range(300):
                cache[(number * i) % 7] = Thing(i)
                cache.get(i % 7)
        except Exception as error:
            failures.append(error)

    threads = [Thread(target=use, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert sum(cache.get(i) is not None for i in range(7)) <= 3


def test_a_run_counts_its_replay_and_its_arrays():
    found = runs.compute(experiment(rounds=500, trials=3), None, *(lambda *told: None,) * 3)
    curves = sum(r.curve.nbytes + r.recent.nbytes for r in found.result.results)
    assert len(found.replay) + curves < found.nbytes < 1.2 * (len(found.replay) + curves)


def test_an_inspected_run_counts_its_rows_and_its_checkpoints():
    found = InspectedRun(experiment("usps", 0.7, rounds=500))
    assert found.nbytes >= 500 * 256 * 8 + 3 * 60 * 10 * 256 * 8


def test_a_rewind_grows_while_it_is_used():
    settings = experiment("usps", 0.7, rounds=500)
    rewind = Rewind(settings.stream, settings.learners)
    before = rewind.nbytes
    rewind.at(0, 500)
    assert rewind.nbytes - before >= 500 * 256 * 8 + 60 * 10 * 256 * 8


def test_every_cache_of_the_app_is_bounded():
    for cache in (runs.cached_runs(), sweeps.cached_sweeps(), inspected_run.cached_runs()):
        cache["large"], cache["small"] = Thing(2**30), Thing(1)
        assert cache.nbytes == 1, "a gigabyte is too much"
