import numpy as np
from scipy.stats import norm

from tests.twins.arow import Twin as AROW
from tests.twins.cw import growth


class Twin(AROW):
    def step(self, m, v):
        C, eta = self.params
        phi = norm.ppf(eta)
        if m >= phi * np.sqrt(v):
            return 0.0, 0.0
        n = v + 1 / (2 * C)
        # The positive root of (n² + nvφ²)α² + (2mn + φ²mv)α + m² − φ²v = 0.
        roots = np.roots([n**2 + n * v * phi**2, 2 * m * n + phi**2 * m * v, m**2 - phi**2 * v])
        return growth(max(0.0, *roots.real), v, phi)
