"""Prefetching reaches the machine and changes no number."""

import numba
import numpy as np

from cspa_explore.core.prefetch import prefetch


def test_a_hint_reaches_the_machine_and_changes_nothing():
    @numba.njit
    def hinted(array, row):
        prefetch(array, (1, 2))
        prefetch(row, 3)
        return array[1, 2]

    array = np.arange(6.0).reshape(2, 3)
    assert hinted(array, array[0]) == 5.0
    llvm = hinted.inspect_llvm(hinted.signatures[0])
    assert llvm.count("call void @llvm.prefetch") == 2
    assert prefetch(array, (1, 2)) is None, "plain Python"
