"""A quick certified lower bound on the bound of every comparator, for runs on which the full search takes too long.

Three relaxations make it quick, and each can only lower the minimum: some of the rounds instead of all, no assumption
on α, and the factors of L* and ‖u‖ at α = 0, where they are smallest. What remains is

    minimise a‖h‖ + b‖u‖   with   h_t = max(0, 1 − margin of u in round t).

Any multipliers p_ti ≥ 0 of rounds and wrong classes certify a lower bound (`certificate.py`). Good ones are the
excesses max(0, 1 + s_i − s_y) at the u that minimises ½Σp² + ½c‖u‖², a smooth problem for L-BFGS, which is solved for
smaller and smaller c. A search that has not converged gives a weaker bound, never a wrong one.
"""

from collections.abc import Callable

import numpy as np
import scipy.sparse
from scipy.optimize import minimize

from cspa_explore.theory.bounds import Statement, factor_arrays
from cspa_explore.theory.certificate import Distinct, certify
from cspa_explore.theory.comparison import Rounds
from cspa_explore.theory.row_blocks import TooLongError

NUMBERS, ROWS = 4_000_000, 8000  # that are used, at most
LARGEST = 20_000  # Kd: beyond, a step of L-BFGS takes long
SHARES = 10.0 ** -np.arange(6)  # of c, from the number of rows downwards
STEPS = 60  # of L-BFGS for each c


class _LateError(Exception):
    pass


def quick_lower(
    statement: Statement, rounds: Rounds, beta: float | None, enough: float, late: Callable[[], bool] = lambda: False
) -> float:
    """Return a number that no comparator's bound on Σℓ² is below; the search ends at `enough`, or if `late()`."""
    K, d = rounds.K, rounds.X.shape[1]
    if K * d > LARGEST or beta is None:
        return 0.0
    (a,), (b,) = factor_arrays(statement, K, np.zeros(1), beta, rounds.R)
    try:
        some = rounds.until(max(1, min(rounds.T, ROWS, NUMBERS // d)))
    except TooLongError:
        return 0.0
    X = some.X.toarray() if scipy.sparse.issparse(some.X) else some.X
    rows = Distinct(X, np.eye(K)[some.y], np.ones(some.T), statement.sign)
    best = 0.0

    def excess(u: np.ndarray) -> np.ndarray:
        """Return the multipliers, (N, K)."""
        return np.where(rows.true > 0, 0.0, np.maximum(0.0, rows.excess(rows.X @ u.T)))

    def value(flat: np.ndarray, c: float) -> tuple[float, np.ndarray]:
        if late():
            raise _LateError
        u = flat.reshape(K, d)
        p = excess(u)
        return 0.5 * float((p * p).sum()) + 0.5 * c * float(flat @ flat), (rows.gradient(p, None) + c * u).ravel()

    flat = np.zeros(K * d)
    for share in SHARES:
        try:
            options = {"maxiter": STEPS}
            flat = minimize(value, flat, (share * some.T,), method="L-BFGS-B", jac=True, options=options).x
        except _LateError:
            break
        best = max(best, certify(rows, float(a), float(b), excess(flat.reshape(K, d)), None).at(0.0) ** 2)
        if best >= enough:
            break
    return best
