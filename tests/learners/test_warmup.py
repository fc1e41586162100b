"""Kernels are made ready elsewhere, so that nobody waits for them here."""

import pytest

from cspa_explore.algorithms import ALGORITHMS
from cspa_explore.learners import warmup


def test_the_cache_is_known_to_be_full_only_after_a_whole_warm_up(tmp_path, monkeypatch):
    monkeypatch.setattr(warmup, "FOLDER", tmp_path)
    assert not warmup.cached()
    warmup._mark().touch()
    assert warmup.cached()
    monkeypatch.setattr(warmup, "FOLDER", None)
    assert not warmup.cached(), "without a cache nothing is in it"
    warmup.compile_elsewhere(lambda done, total: pytest.fail("there is nowhere to put it"))


@pytest.mark.slow
def test_another_process_makes_them_ready_and_tells_how_far_it_is():
    told = []
    warmup.compile_elsewhere(lambda *so_far: told.append(so_far))
    total = 2 * len(ALGORITHMS)
    assert told == [(done, total) for done in range(total + 1)]
    assert warmup.cached()
