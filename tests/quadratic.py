"""An independent solver: min ½‖v‖² subject to G v ≥ h, by non-negative least squares (Lawson and Hanson)."""

import numpy as np
from scipy.optimize import nnls


def least_distance(G, h):
    """Return (v, multipliers); v is (n,), one multiplier a constraint, positive where it is active."""
    E = np.vstack([G.T, h])
    f = np.zeros(len(E))
    f[-1] = 1.0
    multipliers, _ = nnls(E, f, maxiter=50 * len(G))
    residual = E @ multipliers - f
    return -residual[:-1] / residual[-1], multipliers / -residual[-1]


def difference(K, d, i, j, x):
    """The row of G that reads (ΔW_i − ΔW_j)·x from ΔW flattened."""
    row = np.zeros((K, d))
    row[i] += x
    row[j] -= x
    return row.ravel()
