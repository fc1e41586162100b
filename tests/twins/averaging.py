"""Explicit averaging: the average W̄ is a table of its own, computed anew from all entries after every round."""

import numpy as np


class AveragedWeights:
    """Mixed into the twin of a base rule: proposals use the average, the rule's steps the weights W."""

    def start(self, late, forget):
        self.late, self.forget, self.n = late, forget, 0
        self.mean = np.zeros_like(self.W)

    def propose(self, x, u):
        learning, self.W = self.W, self.mean
        found = super().propose(x, u)
        self.W = learning
        return found

    def learn(self, x, y_hat, y_tilde, told):
        super().learn(x, y_hat, y_tilde, told)
        self.n += 1
        rho = max(self.forget, (1 + self.late) / (self.late + self.n))
        self.mean = (1 - rho) * self.mean + rho * self.W

    def weights(self):
        return self.mean
