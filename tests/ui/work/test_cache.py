"""What all sessions share: bounded by count and by bytes, whoever uses it."""

from dataclasses import dataclass
from threading import Thread

from cspa_explore.inspection.rewind import Rewind
from cspa_explore.ui.arena import runs as compute
from cspa_explore.ui.lab import sweeps as lab
from cspa_explore.ui.microscope import scene as microscope
from cspa_explore.ui.microscope.scene import Bench
from cspa_explore.ui.work.cache import Kept
from tests.sample_experiments import experiment


@dataclass
class Thing:
    """A value of some size."""

    nbytes: int = 0


def names(kept, wanted):
    return "".join(name for name in wanted if kept.get(name) is not None)


def test_what_was_used_longest_ago_is_forgotten_first():
    kept = Kept(2, 100)
    kept["a"], kept["b"] = Thing(), Thing()
    assert kept.get("a") is not None
    kept["c"] = Thing()
    assert names(kept, "abc") == "ac"


def test_a_value_can_be_replaced():
    kept = Kept(2, 100)
    kept["a"], kept["b"], kept["a"] = Thing(1), Thing(2), Thing(3)
    kept["c"] = Thing(4)
    assert kept.get("a") == Thing(3)
    assert kept.get("b") is None


def test_bytes_are_bounded_too():
    kept = Kept(10, 100)
    for name in "abcde":
        kept[name] = Thing(40)
    assert names(kept, "abcde") == "de"
    assert kept.nbytes == 80


def test_a_value_beyond_the_budget_is_there_until_another_comes():
    kept = Kept(10, 100)
    kept["a"], kept["large"] = Thing(10), Thing(1000)
    assert names(kept, ["a", "large"]) == "large"
    kept["b"] = Thing(10)
    assert names(kept, ["large", "b"]) == "b"


def test_a_value_that_has_grown_counts_with_what_it_is_now():
    kept = Kept(10, 100)
    kept["a"], kept["b"] = Thing(10), Thing(10)
    kept.get("a").nbytes = 95
    kept["c"] = Thing(1)
    assert names(kept, "abc") == "ac", "b was used longest ago"
    kept.get("c").nbytes = 10
    kept["c"] = kept.get("c")
    assert names(kept, "abc") == "c"


def test_many_threads_may_use_it():
    kept, failures = Kept(3, 100), []

    def use(number):
        try:
            for i in range(300):
                kept[(number * i) % 7] = Thing(i)
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


def test_a_run_counts_its_replay_and_its_arrays():
    found = compute._compute(experiment(rounds=500, trials=3), None, None, lambda progress: None, lambda: False)
    curves = sum(r.curve.nbytes + r.recent.nbytes for r in found.result.results)
    assert len(found.replay) + curves < found.nbytes < 1.2 * (len(found.replay) + curves)


def test_a_bench_counts_its_rows_and_its_checkpoints():
    table = Bench(experiment("usps", 0.7, rounds=500))
    states = sum(map(len, table.rewind._kept))
    assert states > 3 * 60
    assert table.nbytes >= 500 * 256 * 8 + states * 10 * 256 * 8


def test_a_rewind_grows_while_it_is_used():
    settings = experiment("usps", 0.7, rounds=500)
    rewind = Rewind(settings.stream, settings.learners)
    before = rewind.nbytes
    rewind.at(0, 500)
    assert rewind.nbytes - before >= 500 * 256 * 8 + 60 * 10 * 256 * 8


def test_every_store_of_the_app_has_a_budget():
    for store in (compute._kept(), lab._kept(), microscope._benches()):
        assert 2**25 <= store.most_bytes <= 2**29
