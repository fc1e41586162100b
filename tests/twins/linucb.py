import numpy as np

from tests.twins import best


class Twin:
    """By the definition: the matrix A = a + Σ xxᵀ and the vector b = Σ zx per class, and a new solution every round."""

    def __init__(self, params, K, d):
        self.alpha, prior = params
        self.A, self.b = np.tile(prior * np.eye(d), (K, 1, 1)), np.zeros((K, d))

    def propose(self, x, u):
        s = self.weights() @ x
        v = np.linalg.solve(self.A, np.broadcast_to(x, self.b.shape)[..., None])[..., 0] @ x
        return best(s), best(s + self.alpha * np.sqrt(v))

    def learn(self, x, y_hat, y_tilde, correct):
        self.A[y_tilde] += np.outer(x, x)
        self.b[y_tilde] += x if correct else -x

    def weights(self):
        return np.linalg.solve(self.A, self.b[..., None])[..., 0]
