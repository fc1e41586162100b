"""Prefetching reaches the machine and changes no number."""

import numba
import numpy as np

from cspa_explore.core.prefetch import prefetch


def test_a_prefetch_is_compiled_and_changes_no_number():
    @numba.njit
    def prefetched(array, row):
        prefetch(array, (1, 2))
        prefetch(row, 3)
        return array[1, 2]

    array = np.arange(6.0).reshape(2, 3)
    assert prefetched(array, array[0]) == 5.0
    llvm = prefetched.inspect_llvm(prefetched.signatures[0])
    assert llvm.count("call void @llvm.prefetch") == 2
    assert prefetch(array, (1, 2)) is None, "plain Python"
