import numpy as np

from tests.twins.spa import Twin as SPA


class Twin(SPA):
    """By sorting, with the paper's test for the prefix and its a."""

    def __init__(self, params, K, d):
        super().__init__(params, K, d)
        (self.C,) = params

    def joins(self, before, k, loss, x2):
        return before < min((k - 1) * loss + self.C * x2, k * loss)

    def line(self, total, size, x2):
        return max(total / size - self.C * x2 / size, total / (size + 1))

    def learn(self, x, y_hat, y_tilde, y):
        s, x2 = self.W @ x, x @ x
        losses = np.maximum(0, 1 + s - s[y])
        ranked = [i for i in np.argsort(-losses, kind="stable") if i != y]
        prefix, total = [], 0.0
        for k, i in enumerate(ranked, start=1):
            if not self.joins(total, k, losses[i], x2):
                break
            prefix.append(i)
            total += losses[i]
        if prefix:
            a = self.line(total, len(prefix), x2)
            for i in prefix:
                self.W[i] -= (losses[i] - a) / x2 * x
                self.W[y] += (losses[i] - a) / x2 * x
