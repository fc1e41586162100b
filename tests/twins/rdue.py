import numpy as np
from scipy.special import softmax

from tests.twins import best


class Twin:
    def __init__(self, params, K, d):
        self.q, self.B = params
        self.W, self.total = np.zeros((K, d)), 1e-8

    def propose(self, x, u):
        s = self.W @ x
        y_hat, K = best(s), len(s)
        self.p = softmax(s)
        pi = min(1, 2 - 2 * self.p[y_hat])
        self.P = (1 - self.q) * ((1 - pi) * np.eye(K)[y_hat] + pi * self.p) + self.q / K
        return y_hat, int(np.searchsorted(np.cumsum(self.P)[:-1], u, side="right"))

    def learn(self, x, y_hat, y_tilde, correct):
        if correct:
            G = np.outer(self.p - np.eye(len(self.p))[y_tilde], x) / self.P[y_tilde]
            self.total += np.sum(G**2)
            self.W -= self.B / np.sqrt(2 * self.total) * G

    def weights(self):
        return self.W
