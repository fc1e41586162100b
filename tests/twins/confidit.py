import numpy as np

from tests.twins import best


class Twin:
    def __init__(self, params, K, d):
        self.eta, prior = params
        self.b, self.A = np.zeros((K, d)), np.full((K, d), prior)

    def propose(self, x, u):
        s = self.weights() @ x
        return best(s), best(s + np.sqrt(self.eta * (x**2 / self.A).sum(axis=1)))

    def learn(self, x, y_hat, y_tilde, correct):
        self.b[y_tilde] += x if correct else -x
        self.A[y_tilde] += x**2

    def weights(self):
        return self.b / self.A
