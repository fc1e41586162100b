from tests.twins.pa import Twin as PA


class Twin(PA):
    def step(self, loss, x2):
        return min(self.C, loss / (2 * x2))
