import numpy as np
from scipy.special import softmax

from tests.twins import greedy


class Twin:
    """Features really doubled to (x, −x), and the softmax taken over all 2d of them every round."""

    def __init__(self, params, K, d):
        self.gamma, self.eta = params
        self.theta = np.full((K, 2 * d), 1 / d)

    def propose(self, x, u):
        s = softmax(self.theta, axis=1) @ np.concatenate([x, -x])
        y_hat, y_tilde, self.P = greedy(2 * len(x) * s, self.gamma, u)
        return y_hat, y_tilde

    def learn(self, x, y_hat, y_tilde, correct):
        delta = np.zeros(len(self.theta))
        delta[y_hat] = 1
        if correct:
            delta[y_tilde] -= 1 / self.P[y_tilde]
        self.theta -= self.eta * np.outer(delta, np.concatenate([x, -x]))

    def weights(self):
        up, down = np.split(softmax(self.theta, axis=1), 2, axis=1)
        return up - down
