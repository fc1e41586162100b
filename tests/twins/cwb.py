import numpy as np

from tests.twins import greedy
from tests.twins.cw import exact_step


class Twin:
    def __init__(self, params, K, d):
        self.gamma, self.eta = params
        self.W, self.S = np.zeros((K, d)), np.ones((K, d))

    def propose(self, x, u):
        return greedy(self.W @ x, self.gamma, u)[:2]

    def learn(self, x, y_hat, y_tilde, correct):
        w, S = self.W[y_tilde], self.S[y_tilde]
        z = 1 if correct else -1
        alpha, growth = exact_step(z * (w @ x), np.sum(S * x**2), self.eta)
        w += alpha * z * S * x
        S[:] = 1 / np.minimum(1 / S + growth * x**2, 1e12)

    def weights(self):
        return self.W
