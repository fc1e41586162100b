from tests.twins.arow import Twin as AROW
from tests.twins.cw import exact_step


class Twin(AROW):
    def step(self, m, v):
        C, eta = self.params
        return exact_step(m, v, eta, limit=C)
