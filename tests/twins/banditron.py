import numpy as np

from tests.twins import greedy


class Twin:
    def __init__(self, params, K, d):
        (self.gamma,) = params
        self.W = np.zeros((K, d))

    def propose(self, x, u):
        y_hat, y_tilde, self.P = greedy(self.W @ x, self.gamma, u)
        return y_hat, y_tilde

    def learn(self, x, y_hat, y_tilde, correct):
        U = np.zeros_like(self.W)
        for r in range(len(U)):
            U[r] = x * ((correct and r == y_tilde) / self.P[r] - (r == y_hat))
        self.W += U

    def weights(self):
        return self.W
