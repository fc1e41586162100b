"""An independent solver: min ½‖v‖² subject to G v ≥ h, by non-negative least squares (Lawson and Hanson).

SciPy's own `nnls` stops at a wrong point when a constraint is active with multiplier 0; BVLS does not.
"""

import numpy as np
from scipy.optimize import lsq_linear


def least_distance(G, h):
    """Return (v, multipliers); v is (n,), one multiplier a constraint, positive where it is active."""
    E = np.vstack([G.T, h])
    f = np.zeros(len(E))
    f[-1] = 1.0
    multipliers = lsq_linear(E, f, bounds=(0, np.inf), method="bvls", tol=1e-14, max_iter=1000).x
    residual = E @ multipliers - f
    return -residual[:-1] / residual[-1], multipliers / -residual[-1]


def difference(K, d, i, j, x):
    """The row of G that reads (ΔW_i − ΔW_j)·x from ΔW flattened."""
    row = np.zeros((K, d))
    row[i] += x
    row[j] -= x
    return row.ravel()
