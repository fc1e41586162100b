import numpy as np

from tests.twins.pnewtron import Twin as PNewtron


class Twin(PNewtron):
    def draw(self, y_hat, v):
        return y_hat

    def exploit(self, y_hat):
        return np.eye(len(self.b))[y_hat]
