"""An independent solver: min ½‖v‖² subject to G v ≥ h and A v = 0.

The null space of A eliminates the equalities; the rest is a least-distance problem, solved as non-negative least
squares (Lawson and Hanson). SciPy's `nnls` stops at a wrong point when a constraint is
active with multiplier 0; bounded-variable least squares does not.
"""

import numpy as np
from scipy.linalg import null_space
from scipy.optimize import brentq, lsq_linear


def least_distance(G, h, A=None):
    """Return (v, multipliers); v is (n,), one multiplier per inequality, positive where it is active."""
    N = np.eye(G.shape[1]) if A is None or len(A) == 0 else null_space(A)
    E = np.vstack([(G @ N).T, h])
    f = np.zeros(len(E))
    f[-1] = 1.0
    multipliers = lsq_linear(E, f, bounds=(0, np.inf), method="bvls", tol=1e-14, max_iter=1000).x
    residual = E @ multipliers - f
    return N @ (-residual[:-1] / residual[-1]), multipliers / -residual[-1]


def soft_linear(G, h, C):
    """Return v of min ½‖v‖² + Cξ subject to G v ≥ h − ξ, ξ ≥ 0.

    For a given ξ it is a least-distance problem whose multipliers sum to minus the slope of its value; that sum
    falls to C at the best ξ, or is below C at ξ = 0.
    """

    def excess(xi):
        return least_distance(G, h - xi)[1].sum() - C

    if h.max() <= 0 or excess(0.0) <= 0:
        return least_distance(G, h)[0]
    return least_distance(G, h - brentq(excess, 0.0, h.max() - 1e-9, xtol=1e-13))[0]


def soft_squared(G, h, C):
    """Return v of min ½‖v‖² + Cξ² subject to G v ≥ h − ξ: ξ is one more coordinate, measured in 1/√(2C)."""
    slack = np.full((len(G), 1), 1 / np.sqrt(2 * C))
    return least_distance(np.hstack([G, slack]), h)[0][:-1]


def difference(K, d, i, j, x):
    """Return the row of G that computes (ΔW_i − ΔW_j)·x from the flattened ΔW."""
    row = np.zeros((K, d))
    row[i] += x
    row[j] -= x
    return row.ravel()
