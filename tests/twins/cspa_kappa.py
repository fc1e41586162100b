import numpy as np

from tests.twins.spa import Twin as SPA
from tests.twins.spa import spa_step


class Twin(SPA):
    """The long form: every row moves on a wrong proposal, and the rows sum to zero."""

    def __init__(self, params, K, d):
        super().__init__(params, K, d)
        self.kappa, self.beta = params

    def learn(self, x, y_hat, y_tilde, correct):
        s, x2 = self.W @ x, x @ x
        if correct:
            self.W += np.outer(spa_step(s, y_tilde, x2), x)
            return
        others = np.arange(len(s)) != y_tilde
        loss = max(0, 1 + s[y_tilde] - s[others].max())
        share = np.where(others, np.exp(self.kappa * np.minimum(0, s - s[others].max())), 0)
        share /= share.sum()
        c = self.beta * loss / ((1 + share.max()) * x2)
        self.W += np.outer(c * (share - ~others), x)
