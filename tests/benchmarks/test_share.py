"""Where the time goes: what can be checked without trusting the clock."""

from cspa_explore.benchmarks import share
from cspa_explore.learners import LearnerText
from cspa_explore.streams.stream import Stream


def test_the_parts_make_up_the_whole_and_the_clocks_are_taken_off_again():
    before = [getattr(module, name) for places in share.KERNELS.values() for module, name in places]
    found = share.measure([LearnerText.of("cspa")], Stream("gaussians4", sigma=0.25, rounds=20_000), repeats=3)
    assert set(found) == {"learning", "rows", "draws", "outside"}
    assert abs(sum(found.values()) - 1) < 1e-9
    assert min(found["learning"], found["rows"], found["draws"]) > 0, "a kernel was renamed, and nobody times it"
    assert before == [getattr(module, name) for places in share.KERNELS.values() for module, name in places]


def test_every_run_that_the_rule_is_checked_on_is_one_that_it_speaks_of():
    assert min(stream.n_rounds for stream in (*share.STREAMS.values(), *share.SHORTEST.values())) > 10_000
