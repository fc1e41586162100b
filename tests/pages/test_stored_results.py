"""The pages use the store: what was computed once is there after a restart of the server."""

import threading

import pytest

from cspa_explore.paper import playing, shipped
from cspa_explore.running import contest, run, sweep
from cspa_explore.ui.arena.runs import cached_runs
from cspa_explore.ui.lab.contests import cached_contests
from cspa_explore.ui.lab.sweeps import cached_sweeps
from cspa_explore.ui.paper import live
from cspa_explore.ui.paper.live import cached_tables
from cspa_explore.ui.work.results_store import results_store
from tests.pages import test_arena, test_beta_lab, test_paper
from tests.pages.conftest import settled

PLAYING = (
    (sweep, "right_so_far"), (contest, "timed_counts"), (run, "play_and_summarise"), (playing, "hits_per_window"),
)  # fmt: skip


@pytest.fixture
def restart(tmp_path, monkeypatch):
    """Return a function that makes the server forget everything in memory, and forbids it to play."""

    def forget():
        for cache in (cached_runs(), cached_sweeps(), cached_contests(), cached_tables()):
            cache.clear()
        results_store.clear()

    def restarted():
        forget()
        for module, name in PLAYING:
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


def test_a_data_set_of_a_table_that_is_not_shipped_is_there_after_a_restart(restart, monkeypatch):
    every = shipped.cells_of
    monkeypatch.setattr(shipped, "cells_of", lambda table, key: () if key == "vehicle" else every(table, key))

    def vehicle(app):
        return next(row for row in test_paper.drawn(app)["chart"]["rows"] if row["name"] == "Vehicle")

    assert vehicle(settled(test_paper.opened(tab="table1")))["verdict"] == "not played yet"
    app = test_paper.opened(cell="vehicle.cspa")
    app.button(key="run_set").click().run()
    settled(app)
    first = vehicle(test_paper.opened(tab="table1"))
    assert first["verdict"] != "not played yet"
    restart()
    threads, read = [], live.reproduce

    def watched(*tasks, **how):
        threads.append(threading.current_thread().name)
        return read(*tasks, **how)

    monkeypatch.setattr(live, "reproduce", watched)
    app = settled(test_paper.opened(tab="table1"))
    assert vehicle(app) == first
    assert set(threads) == {"job-paper_stored"}, "the script's thread reads no stored file"
    said = settled(test_paper.opened(cell="vehicle.cspa")).success[0].value.replace("\\", "")
    assert said.startswith("Played here earlier, and read from the stored results.")
