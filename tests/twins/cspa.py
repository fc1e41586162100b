import numpy as np

from tests.twins.spa import Twin as SPA
from tests.twins.spa import spa_step


class Twin(SPA):
    """The long form: every row moves on a wrong proposal, and the rows sum to zero."""

    sign = 1.0  # of the SPA step

    def __init__(self, params, K, d):
        super().__init__(params, K, d)
        (self.beta,) = params

    def learn(self, x, y_hat, y_tilde, correct):
        s, x2, K = self.W @ x, x @ x, len(self.W)
        if correct:
            self.W += self.sign * np.outer(spa_step(s, y_tilde, x2), x)
            return
        loss = 1 + s[y_tilde] - np.max(np.delete(s, y_tilde))
        step = np.full(K, 1 / K)
        step[y_tilde] = -(K - 1) / K
        self.W += np.outer(step, x) * self.beta * loss / x2
