import numpy as np

from tests.twins import best, greedy


class Twin:
    """In the long form: g and ζ as (K, d) arrays."""

    def __init__(self, params, K, d):
        self.gamma, prior = params
        self.A, self.theta = np.full((K, d), prior), np.zeros((K, d))
        self.total = 0.0

    def propose(self, x, u):
        y_hat, y_tilde, self.P = greedy(self.weights() @ x, self.gamma, u)
        return y_hat, y_tilde

    def learn(self, x, y_hat, y_tilde, correct):
        if not correct:
            return 0.0
        y, P, W = y_tilde, self.P[y_tilde], self.weights()
        others = [k for k in range(len(W)) if k != y]
        g = np.zeros_like(W)
        g[others[best(W[others] @ x)]] = x / P
        g[y] = -x / P
        zeta = np.sqrt(P) * g
        v = np.sum(zeta**2 / self.A)
        m = (np.sum(W * zeta) ** 2 + 2 * np.sum(W * g)) / (1 + v)
        if self.total + m < -1e-10:  # 0 up to rounding is not negative
            return 0.0
        self.total = max(0.0, self.total + m)
        self.A += zeta**2
        self.theta -= g
        return v

    def weights(self):
        return self.theta / self.A
