"""Live runs of the Paper page: stored, so that tomorrow nothing is played again, and compared with what is shipped."""

import re

import pytest

from cspa_explore.sized_cache import SizedCache
from cspa_explore.store import Store
from cspa_explore.ui.paper import live


def test_a_live_run_is_stored_and_says_how_many_runs_agree(tmp_path, monkeypatch):
    monkeypatch.setattr(live, "results_store", lambda: Store(tmp_path))
    tasks = live.tasks_of(1, "paper", ("vehicle",))
    runs = [live.compute(tasks, SizedCache(4, 2**20), lambda p: None, lambda p: None, lambda: False) for _ in range(2)]
    assert [run.reproduction.rounds for run in runs] == [tasks[0].rounds, 0]
    assert [cell.hits.tolist() for cell in runs[0].cells] == [cell.hits.tolist() for cell in runs[1].cells]
    assert "Played here in" in live.compared(runs[0])
    assert "read from the stored results" in live.compared(runs[1])
    found = re.search(r"(\d+) of 400 runs", live.compared(runs[0]))
    assert found[1] == "400" or "means differ by at most" in live.compared(runs[0])


def test_a_cancelled_run_is_partial_and_each_complete_set_is_cached():
    tasks = live.tasks_of(1, "paper", ("vehicle", "pendigits"))
    cache, calls = SizedCache(4, 2**20), iter(range(10**9))
    part = live.compute(tasks, cache, lambda p: None, lambda p: None, lambda: next(calls) > 60)
    assert part.partial
    assert cache.get(tasks) is None


@pytest.mark.parametrize("variant", ["paper", "unscaled"])
def test_a_button_says_how_many_runs_it_starts(variant):
    tasks = live.tasks_of(1, variant)
    assert live.size_words(tasks).startswith(f"{400 * len(tasks):,} runs, about ")
