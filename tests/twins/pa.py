import numpy as np

from tests.twins import best
from tests.twins.spa import Twin as Taught


class Twin(Taught):
    def __init__(self, params, K, d):
        super().__init__(params, K, d)
        self.C = params[0] if params else None

    def step(self, loss, x2):
        return loss / (2 * x2)

    def learn(self, x, y_hat, y_tilde, y):
        others = [k for k in range(len(self.W)) if k != y]
        r = others[best(self.W[others] @ x)]
        loss = 1 - (self.W[y] - self.W[r]) @ x
        if loss > 0:
            phi = np.zeros_like(self.W)  # Φ(x, y) − Φ(x, r)
            phi[y], phi[r] = x, -x
            self.W += self.step(loss, x @ x) * phi
