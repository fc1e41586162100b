import numpy as np

from tests.twins.soba import Twin as SOBA


class Twin(SOBA):
    def __init__(self, params, K, d):
        super().__init__((1.0, *params), K, d)
        self.t, self.spent = 1, 0.0

    def propose(self, x, u):
        self.gamma = min(1.0, np.sqrt(len(self.A) * (1 + self.spent) / self.t))
        return super().propose(x, u)

    def learn(self, x, y_hat, y_tilde, correct):
        v = super().learn(x, y_hat, y_tilde, correct)
        self.spent += v / (1 + v)
        self.t += 1
