import numpy as np

from tests.twins import best


class Twin:
    """Variances Σ themselves are kept, (K, d), not their inverses."""

    def __init__(self, params, K, d):
        self.params = params
        self.W, self.S = np.zeros((K, d)), np.ones((K, d))

    def propose(self, x, u):
        y_hat = best(self.W @ x)
        return y_hat, y_hat

    def learn(self, x, y_hat, y_tilde, y):
        others = [k for k in range(len(self.W)) if k != y]
        r = others[best(self.W[others] @ x)]
        m = self.W[y] @ x - self.W[r] @ x
        v = np.sum(x * (self.S[y] + self.S[r]) * x)
        alpha, growth = self.step(m, v)
        self.W[y] += alpha * self.S[y] * x
        self.W[r] -= alpha * self.S[r] * x
        for k in (y, r):
            self.S[k] = 1 / np.minimum(1 / self.S[k] + growth * x**2, 1e12)

    def step(self, m, v):
        (r0,) = self.params
        return (max(0, 1 - m) / (v + r0), 1 / r0) if m < 1 else (0, 0)

    def weights(self):
        return self.W
