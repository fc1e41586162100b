"""Stored pieces of the tables: resumed work gives the same cells, and plays only what is missing."""

import numpy as np
import pytest

from cspa_explore.paper.playing import jobs_of, reproduce
from cspa_explore.paper.stored import StoredMemory
from cspa_explore.store import Store


@pytest.mark.parametrize(("table", "dataset"), [(1, "vehicle"), (2, "vowel")])
def test_what_is_stored_is_not_played_again_and_gives_the_same_cells(tmp_path, table, dataset):
    jobs = jobs_of(table, [dataset], ["cspa", "bpa"], trials=2)
    plain = reproduce(jobs)
    first = 0

    def stop_early():
        nonlocal first
        first += 1
        return first > 3

    with StoredMemory(Store(tmp_path)) as memory:
        part = reproduce(jobs, memory=memory, should_stop=stop_early)
    with StoredMemory(Store(tmp_path)) as memory:
        rest = reproduce(jobs, memory=memory)
    with StoredMemory(Store(tmp_path)) as memory:
        none = reproduce(jobs, memory=memory)
    assert part.rounds < plain.rounds
    assert rest.rounds <= plain.rounds
    assert none.rounds == 0
    for found in (rest, none):
        for cell, wanted in zip(found.cells, plain.cells, strict=True):
            assert cell.name == wanted.name
            np.testing.assert_array_equal(cell.hits, wanted.hits)
            np.testing.assert_array_equal(cell.windows, wanted.windows)


def test_without_a_store_everything_is_played():
    jobs = jobs_of(1, ["vehicle"], ["cspa"], trials=1)
    with StoredMemory(None) as memory:
        assert memory.known(jobs[0], 0, 0) is None
        assert reproduce(jobs, memory=memory).rounds == jobs[0].rounds
