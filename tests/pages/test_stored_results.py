"""The pages use the store: what was computed once is there after a restart of the server."""

import pytest

from cspa_explore.running import contest, run, sweep
from cspa_explore.ui.arena.runs import cached_runs
from cspa_explore.ui.lab.contests import cached_contests
from cspa_explore.ui.lab.sweeps import cached_sweeps
from cspa_explore.ui.work.results_store import results_store
from tests.pages import test_arena, test_beta_lab
from tests.pages.conftest import settled


@pytest.fixture
def restart(tmp_path, monkeypatch):
    """Return a function that makes the server forget everything in memory, and forbids it to play."""

    def forget():
        for cache in (cached_runs(), cached_sweeps(), cached_contests()):
            cache.clear()
        results_store.clear()

    def restarted():
        forget()
        for module, name in ((sweep, "right_so_far"), (contest, "timed_counts"), (run, "play_and_summarise")):
            monkeypatch.setattr(module, name, lambda *arguments: pytest.fail("played again"))

    monkeypatch.setenv("CSPA_EXPLORE_RESULTS", str(tmp_path))
    forget()
    yield restarted
    monkeypatch.undo()
    forget()


def test_a_sweep_and_a_comparison_are_there_after_a_restart(restart, tmp_path):
    query = {"T": "300", "fill": "quick", "seed": "4321"}
    first = test_beta_lab.finished(test_beta_lab.opened(**query))
    assert len(list(tmp_path.glob("gaussians4-*.moments.csv"))) == 4, "one file per σ"
    restart()
    again = test_beta_lab.finished(test_beta_lab.opened(**query))
    assert not again.error
    assert again.markdown[1].value == first.markdown[1].value


def test_a_run_of_several_seeds_is_there_after_a_restart(restart, tmp_path):
    query = {"d": "usps", "T": "1500", "n": "2", "seed": "4321"}
    settled(test_arena.opened(**query))
    assert len(list(tmp_path.glob("usps-*.runs.csv"))) == 1
    restart()
    assert settled(test_arena.opened(**query)).session_state["last_run"].experiment.trials == 2
