import numpy as np
from scipy.stats import norm

from tests.twins.arow import Twin as AROW


def exact_step(m, v, eta, limit=np.inf):
    """(α, growth of the inverse variances)."""
    phi = norm.ppf(eta)
    if m >= phi * np.sqrt(v):
        return 0.0, 0.0
    psi, xi = 1 + phi**2 / 2, 1 + phi**2
    alpha = max(0, (-m * psi + np.sqrt(m**2 * phi**4 / 4 + v * phi**2 * xi)) / (v * xi))
    return growth(min(limit, alpha), v, phi)


def growth(alpha, v, phi):
    """The new variance u solves u + αvφ√u = v; Σ⁻¹ grows by what makes 1/v into 1/u, so that 1/u = 1/v + αφ/√u.

    The larger of the roots of t² − αφt − 1/v = 0 is t = 1/√u: no difference of large numbers in it.
    """
    t = (alpha * phi + np.sqrt((alpha * phi) ** 2 + 4 / v)) / 2
    return alpha, t**2 - 1 / v if alpha * phi * np.sqrt(v) > 1 else alpha * phi * t


class Twin(AROW):
    def step(self, m, v):
        (eta,) = self.params
        return exact_step(m, v, eta)
