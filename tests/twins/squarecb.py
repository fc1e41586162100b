import numpy as np

from tests.twins import best


class Twin:
    def __init__(self, params, K, d):
        self.c, self.r = params
        self.W, self.A, self.t = np.zeros((K, d)), np.ones((K, d)), 1

    def propose(self, x, u):
        s = self.W @ x
        y_hat = best(s)
        P = 1 / (len(s) + self.c * np.sqrt(self.t) * np.maximum(0, s[y_hat] - s) / 2)
        P[y_hat] = 1 - np.delete(P, y_hat).sum()
        return y_hat, int(np.searchsorted(np.cumsum(P)[:-1], u, side="right"))

    def learn(self, x, y_hat, y_tilde, correct):
        w, A = self.W[y_tilde], self.A[y_tilde]
        w += ((1 if correct else -1) - w @ x) / (x**2 / A @ np.ones_like(x) + self.r) * x / A
        A += x**2 / self.r
        self.t += 1

    def weights(self):
        return self.W
