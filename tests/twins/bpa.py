import numpy as np

from tests.twins import greedy


class Twin:
    def __init__(self, params, K, d):
        (self.gamma,) = params
        self.W = np.zeros((K, d))

    def propose(self, x, u):
        return greedy(self.W @ x, self.gamma, u)[:2]

    def learn(self, x, y_hat, y_tilde, correct):
        score = self.W[y_tilde] @ x
        if correct:
            self.W[y_tilde] += max(0, 1 - score) / (x @ x) * x
        else:
            self.W[y_tilde] -= max(0, 1 + score) / (x @ x) * x

    def weights(self):
        return self.W
