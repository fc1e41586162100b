"""The memory layout of a geometry's arrays: (K, d) for dense rows, (d, K) for CSR rows."""

import numpy as np

from cspa_explore.core.rows import Dense


def layout(K: int, d: int, storage: type) -> tuple[int, int]:
    """Return the shape of an array with one number per class and feature."""
    return (K, d) if storage is Dense else (d, K)


def classes_first(array: np.ndarray, storage: type) -> np.ndarray:
    """Return a copy of such an array as (K, d)."""
    return array.copy() if storage is Dense else np.ascontiguousarray(array.T)
