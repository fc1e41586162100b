from tests.twins.spa1 import Twin as SPA1


class Twin(SPA1):
    def joins(self, before, k, loss, x2):
        soft = 1 / (2 * self.C)
        return before < (k * x2 + (k - 1) * soft) / (x2 + soft) * loss

    def line(self, total, size, x2):
        soft = 1 / (2 * self.C)
        return (x2 + soft) / ((size + 1) * x2 + size * soft) * total
