import numpy as np
from scipy.special import softmax

from tests.twins import best


class Twin:
    """In the long form: g as a (K, d) array, W projected every round, cumulative probabilities for the draw."""

    horizon = 30  # steps of αD = 100 enlarge differences, rounding included; test_newtron.py follows it further

    def __init__(self, params, K, d):
        self.gamma, self.alpha, self.beta, self.D = params
        self.A, self.b = np.full((K, d), 1 / self.D), np.zeros((K, d))

    def propose(self, x, u):
        W, K = self.weights(), len(self.b)
        self.p = softmax(self.alpha * (W @ x))
        y_hat = best(W @ x)
        self.explored = u < self.gamma
        y_tilde = int(K * u / self.gamma) if self.explored else self.draw(y_hat, (u - self.gamma) / (1 - self.gamma))
        self.P = (1 - self.gamma) * self.exploit(y_hat) + self.gamma / K
        return y_hat, y_tilde

    def draw(self, y_hat, v):
        return int(np.searchsorted(np.cumsum(self.p)[:-1], v, side="right"))

    def exploit(self, y_hat):
        return self.p

    def learn(self, x, y_hat, y_tilde, correct):
        K, p, P = len(self.b), self.p[y_tilde], self.P[y_tilde]
        unit = np.eye(K)[y_tilde] - 1 / K
        g = np.outer(-unit, x) * (1 - p) / P if correct else np.outer(unit, x) * p / P
        kappa = P if correct else 1.0
        W = np.zeros_like(self.b) if self.explored else self.weights()
        self.b += (1 - kappa * self.beta * np.sum(g * W)) * g
        self.A += kappa * self.beta * g**2

    def weights(self):
        W = -self.b / self.A
        norm = np.linalg.norm(W)
        return W * (self.D / norm) if norm > self.D else W
