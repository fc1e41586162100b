import numpy as np

from tests.twins import best


def spa_step(s, y, x2):
    """τ of the SPA step by sorting: the longest prefix with Σ_{j<k} ℓ_σ(j) < k ℓ_σ(k)."""
    losses = np.maximum(0, 1 + s - s[y])
    losses[y] = 0
    order = [i for i in np.argsort(-losses, kind="stable") if i != y]
    prefix, total = [], 0.0
    for k, i in enumerate(order, start=1):
        if not total < k * losses[i]:
            break
        prefix.append(i)
        total += losses[i]
    a = total / (len(prefix) + 1)
    tau = np.zeros(len(s))
    tau[prefix] = -(losses[prefix] - a) / x2
    tau[y] = a / x2
    return tau


class Twin:
    def __init__(self, params, K, d):
        self.W = np.zeros((K, d))

    def propose(self, x, u):
        y_hat = best(self.W @ x)
        return y_hat, y_hat

    def learn(self, x, y_hat, y_tilde, y):
        self.W += np.outer(spa_step(self.W @ x, y, x @ x), x)

    def weights(self):
        return self.W
