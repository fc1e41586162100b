"""An independent solver: min ½‖v‖² subject to G v ≥ h and A v = 0.

Equalities are taken out by moving to the null space of A; the rest is a least-distance problem, solved as
non-negative least squares (Lawson and Hanson). SciPy's `nnls` stops at a wrong point when a constraint is
active with multiplier 0; bounded-variable least squares does not.
"""

import numpy as np
from scipy.linalg import null_space
from scipy.optimize import lsq_linear


def least_distance(G, h, A=None):
    """Return (v, multipliers); v is (n,), one multiplier an inequality, positive where it is active."""
    N = np.eye(G.shape[1]) if A is None or len(A) == 0 else null_space(A)
    E = np.vstack([(G @ N).T, h])
    f = np.zeros(len(E))
    f[-1] = 1.0
    multipliers = lsq_linear(E, f, bounds=(0, np.inf), method="bvls", tol=1e-14, max_iter=1000).x
    residual = E @ multipliers - f
    return N @ (-residual[:-1] / residual[-1]), multipliers / -residual[-1]


def difference(K, d, i, j, x):
    """The row of G that reads (ΔW_i − ΔW_j)·x from ΔW flattened."""
    row = np.zeros((K, d))
    row[i] += x
    row[j] -= x
    return row.ravel()
