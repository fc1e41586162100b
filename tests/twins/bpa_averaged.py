from tests.twins.averaging import AveragedWeights
from tests.twins.bpa import Twin as BPA


class Twin(AveragedWeights, BPA):
    def __init__(self, params, K, d):
        gamma, late, forget = params
        super().__init__((gamma,), K, d)
        self.start(late, forget)
