import numpy as np

from tests.twins import best

NEARLY = 1e-10


class Twin:
    def __init__(self, params, K, d):
        self.W = np.zeros((K, d))

    def propose(self, x, u):
        s = self.W @ x
        return best(s), best(s) if s[best(s)] >= -NEARLY else int(u * len(s))

    def learn(self, x, y_hat, y_tilde, correct):
        s = self.W @ x
        claim = s >= -NEARLY
        if correct:
            claim[y_tilde] = False
            self.W[claim] -= x
            self.W[y_tilde] += x * (s[y_tilde] <= NEARLY)
        elif claim[y_tilde]:
            self.W[y_tilde] -= x

    def weights(self):
        return self.W
